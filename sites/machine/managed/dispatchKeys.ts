/**
 * The signing keys of dispatch grants. They derive from two stored secrets, so tenants that an earlier run deployed
 * still accept them.
 */
import { createPrivateKey } from "node:crypto";
import { type JWK, calculateJwkThumbprint } from "jose";
import { type AudienceKind, KEY_AUDIENCES, SIGNED_AUDIENCES } from "../../platform/tenants/grant.ts";
import { DISPATCHER } from "../../platform/tenants/names.ts";
import type { FolderSecrets } from "../state/secrets.ts";

export interface DispatchKeys {
  /** Private keys by the name of the signing worker. */
  readonly signing: Readonly<Record<string, string>>;
  /** Public keys, for tenants' workers. */
  readonly public: string;
}

interface Signer {
  /** The name of the stored secret behind the key. */
  readonly seed: string;
  readonly audiences: readonly AudienceKind[];
}

const SIGNERS: Readonly<Record<string, Signer>> = {
  [DISPATCHER]: { seed: "DISPATCH_SIGNING_KEY", audiences: SIGNED_AUDIENCES.dispatcher },
  "drawbridge-private-mcp": { seed: "MEMBERS_MCP_DISPATCH_SIGNING_KEY", audiences: SIGNED_AUDIENCES.members },
};

export const dispatchSeeds = (): readonly string[] => Object.values(SIGNERS).map(({ seed }) => seed);

/** The PKCS #8 prefix of an Ed25519 private key (RFC 8410). The key's 32 bytes follow. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

async function makeKey(seed: string): Promise<JWK> {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, "base64url")]);
  const jwk = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" }) as JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
}

export async function dispatchKeys(secrets: FolderSecrets): Promise<DispatchKeys> {
  const signers = await Promise.all(
    Object.entries(SIGNERS).map(async ([worker, { seed, audiences }]) => {
      const key = await makeKey(secrets[seed] ?? "");
      return { worker, key, audiences };
    }),
  );
  return {
    signing: Object.fromEntries(signers.map(({ worker, key }) => [worker, JSON.stringify(key)])),
    public: JSON.stringify(
      signers.map(({ key: { kty, crv, x, kid }, audiences }) => ({ kty, crv, x, kid, [KEY_AUDIENCES]: audiences })),
    ),
  };
}
