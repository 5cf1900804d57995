/** An SQL condition on the records that must still hold at the write. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** The condition that both hold. */
export const both = (one: Condition, two: Condition): Condition => ({
  sql: `${one.sql} AND ${two.sql}`,
  values: [...one.values, ...two.values],
});
