/** Pictures with metadata as cameras write it. */
import { JPEG, PNG, be16, be32, bytes, pngChunk } from "./mediaFiles.ts";

type Part = Parameters<typeof bytes>[number];

/** Stands for a place in metadata. */
export const PLACE = "Lat 54.4, Device 7";
export const BIG_PLACE = PLACE.repeat(10);

/** Exif data that has an orientation, and behind it whatever else is given. */
export const exifOf = (orientation: number, more = PLACE): Uint8Array<ArrayBuffer> =>
  bytes("MM", be16(42), be32(8), be16(1), be16(0x0112), be16(3), be32(1), be16(orientation), be16(0), be32(0), more);

/** A segment of a JPEG. */
export function segment(marker: number, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const content = bytes(...parts);
  return bytes([0xff, marker], be16(content.length + 2), content);
}

export const photograph = (orientation: number): Uint8Array<ArrayBuffer> =>
  bytes(JPEG.subarray(0, 2), segment(0xe1, "Exif\0\0", exifOf(orientation)), segment(0xfe, PLACE), JPEG.subarray(2));

export const pngPhotograph = (orientation: number): Uint8Array<ArrayBuffer> =>
  bytes(PNG.subarray(0, 33), pngChunk("eXIf", exifOf(orientation)), pngChunk("tEXt", PLACE), PNG.subarray(33));

const le32 = (value: number): readonly number[] => be32(value).toReversed();

/** A chunk of a WebP, with the byte that makes its length even. */
export function webpChunk(name: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const content = bytes(...parts);
  return bytes(name, le32(content.length), content, new Uint8Array(content.length % 2));
}

export function webpOf(...chunks: Part[]): Uint8Array<ArrayBuffer> {
  const content = bytes("WEBP", ...chunks);
  return bytes("RIFF", le32(content.length), content);
}
