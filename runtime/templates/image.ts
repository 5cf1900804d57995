import { SHARED_PICTURE, SHARED_PICTURE_WIDTH } from "../../manifests/shapes/mediaTypes.ts";
import { escapeHtml } from "./escape.ts";
import { focalAttributes } from "./focal.ts";

/** The URLs that pictures may have: the site's own media. */
const MEDIA = /^\/media\/[A-Za-z0-9._~/-]+$/;

export const isMediaPath = (path: string): boolean => MEDIA.test(path) && !path.includes("..");

/** Width and height of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface ImageLook {
  readonly className: string;
  /** True to load the picture with priority, for the first one that a visitor sees. */
  readonly eager: boolean;
  /** The value of the `sizes` attribute. */
  readonly sizes: string;
  readonly widths: ReadonlyMap<string, readonly number[]>;
}

/** The URL of an uploaded file. Its other widths have URLs below it. */
export const UPLOADED = /^\/media\/[0-9a-f]{64}\/[A-Za-z0-9][A-Za-z0-9._~-]*\.([A-Za-z0-9]+)$/;

/**
 * The `srcset` of narrower widths and of the picture's own. Pictures are never enlarged, so the next larger width has
 * the picture's own, in fewer bytes than the file. Empty for a picture with one width only.
 */
function sourceSet(src: string, width: unknown, widths: ImageLook["widths"]): string {
  const ending = UPLOADED.exec(src)?.[1]?.toLowerCase();
  if (ending === undefined || typeof width !== "number") return "";
  const all = widths.get(ending) ?? [];
  const narrower = all.filter((one) => one < width);
  if (narrower.length === 0) return "";
  const next = all.find((one) => one >= width);
  const last = next === undefined ? src : `${src}/w${next}`;
  return [...narrower.map((one) => `${src}/w${one} ${one}w`), `${last} ${width}w`].join(", ");
}

const attribute = (name: string, value: string): string => (value === "" ? "" : ` ${name}="${escapeHtml(value)}"`);

const side = (value: unknown): string =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : "";

/** The picture that other services show beside a link: a JPEG, if the site makes one of the file. */
export function sharedPicture(image: unknown, widths: ImageLook["widths"]): object | undefined {
  const { src, alt, width, height } = { ...(image as Readonly<Record<string, unknown>> | undefined) };
  if (typeof src !== "string" || !isMediaPath(src)) return undefined;
  const ending = UPLOADED.exec(src)?.[1]?.toLowerCase() ?? "";
  if (!widths.has(ending) || typeof width !== "number" || typeof height !== "number")
    return { src, alt, width, height };
  const narrower = Math.min(1, SHARED_PICTURE_WIDTH / width);
  return {
    src: `${src}/${SHARED_PICTURE}`,
    alt,
    width: Math.round(width * narrower),
    height: Math.round(height * narrower),
  };
}

/** An `<img>` element. Empty without a picture. `alt` is always written; empty means decorative. */
export function imageElement(image: unknown, look: ImageLook): string {
  const { src, alt, title, width, height, focal } = { ...(image as Readonly<Record<string, unknown>> | undefined) };
  if (typeof src !== "string" || !isMediaPath(src)) return "";
  const set = sourceSet(src, width, look.widths);
  const parts = [
    attribute("srcset", set),
    attribute("sizes", set && look.sizes),
    attribute("width", side(width)),
    attribute("height", side(height)),
    attribute("title", typeof title === "string" ? title : ""),
    attribute("class", look.className),
    focalAttributes(focal),
    look.eager ? ' fetchpriority="high"' : ' loading="lazy"',
  ];
  const words = typeof alt === "string" ? escapeHtml(alt) : "";
  return `<img src="${escapeHtml(src)}" alt="${words}"${parts.join("")} decoding="async">`;
}
