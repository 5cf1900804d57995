import type { Sql, SqlValue } from "../../../runtime/powers/powers.ts";
import { type TestPowers, testPowers } from "../../runtime/kernel/powers.ts";

/** Documented limits of a Durable Object's database. workerd accepts larger rows; the platform does not. */
const ROW_MAX_BYTES = 2_000_000;
const PARAMETERS_MAX = 100;

const bytesOf = (value: SqlValue): number => (typeof value === "string" ? Buffer.byteLength(value) : 8);

/** The powers of kernel tests, with the platform's database limits. */
export function platformPowers(): TestPowers {
  const powers = testPowers();
  return { ...powers, sql: limited(powers.sql) };
}

function limited(sql: Sql): Sql {
  return {
    all<Row extends object>(query: string, ...values: SqlValue[]): Row[] {
      if (values.length > PARAMETERS_MAX) throw new Error("too many SQL variables: SQLITE_ERROR");
      if (values.reduce<number>((sum, value) => sum + bytesOf(value), 0) > ROW_MAX_BYTES)
        throw new Error("string or blob too big: SQLITE_TOOBIG");
      return sql.all<Row>(query, ...values);
    },
    atomically: (action) => sql.atomically(action),
    bytes: () => sql.bytes(),
  };
}
