import type { Pieces } from "./pieces.ts";

/** Bytes of a file that are overwritten. */
export interface Blank {
  readonly from: number;
  /** The place after them. It may lie behind the file's end. */
  readonly to: number;
  /** The first bytes in their place, and the byte for all others. */
  readonly begins: Uint8Array;
  readonly fill: 0 | 0x20;
}

const FILLED_BYTES = 64 * 1024;
/** Bytes that all blanks share. */
const FILLED: Readonly<Record<Blank["fill"], Uint8Array>> = {
  0: new Uint8Array(FILLED_BYTES),
  0x20: new Uint8Array(FILLED_BYTES).fill(0x20),
};

/** Keeps all bytes that were read, but for the blanks. Where blanks overlap, the first of them counts. */
export function blanked(file: Pieces, blanks: readonly Blank[]): void {
  const end = file.at;
  let kept = 0;
  for (const { from, to, begins, fill } of blanks.toSorted((one, other) => one.from - other.from)) {
    const [start, stop] = [Math.max(from, kept), Math.min(to, end)];
    if (start >= stop) continue;
    file.keep(kept, start);
    const first = start === from && begins.length <= stop - start ? begins : begins.subarray(0, 0);
    file.replace(start, first);
    for (let at = start + first.length; at < stop; at += FILLED_BYTES)
      file.replace(start, FILLED[fill].subarray(0, Math.min(FILLED_BYTES, stop - at)));
    kept = stop;
  }
  file.keep(kept, end);
}
