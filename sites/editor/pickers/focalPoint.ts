/** A point of a picture, from its left and its top, each from 0 to 1. */
export interface Focal {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Focal = { x: 0.5, y: 0.5 };

const clamped = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

export const pointAt = (x: number, y: number): Focal => ({ x: clamped(x), y: clamped(y) });

/** The step of an arrow key, as a share of the picture; the long step is with Shift. */
const STEP = 0.01;
const LONG_STEP = 0.1;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point after an arrow key; undefined for any other key. */
export function focalMovedBy(key: string, isLong: boolean, { x, y }: Focal): Focal | undefined {
  const direction = DIRECTIONS[key];
  const step = isLong ? LONG_STEP : STEP;
  return direction && pointAt(x + direction[0] * step, y + direction[1] * step);
}

export const percent = (share: number): number => Math.round(share * 100);
