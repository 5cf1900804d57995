import { hexOf } from "../../../manifests/bytes/hex.ts";

/** SHA-256 of a text in UTF-8. */
export const sha256Of = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** SHA-256 of a text in lower-case hex. */
export const sha256Hex = async (text: string): Promise<string> => hexOf(await sha256Of(text));
