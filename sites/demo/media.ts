/** Pictures of the demo, with their bucket keys and sizes. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface MediaFile {
  /** Key in the media bucket. */
  readonly key: string;
  /** Path under which the site serves it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Readers of the size, by the first chunk of the three kinds of WebP. */
const SIZES: Readonly<Record<string, (bytes: Buffer) => Size>> = {
  "VP8 ": (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
};

export function webpSize(bytes: Buffer): Size {
  const read = SIZES[bytes.toString("latin1", 12, 16)];
  if (bytes.toString("latin1", 8, 12) !== "WEBP" || !read) throw new Error("not a WebP picture");
  return read(bytes);
}

export function findMedia(tenant: string, folder: string, file: string): MediaFile {
  const bytes = readFileSync(new URL(`./media/${folder}/${file}`, import.meta.url));
  const digest = createHash("sha256").update(bytes).digest("hex");
  return {
    key: `${tenant}/${digest}/${file}`,
    path: `/media/${digest}/${file}`,
    bytes,
    contentType: "image/webp",
    ...webpSize(bytes),
  };
}
