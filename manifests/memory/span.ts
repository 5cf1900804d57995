/** Milliseconds of a clock between which something holds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A span that begins later than now was noted before the clock was set back, and holds no more. */
export const isWithin = ({ from, until }: Span, now: number): boolean => from <= now && now < until;
