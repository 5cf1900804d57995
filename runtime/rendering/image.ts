import { escapeHtml } from "./escape.ts";
import { focalAttributes } from "./focal.ts";

/** Pictures come from the site's own media and from nowhere else. */
const MEDIA = /^\/media\/[A-Za-z0-9._~/-]+$/;

export const isMediaPath = (path: string): boolean => MEDIA.test(path) && !path.includes("..");

export interface ImageLook {
  readonly className: string;
  /** Loaded at once and before other pictures: for the first one a visitor sees. */
  readonly eager: boolean;
  /** How wide it is shown, in the words of the `sizes` attribute. */
  readonly sizes: string;
  readonly widths: ReadonlyMap<string, readonly number[]>;
}

/** A file as it was uploaded, whose other widths are served below it. */
const UPLOADED = /^\/media\/[0-9a-f]{64}\/[A-Za-z0-9][A-Za-z0-9._~-]*\.([A-Za-z0-9]+)$/;

/** How much wider a picture has to be for another width of it: less would save next to nothing. */
const WORTH_IT = 1.5;

/** The narrower widths a browser may choose among; nothing for a picture that is served in its own only. */
function sourceSet(src: string, width: unknown, widths: ImageLook["widths"]): string {
  const ending = UPLOADED.exec(src)?.[1]?.toLowerCase();
  if (ending === undefined || typeof width !== "number") return "";
  const narrower = (widths.get(ending) ?? []).filter((one) => one * WORTH_IT <= width);
  return narrower.length === 0 ? "" : [...narrower.map((one) => `${src}/w${one} ${one}w`), `${src} ${width}w`].join(", ");
}

const attribute = (name: string, value: string): string => (value === "" ? "" : ` ${name}="${escapeHtml(value)}"`);

const side = (value: unknown): string =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : "";

/** A whole `<img>`, or nothing when there is no picture. `alt` is always there; empty, it says "decorative". */
export function imageElement(image: unknown, look: ImageLook): string {
  const { src, alt, width, height, focal } = { ...(image as Readonly<Record<string, unknown>> | undefined) };
  if (typeof src !== "string" || !isMediaPath(src)) return "";
  const set = sourceSet(src, width, look.widths);
  const parts = [
    attribute("srcset", set),
    attribute("sizes", set && look.sizes),
    attribute("width", side(width)),
    attribute("height", side(height)),
    attribute("class", look.className),
    focalAttributes(focal),
    look.eager ? ' fetchpriority="high"' : ' loading="lazy"',
  ];
  const words = typeof alt === "string" ? escapeHtml(alt) : "";
  return `<img src="${escapeHtml(src)}" alt="${words}"${parts.join("")} decoding="async">`;
}
