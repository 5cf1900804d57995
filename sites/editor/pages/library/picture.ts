import { raw } from "hono/html";
import { type MediaTypeName, mediaRow, RESIZED_ENDINGS } from "../../../../manifests/shapes/mediaTypes.ts";
import type { MediaView } from "../../../../runtime/media/views.ts";
import { imageElement } from "../../../../runtime/templates/image.ts";
import type { Html } from "../drawing/html.ts";

const NARROW = [320, 640, 960] as const;
const WIDTHS: ReadonlyMap<string, readonly number[]> = new Map([...RESIZED_ENDINGS].map((ending) => [ending, NARROW]));

export const isPictureType = ({ type }: MediaView): boolean => type.startsWith("image/");

/** True for a picture of pixels. A browser can make another one of it. */
export const mayCrop = ({ type, width }: MediaView): boolean =>
  width !== null && RESIZED_ENDINGS.has(mediaRow(type).ending);

/** A picture of the library at its displayed width; empty for other files. */
export function libraryPicture(
  { path, width, height, focal, ...file }: MediaView,
  className: string,
  sizes: string,
  alt = "",
): Html | string {
  if (!isPictureType(file as MediaView)) return "";
  return raw(
    imageElement({ src: path, alt, width, height, focal }, { className, eager: false, sizes, widths: WIDTHS }),
  );
}

export const mediaTypeName = (type: MediaTypeName): string => mediaRow(type).ending.toUpperCase();

export const sidesOf = ({ width, height }: MediaView): string =>
  width === null || height === null ? "" : `${width} × ${height}`;
