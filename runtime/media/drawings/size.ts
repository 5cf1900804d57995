import { IMAGE_MAX_SIDE } from "../../../manifests/bounds/fields.ts";
import type { Size } from "../formats/unfit.ts";
import type { MarkupAttribute } from "./markup.ts";

/** Pixels of CSS in each unit of length. */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

const LENGTH = /^\+?(\d{1,9}(?:\.\d+)?|\.\d+)\s*(px|pt|pc|mm|cm|in|)$/i;

function pixels(text: string | undefined): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(text?.trim() ?? "") ?? [];
  const length = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  return length > 0 ? length : undefined;
}

/** A width and height in pixels, as exact as the drawing says them. */
export type Extent = Size;

/** The extent that a drawing has by itself: its width and height, else those of its `viewBox`. Undefined without either. */
export function drawnExtent(attributes: readonly MarkupAttribute[]): Extent | undefined {
  const valueOf = (wanted: string): string | undefined => attributes.find(({ name }) => name === wanted)?.value;
  const [width, height] = [pixels(valueOf("width")), pixels(valueOf("height"))];
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , boxWidth, boxHeight] = (valueOf("viewBox") ?? "").trim().split(/[\s,]+/);
  const [wide, high] = [pixels(boxWidth), pixels(boxHeight)];
  if (wide === undefined || high === undefined) return undefined;
  if (width !== undefined) return { width, height: (width * high) / wide };
  return height === undefined ? { width: wide, height: high } : { width: (height * wide) / high, height };
}

/** Whole pixels within the largest picture, in the same proportion. */
export function wholeSize({ width, height }: Extent): Size {
  const share = Math.min(1, IMAGE_MAX_SIDE / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.round(length * share));
  return { width: side(width), height: side(height) };
}
