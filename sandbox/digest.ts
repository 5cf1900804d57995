/** Digests as manifests write them, over UTF-8 text. */
import { base64urlOf } from "../manifests/bytes/base64.ts";
const encoder = new TextEncoder();

export async function fileDigest(text: string): Promise<string> {
  return `sha256-${base64urlOf(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))))}`;
}
