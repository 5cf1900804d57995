import { MEDIA_HEADER_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { orientationData, orientationOf } from "../formats/exif.ts";
import { type Walk, asciiAt } from "../formats/walk.ts";
import type { Pieces } from "./pieces.ts";

const SIGNATURE_BYTES = 8;
const CHECKSUM_BYTES = 4;
const EXIF = "eXIf";
const END = "IEND";

/** Chunks of pixels, colours, animation and the size on paper. */
const KEPT: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST acTL fcTL fdAT pHYs".split(" "),
);

export function* pngPieces(file: Pieces): Walk<void> {
  yield* file.skip(SIGNATURE_BYTES);
  file.keep(0, SIGNATURE_BYTES);
  for (let name = ""; name !== END;) {
    const from = file.at;
    const head = yield* file.take(8);
    name = asciiAt(head, 4, 4);
    const length = head.getUint32(0) + CHECKSUM_BYTES;
    if (KEPT.has(name)) file.keep(from, file.at + length);
    if (name === EXIF) yield* exif(file, from, length);
    else yield* file.skip(length);
  }
}

function* exif(file: Pieces, from: number, length: number): Walk<void> {
  const read = Math.min(length, MEDIA_HEADER_MAX_BYTES);
  const orientation = orientationOf(yield* file.take(read));
  if (orientation !== 1) file.replace(from, chunk(EXIF, orientationData(orientation)));
  yield* file.skip(length - read);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const made = new Uint8Array(8 + content.length + CHECKSUM_BYTES);
  const view = new DataView(made.buffer);
  view.setUint32(0, content.length);
  made.set(
    Array.from(name, (letter) => letter.charCodeAt(0)),
    4,
  );
  made.set(content, 8);
  view.setUint32(8 + content.length, checksum(made.subarray(4, 8 + content.length)));
  return made;
}

/** CRC-32, as a PNG needs it. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
