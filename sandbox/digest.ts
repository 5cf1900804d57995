/** Digests as manifests write them, and text in the only encoding that is digested. */
const encoder = new TextEncoder();

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export async function digestOf(text: string): Promise<string> {
  return `sha256-${base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))))}`;
}
