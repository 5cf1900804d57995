/** The keys of dispatch grants. They follow from two secrets of this machine, so that tenants which were deployed in an earlier run still know them. */
import { createPrivateKey } from "node:crypto";
import type { JWK } from "jose";
import { calculateJwkThumbprint } from "jose";
import { DISPATCHER } from "../../shared/tenants/names.ts";
import type { FolderSecrets } from "../state/secrets.ts";

export interface DispatchKeys {
  /** Private keys, by the worker that signs with them. */
  readonly signing: Readonly<Record<string, string>>;
  /** Public keys, for tenants' workers. */
  readonly public: string;
}

/** The secret behind each signer's key, as this machine keeps it. */
const SEEDS: Readonly<Record<string, string>> = {
  [DISPATCHER]: "DISPATCH_SIGNING_KEY",
  "drawbridge-private-mcp": "MEMBERS_MCP_DISPATCH_SIGNING_KEY",
};

export const dispatchSeeds = (): readonly string[] => Object.values(SEEDS);

/** Everything of an Ed25519 key in PKCS #8 but its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

async function keyOf(seed: string): Promise<JWK> {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, "base64url")]);
  const jwk = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" }) as JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
}

export async function dispatchKeys(secrets: FolderSecrets): Promise<DispatchKeys> {
  const pairs = await Promise.all(
    Object.entries(SEEDS).map(async ([worker, seed]) => [worker, await keyOf(secrets[seed] ?? "")] as const),
  );
  return {
    signing: Object.fromEntries(pairs.map(([worker, key]) => [worker, JSON.stringify(key)])),
    public: JSON.stringify(pairs.map(([, { kty, crv, x, kid }]) => ({ kty, crv, x, kid }))),
  };
}
