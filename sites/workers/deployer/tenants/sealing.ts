import { base64urlOf } from "../../../../manifests/bytes/base64.ts";
import { OPERATOR_TOKEN_MIN_CHARS } from "../../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { secretList } from "../../../platform/keys/secretList.ts";

const SECRET_BITS = 256;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

async function derived(master: string, tenant: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(master), "HKDF", false, ["deriveBits"]);
  const info = bytesOf(JSON.stringify(["drawbridge", "tenant sealing", tenant]));
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    key,
    SECRET_BITS,
  );
  return base64urlOf(new Uint8Array(bits));
}

/**
 * A tenant's sealing secrets, one on each line, the first in use. They derive from the operator's master secrets. So a
 * redeployed tenant can decrypt its earlier values, and no tenant's secret reveals another's.
 */
export async function deriveSealingSecret(masters: string, tenant: string): Promise<string> {
  const secrets = secretList(masters, OPERATOR_TOKEN_MIN_CHARS);
  if (!secrets)
    throw new Refusal("UNAVAILABLE", {
      reason: "This deployer has no TENANT_SEALING_SECRET of at least 32 characters.",
    });
  return (await Promise.all(secrets.map((master) => derived(master, tenant)))).join("\n");
}
