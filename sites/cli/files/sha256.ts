import { createHash } from "node:crypto";

/** SHA-256 of bytes, or of a text in UTF-8: 64 lower-case hex characters. */
export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** The same digest in base64url, as manifests and PKCE (RFC 7636) write it. */
export const sha256Base64url = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("base64url");
