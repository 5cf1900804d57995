/** The frame of a crop, in percent of the turned picture. */

export interface CropFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE: CropFrame = { left: 0, top: 0, width: 100, height: 100 };

/** The smallest side of a frame, in percent. */
const LEAST = 1;

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Number.isFinite(value) ? value : least));

/** A frame inside the picture. */
export function fitted({ left, top, width, height }: CropFrame): CropFrame {
  const [x, y] = [within(left, 0, 100 - LEAST), within(top, 0, 100 - LEAST)];
  return { left: x, top: y, width: within(width, LEAST, 100 - x), height: within(height, LEAST, 100 - y) };
}

type Point = readonly [x: number, y: number];

/** The frame between two points of the picture. */
export const frameBetween = ([x1, y1]: Point, [x2, y2]: Point): CropFrame =>
  fitted({
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x1 - x2),
    height: Math.abs(y1 - y2),
  });

/** The frame around the same part of the picture after a quarter turn to the right. */
export const turnedFrame = ({ left, top, width, height }: CropFrame): CropFrame => ({
  left: 100 - top - height,
  top: left,
  width: height,
  height: width,
});

/** The sides of a picture after quarter turns. */
export const turnedSides = ([width, height]: Point, turns: number): Point =>
  turns % 2 === 0 ? [width, height] : [height, width];

/** The frame in whole pixels. It has at least one. */
export function framePixels(
  { left, top, width, height }: CropFrame,
  [w, h]: Point,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const [x, y] = [Math.min(w - 1, Math.round((left * w) / 100)), Math.min(h - 1, Math.round((top * h) / 100))];
  return {
    x,
    y,
    width: Math.max(1, Math.min(w - x, Math.round((width * w) / 100))),
    height: Math.max(1, Math.min(h - y, Math.round((height * h) / 100))),
  };
}
