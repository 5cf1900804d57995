/** A straight line through figures over time. */
export interface Growth {
  readonly mean: number;
  /** The growth in one hour, and its standard error. */
  readonly anHour: number;
  readonly error: number;
}

const HOUR = 3_600;

/** A least-squares line through figures at times in seconds. */
export function growthOf(points: readonly (readonly [number, number])[]): Growth {
  const count = points.length;
  const [meanX, mean] = [0, 1].map((at) => points.reduce((sum, point) => sum + (point[at] ?? 0), 0) / count);
  if (meanX === undefined || mean === undefined || count < 3) throw new Error("too few samples for a line");
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - mean), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - mean - slope * (x - meanX)) ** 2, 0);
  return { mean, anHour: slope * HOUR, error: Math.sqrt(rest / (count - 2) / spread) * HOUR };
}
