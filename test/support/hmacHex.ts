import { hexOf } from "../../manifests/bytes/hex.ts";

/** HMAC-SHA256 of a text in hex, in workers and under Node. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(secret);
  // No key may be empty, and one zero byte is the same key: HMAC fills each key up with zeros.
  const raw = bytes.length > 0 ? bytes : new Uint8Array(1);
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hexOf(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}
