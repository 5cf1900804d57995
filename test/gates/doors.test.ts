import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

interface Door {
  /** A power of the platform that only one file may use. All others get its result. */
  readonly power: string;
  /** The sources that could use it. */
  readonly within: string;
  readonly asked: RegExp;
  readonly file: string;
}

const DOORS: readonly Door[] = [
  {
    power: "the named Cache API",
    within: "{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}",
    asked: /\bcaches\.(?:open|default)\b/,
    file: "sites/platform/pageCache/namedPageCache.ts",
  },
  {
    // Behind it stand the remembered reads: a statement beside them would leave old rows in memory.
    power: "the database of a workspace",
    within: "{runtime,capabilities,sites/workers/{workspace,tenant}}/**/*.ts",
    asked:
      /\bstorage\s*\.\s*(?:sql|transactionSync)\b|\{[^{}]*\bsql\b[^{}]*\}\s*=\s*[\w.]*\bstorage\b|\.\s*exec\s*(?:<[^>]*>)?\(\s*["'`](?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|PRAGMA|WITH)\b/,
    file: "sites/workers/workspace/object/objectPowers.ts",
  },
];

const sourcesIn = (within: string): string[] =>
  globSync(within, { cwd: ROOT }).filter(
    (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path),
  );

test.each(DOORS)("one file alone asks for $power", ({ within, asked, file }) => {
  expect(sourcesIn(within).filter((path) => asked.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([file]);
});

describe("the door of a workspace's database", () => {
  const asked = DOORS.at(-1)?.asked ?? / /;

  test.each([
    "this.ctx.storage.sql.exec(query)",
    "ctx.storage\n  .sql",
    "const { sql } = this.ctx.storage;",
    "const { sql, kv } = state.storage;",
    "this.#sql.exec('SELECT 1')",
    "database.exec<Row>(`UPDATE sites SET name = ''`)",
    "storage.transactionSync(() => undefined)",
  ])("is refused to %s", (code) => expect(code).toMatch(asked));

  test.each(["powers.sql.all('SELECT 1')", "const { sql } = this.#powers;", "PATTERN.exec(text)", "storage.put(key)"])(
    "is not meant by %s",
    (code) => expect(code).not.toMatch(asked),
  );
});
