import type { MoveLoss } from "./moved.ts";

/** The files of a source: of a folder, of an archive, or of a browser's choice. */
export interface Folder {
  /** Paths from the root of the source, with `/`, in order. */
  readonly paths: readonly string[];
  text(path: string): Promise<string>;
  /** The first characters of a file. */
  head(path: string, chars: number): Promise<string>;
  /** The text of a file in pieces, for files of any size. */
  stream(path: string): AsyncIterable<string>;
  bytes(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Parts of the source that could not be listed. */
  readonly missing?: readonly MoveLoss[];
}
