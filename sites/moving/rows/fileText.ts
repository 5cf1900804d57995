import { IMPORT_FILE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";

/** The encodings of files that spreadsheets write. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

export const isFileTooLarge = (bytes: number): boolean => bytes > IMPORT_FILE_MAX_BYTES;

/** The text of a file. Without a mark it is UTF-8, or Windows-1252 if its bytes are not. */
export function fileText(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return { text: new TextDecoder(marked[0]).decode(bytes), encoding: marked[0] };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}
