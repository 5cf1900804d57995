import { IMAGE_MAX_SIDE } from "../../../manifests/bounds/fields.ts";
import { MEDIA_MAX_PIXELS } from "../../../manifests/bounds/media.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

/** Makes the refusal of a file. `found` is our own text; it quotes nothing from the file. */
export const unfitFile = (found: string, allowed: string): Refusal =>
  new Refusal("UNSUPPORTED_MEDIA_TYPE", { issues: [{ pointer: "", found, allowed }] });

export const broken = (format: string): Refusal =>
  unfitFile(
    `bytes that are not a complete ${format} file`,
    `a ${format} file from its first byte to its last, and nothing after it`,
  );

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Checks the size in a header before anything decodes the picture, because a few bytes may claim gigabytes. */
export function decodable({ width, height }: Size, format: string): Size {
  if (width < 1 || height < 1) throw broken(format);
  if (width > IMAGE_MAX_SIDE || height > IMAGE_MAX_SIDE || width * height > MEDIA_MAX_PIXELS) {
    throw new Refusal("TOO_LARGE", { width, height, maxSide: IMAGE_MAX_SIDE, maxPixels: MEDIA_MAX_PIXELS });
  }
  return { width, height };
}
