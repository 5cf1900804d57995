import { SESSION_SECRET_MIN_CHARS } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";

/** 256 bits, which nobody guesses, in base64url. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

let made: { readonly secret: string; readonly key: Promise<CryptoKey> } | undefined;

/** What this worker signs with. Imported once an isolate. Without a proper secret nobody logs in. */
export function signingKey(secret: string | undefined): Promise<CryptoKey> {
  if (secret === undefined || secret.length < SESSION_SECRET_MIN_CHARS) {
    console.error(`SESSION_SECRET is not set or shorter than ${SESSION_SECRET_MIN_CHARS} characters`);
    throw new Refusal("LOGIN_UNAVAILABLE");
  }
  if (made?.secret !== secret) made = { secret, key: importKey(secret) };
  return made.key;
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign", "verify"]);
}
