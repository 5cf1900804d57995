import type { Sql } from "../powers/powers.ts";

/** Carries the answer out of a transaction that is rolled back by throwing. */
class Rollback<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super("taken back");
    this.answer = answer;
  }
}

/** Runs `action` in a transaction, rolls it back, and returns the answer. */
export function inRollback<T>(sql: Sql, action: () => T): T {
  try {
    return sql.atomically<never>(() => {
      throw new Rollback(action());
    });
  } catch (error) {
    if (error instanceof Rollback) return error.answer as T;
    throw error;
  }
}
