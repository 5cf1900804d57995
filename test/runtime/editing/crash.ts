import type { SqlValue } from "../../../runtime/powers/powers.ts";
import { worldOf, type World } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";
import { EDITING_PACK } from "./editingWorld.ts";

/** A workspace on the same database whose machine can stop. */
export interface MortalWorld extends World {
  /**
   * After this many statements every statement fails. An open transaction is rolled back, as at the next opening of a
   * database.
   */
  stopAfter(statements: number): void;
}

export function mortal(powers: TestPowers): MortalWorld {
  let left = Infinity;
  const { sql } = powers;
  const all = <Row extends object>(query: string, ...values: SqlValue[]): Row[] => {
    if (left <= 0) throw new Error("the machine has stopped");
    left -= 1;
    return sql.all<Row>(query, ...values);
  };
  const world = worldOf({ ...powers, sql: { ...sql, all } }, EDITING_PACK);
  return { ...world, stopAfter: (statements) => void (left = statements) };
}
