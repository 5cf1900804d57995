import { base64url } from "jose";

const AES = "AES-GCM";
const IV_BYTES = 12;

/**
 * Derives the key from the token itself, so the database alone cannot decrypt anything. The token's digest, which is
 * stored elsewhere, gives another key.
 */
async function makeKeyFrom(token: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(token), "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode("answer to a refresh token"),
  };
  return crypto.subtle.deriveKey(derivation, material, { name: AES, length: 256 }, false, ["encrypt", "decrypt"]);
}

export async function seal(token: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: AES, iv },
    await makeKeyFrom(token),
    new TextEncoder().encode(text),
  );
  return base64url.encode(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

export async function open(token: string, sealed: string): Promise<string> {
  const bytes = base64url.decode(sealed);
  const [iv, data] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)];
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: AES, iv }, await makeKeyFrom(token), data));
}
