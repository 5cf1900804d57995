/** A period of validity, in milliseconds of a clock. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * Tells whether `now` is in the period. A period that begins after `now` was recorded before the clock was set back,
 * and is over.
 */
export const isWithin = ({ from, until }: Span, now: number): boolean => from <= now && now < until;
