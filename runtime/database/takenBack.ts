import type { Sql } from "../powers/powers.ts";

/** Carries an answer out of a transaction that the throw rolls back. */
class Rollback<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super("taken back");
    this.answer = answer;
  }
}

/** Answers what `action` answers, and leaves the database as it was. */
export function takenBack<T>(sql: Sql, action: () => T): T {
  try {
    return sql.atomically<never>(() => {
      throw new Rollback(action());
    });
  } catch (error) {
    if (error instanceof Rollback) return error.answer as T;
    throw error;
  }
}
