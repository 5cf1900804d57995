import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1024 * 1024;

/** The digests of a file's bytes, in hexadecimal. */
export interface FileDigests {
  readonly md5: string;
  readonly sha256: string;
}

/** Reads a file once, in parts. */
export function digestsOf(path: string): FileDigests {
  const [md5, sha256, chunk] = [createHash("md5"), createHash("sha256"), Buffer.alloc(CHUNK_BYTES)];
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      md5.update(chunk.subarray(0, read));
      sha256.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return { md5: md5.digest("hex"), sha256: sha256.digest("hex") };
}
