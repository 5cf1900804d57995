import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { Problem } from "../process/problem.ts";

const OWNER_ONLY = 0o600;
const NOTE = "made by this installation";

/** The key that signs this installation's own plugins. */
export interface FolderSigningKey {
  /** Path of the private key, in the form of `svc plugin sign --key`. */
  readonly file: string;
  /** The public key, in the form of PLUGIN_TRUST_KEYS. */
  readonly trusted: JWK;
}

/** Reads the key, or makes it at the first start. A new key would not be trusted by sites with earlier packages. */
export async function keepSigningKey(file: string): Promise<FolderSigningKey> {
  if (!existsSync(file)) await make(file);
  chmodSync(file, OWNER_ONLY);
  const key = read(file) ?? {};
  const { kty, crv, x, kid } = key;
  if (kty !== "OKP" || crv !== "Ed25519" || x === undefined || kid === undefined || !isWhole(key)) throw damaged(file);
  return { file, trusted: { kty, crv, x, kid, use: "sig", "svc:note": NOTE } as JWK };
}

async function make(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const text = JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "Ed25519" });
  writeWhole(file, `${text}\n`, OWNER_ONLY);
}

/** True if the private half belongs to the public one. */
function isWhole(key: JWK): boolean {
  try {
    return createPublicKey(createPrivateKey({ key, format: "jwk" })).export({ format: "jwk" }).x === key.x;
  } catch {
    return false;
  }
}

const damaged = (file: string): Problem =>
  new Problem(
    `The key in ${file} is damaged. Restore the file from a backup of the folder. Without a backup, move the file away and start again to get a new key. Plugins that the old key signed are then skipped until you install them again.`,
  );

function read(file: string): JWK | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JWK | null;
  } catch (error) {
    // The parser's message would quote the private key, so it is dropped.
    if (error instanceof SyntaxError) throw damaged(file);
    throw error;
  }
}
