import { base64urlOf, fromBase64url } from "../bytes/base64.ts";

/**
 * Canonical encodings. With two encodings of one text there would be two documents of the same meaning. The signed one
 * might then not be the one that is read.
 */
export const STRICT_SAYS = "base64url without padding, spaces and spare bits";

const BASE64URL = /^[A-Za-z0-9_-]*$/;

/** The bytes of a base64url text. Undefined unless the text is the canonical encoding. */
export function strictBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64URL.test(text) || text.length % 4 === 1) return undefined;
  const bytes = fromBase64url(text);
  return base64urlOf(bytes.subarray(bytes.length - (bytes.length % 3 || 3))) === lastGroup(text) ? bytes : undefined;
}

/** The last group of characters. Only it can hold bits that decoding drops. */
const lastGroup = (text: string): string => text.slice(text.length - (text.length % 4 || 4));

/** Decodes UTF-8. Undefined if the bytes are invalid. A byte order mark is kept. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export function strictText(encoded: string): string | undefined {
  const bytes = strictBase64url(encoded);
  return bytes && exactText(bytes);
}
