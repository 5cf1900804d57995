/** A part of a list that begins with the newest row: what comes before one row, which has a time and an id. */
export interface Portion {
  readonly now: number;
  readonly before: readonly [at: number, id: string];
  readonly most: number;
}
