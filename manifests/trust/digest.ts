import { base64urlOf } from "../bytes/base64.ts";

/** SHA-256, passed in because this folder has no other access to the platform. */
export type Sha256 = (bytes: Uint8Array) => Promise<ArrayBuffer | Uint8Array>;

/** `sha256-` and the base64url of the SHA-256, as manifests write it. */
export const bytesDigest = async (bytes: Uint8Array, sha256: Sha256): Promise<string> =>
  `sha256-${base64urlOf(new Uint8Array(await sha256(bytes)))}`;

export const textDigest = (text: string, sha256: Sha256): Promise<string> =>
  bytesDigest(new TextEncoder().encode(text), sha256);
