/**
 * The signing keys of dispatch grants. They derive from two stored secrets, so tenants that an earlier run deployed
 * still accept them.
 */
import { createPrivateKey } from "node:crypto";
import type { JWK } from "jose";
import { calculateJwkThumbprint } from "jose";
import { DISPATCHER } from "../../shared/tenants/names.ts";
import type { FolderSecrets } from "../state/secrets.ts";

export interface DispatchKeys {
  /** Private keys by the name of the signing worker. */
  readonly signing: Readonly<Record<string, string>>;
  /** Public keys, for tenants' workers. */
  readonly public: string;
}

/** The name of the stored secret behind each signer's key. */
const SEEDS: Readonly<Record<string, string>> = {
  [DISPATCHER]: "DISPATCH_SIGNING_KEY",
  "drawbridge-private-mcp": "MEMBERS_MCP_DISPATCH_SIGNING_KEY",
};

export const dispatchSeeds = (): readonly string[] => Object.values(SEEDS);

/** The PKCS #8 prefix of an Ed25519 private key (RFC 8410). The key's 32 bytes follow. */
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
