import { escapeHtml } from "./escape.ts";

/** Pictures come from the site's own media and from nowhere else. */
const MEDIA = /^\/media\/[A-Za-z0-9._~/-]+$/;

export const isMediaPath = (path: string): boolean => MEDIA.test(path) && !path.includes("..");

export interface ImageLook {
  readonly className: string;
  /** Loaded at once and before other pictures: for the first one a visitor sees. */
  readonly eager: boolean;
}

const attribute = (name: string, value: string): string => (value === "" ? "" : ` ${name}="${escapeHtml(value)}"`);

const side = (value: unknown): string =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : "";

/** A whole `<img>`, or nothing when there is no picture. `alt` is always there; empty, it says "decorative". */
export function imageElement(image: unknown, look: ImageLook): string {
  const { src, alt, width, height } = { ...(image as Readonly<Record<string, unknown>> | undefined) };
  if (typeof src !== "string" || !isMediaPath(src)) return "";
  const parts = [
    attribute("width", side(width)),
    attribute("height", side(height)),
    attribute("class", look.className),
    look.eager ? ' fetchpriority="high"' : ' loading="lazy"',
  ];
  const words = typeof alt === "string" ? escapeHtml(alt) : "";
  return `<img src="${escapeHtml(src)}" alt="${words}"${parts.join("")} decoding="async">`;
}
