import { base64urlOf } from "../../../manifests/bytes/base64.ts";
import { SESSION_SECRET_MIN_CHARS } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { secretList } from "../keys/secretList.ts";

/** The form of a secret: 256 bits in base64url. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSecret = (): string => base64urlOf(crypto.getRandomValues(new Uint8Array(32)));

let made: { readonly text: string; readonly keys: Promise<readonly [CryptoKey, ...CryptoKey[]]> } | undefined;

/** The key with which this worker signs. */
export const signingKey = async (text: string | undefined): Promise<CryptoKey> => (await verifyingKeys(text))[0];

/**
 * The keys that this worker accepts: of the current secret and of earlier ones. Each isolate imports them once. Without
 * a valid secret every login is refused.
 */
export function verifyingKeys(text: string | undefined): Promise<readonly [CryptoKey, ...CryptoKey[]]> {
  const secrets = secretList(text, SESSION_SECRET_MIN_CHARS);
  if (text === undefined || !secrets) {
    console.error(
      `SESSION_SECRET is not set, or one of its secrets is shorter than ${SESSION_SECRET_MIN_CHARS} characters`,
    );
    throw new Refusal("LOGIN_UNAVAILABLE");
  }
  if (made?.text !== text) made = { text, keys: importAll(secrets) };
  return made.keys;
}

async function importAll([current, ...previous]: readonly [string, ...string[]]): Promise<
  readonly [CryptoKey, ...CryptoKey[]]
> {
  return [await importKey(current), ...(await Promise.all(previous.map(importKey)))];
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign", "verify"]);
}
