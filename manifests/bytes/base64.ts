/** Bytes converted in one call: an argument list of half a million bytes overflows the stack. */
const SLICE = 8 * 1024;

/** Bytes as base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary);
}

/** A plain loop, because a callback for each character takes four times as long for a large package. */
function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Decodes base64. Throws a `DOMException` if the text is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => bytesOf(atob(text));

/** Decodes base64url, with or without padding. Throws a `DOMException` if the text is not base64url. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));

/** Bytes as base64url without padding (RFC 4648, section 5). */
export const base64urlOf = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
