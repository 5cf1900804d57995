/** Tells from the beginning of a picture whether it moves. GIF is not among them, because it has no other widths. */
import { brandsOf } from "./formats/boxes.ts";
import { asciiAt } from "./formats/walk.ts";

/** Enough for the header of each format. A PNG may have its colour profile before the chunk that says it moves. */
export const ANIMATION_HEAD_BYTES = 16 * 1024;

const WEBP_FLAGS_AT = 20;
const WEBP_MOVES = 0x02;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const webpMoves = (bytes: Uint8Array): boolean =>
  asciiAt(viewOf(bytes), 12, 4) === "VP8X" && ((bytes[WEBP_FLAGS_AT] ?? 0) & WEBP_MOVES) !== 0;

/** Looks for the chunk that says so, which precedes the pixels. */
function pngMoves(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = asciiAt(view, at + 4, 4);
    if (name === "acTL" || name === "IDAT") return name === "acTL";
  }
  return false;
}

/** By file ending. */
export const ANIMATIONS: ReadonlyMap<string, (beginning: Uint8Array) => boolean> = new Map([
  ["avif", (bytes) => brandsOf(viewOf(bytes))[0] === "avis"],
  ["png", pngMoves],
  ["webp", webpMoves],
]);
