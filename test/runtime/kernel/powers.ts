import { createHash, createHmac } from "node:crypto";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Powers, Sql, SqlValue } from "../../../runtime/powers/powers.ts";
import { rememberingReads } from "../../../runtime/database/rememberedReads.ts";
import { migrate } from "../../../runtime/schema.ts";

/** Powers for tests: a clock that a test sets, counting ids, and a database in memory. */
export interface TestPowers extends Powers {
  clock: { now: number };
  /** Keeps what these powers have now. Answers a maker of powers that begin there, each with its own copy. */
  keep(): () => TestPowers;
}

const BEGINNING = Date.UTC(2026, 0, 2);

export function testPowers(database = workspaceDatabase(), { now = BEGINNING, given = 0 } = {}): TestPowers {
  const clock = { now };
  let ids = given;
  return {
    clock,
    keep() {
      const [kept, moment] = [database.serialize(), { now: clock.now, given: ids }];
      return () => testPowers(copyOf(kept), moment);
    },
    sql: rememberingReads(nodeSql(database)),
    now: () => clock.now,
    timestamp: (ms) => new Date(ms).toISOString(),
    newId: () => `id-${++ids}`,
    newIdAt: () => `id-${++ids}`,
    digest: async (text) => createHash("sha256").update(text).digest("hex"),
    sign: async (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
    sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
  };
}

/** A migrated workspace database without a site. It is copied, because thousands of tests need one. */
const workspaceDatabase = (): DatabaseSync => copyOf((original ??= migrated()));

function copyOf(kept: Uint8Array): DatabaseSync {
  const copy = new DatabaseSync(":memory:");
  copy.deserialize(kept);
  return copy;
}

let original: Uint8Array | undefined;

function migrated(): Uint8Array {
  const database = new DatabaseSync(":memory:");
  migrate(nodeSql(database));
  return database.serialize();
}

function nodeSql(database: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const prepared = (query: string): StatementSync => {
    const known = statements.get(query);
    if (known) return known;
    const made = database.prepare(query);
    statements.set(query, made);
    return made;
  };
  return {
    all: <Row extends object>(query: string, ...values: SqlValue[]) => prepared(query).all(...values) as Row[],
    atomically<T>(action: () => T): T {
      if (depth > 0) return action();
      depth += 1;
      database.exec("BEGIN");
      try {
        const result = action();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
    },
    // Freed pages do not count, as on the platform.
    bytes: () =>
      Number(
        prepared(
          "SELECT (SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count) AS n",
        ).get()?.["n"],
      ) * 4096,
  };
}
