import { hexOf } from "../../../manifests/bytes/hex.ts";

/** SHA-256 of a text in UTF-8. */
export const hashText = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** SHA-256 of a text in lower-case hex. */
export const sha256Hex = async (text: string): Promise<string> => hexOf(await hashText(text));

/** The metadata by which a stored value proves that no byte of it has changed. */
export interface ValueProof {
  readonly sha256: string;
}

export const digestProof = async (value: string): Promise<ValueProof> => ({ sha256: await sha256Hex(value) });
