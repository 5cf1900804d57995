import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { AREAS } from "../../../runtime/areas.ts";
import { Schema, schemaVersion } from "../../../runtime/database/schema.ts";
import type { AreaTables } from "../../../runtime/database/tables.ts";
import type { Sql } from "../../../runtime/powers/powers.ts";
import { testPowers } from "../kernel/powers.ts";

const emptyDatabase = (): Sql => testPowers(new DatabaseSync(":memory:")).sql;

function migrated(schema: Schema): Sql {
  const sql = emptyDatabase();
  schema.migrate(sql);
  return sql;
}

/** Counts the changes of tables that a database is asked for. */
function counting(sql: Sql): { sql: Sql; alterations: () => number } {
  let alterations = 0;
  const all: Sql["all"] = (query, ...values) => {
    if (query.startsWith("ALTER TABLE")) alterations += 1;
    return sql.all(query, ...values);
  };
  return { sql: { ...sql, all }, alterations: () => alterations };
}

const dump = (sql: Sql) => ({
  schema: sql.all("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"),
  columns: sql.all(
    `SELECT tables.name AS owner, columns.* FROM sqlite_master AS tables, pragma_table_xinfo(tables.name) AS columns
     WHERE tables.type = 'table' ORDER BY owner, cid`,
  ),
  versions: sql.all("SELECT version FROM schema_version ORDER BY version"),
});

const workspace = (): Schema => new Schema(AREAS.flatMap(({ tables }) => tables ?? []));

const areaOf = (steps: AreaTables["steps"]): AreaTables => ({ tables: {}, steps });

test("a second database is the same as one that went through all steps", () => {
  const schema = workspace();
  const [first, second, third] = [migrated(schema), migrated(schema), migrated(schema)];
  expect(dump(first).schema.length).toBeGreaterThan(90);
  expect(dump(second)).toEqual(dump(first));
  expect(dump(third)).toEqual(dump(first));
});

test("only the first database is changed step by step", () => {
  const schema = workspace();
  const [first, second] = [counting(emptyDatabase()), counting(emptyDatabase())];
  schema.migrate(first.sql);
  schema.migrate(second.sql);
  expect(first.alterations()).toBeGreaterThan(20);
  expect(second.alterations()).toBe(0);
});

test("a database of an earlier version goes through its own steps", () => {
  const schema = workspace();
  migrated(schema);
  const { sql, alterations } = counting(emptyDatabase());
  schema.startOver(sql, 10, []);
  expect(schemaVersion(sql)).toBe(10);
  const before = alterations();
  schema.migrate(sql);
  expect(alterations()).toBeGreaterThan(before);
  expect(dump(sql)).toEqual(dump(migrated(schema)));
});

test("rows that a step writes are in each database", () => {
  const schema = new Schema([
    areaOf({
      1: ["CREATE TABLE counters (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT"],
      2: ["INSERT INTO counters VALUES ('visits', 0)"],
    }),
  ]);
  for (const sql of [migrated(schema), migrated(schema)])
    expect(sql.all("SELECT * FROM counters")).toEqual([{ name: "visits", count: 0 }]);
});

test("tables, indexes and triggers come in the order that made them", () => {
  const schema = new Schema([
    areaOf({
      1: ["CREATE TABLE old (a TEXT)", "CREATE INDEX by_a ON old (a)"],
      2: [
        "ALTER TABLE old RENAME TO fresh",
        "CREATE TABLE log (a TEXT)",
        "CREATE TRIGGER watched AFTER INSERT ON fresh BEGIN INSERT INTO log VALUES (new.a); END",
      ],
      3: ["DROP TABLE log", "CREATE TABLE log (a TEXT, b TEXT DEFAULT 'x')"],
    }),
  ]);
  const [first, second] = [migrated(schema), migrated(schema)];
  expect(dump(second)).toEqual(dump(first));
});

test("a migration that failed leaves nothing for the next database", () => {
  const schema = new Schema([areaOf({ 1: ["CREATE TABLE one (a TEXT)"], 2: ["CREATE TABLE one (a TEXT)"] })]);
  for (let attempt = 0; attempt < 2; attempt++) {
    const sql = emptyDatabase();
    expect(() => schema.migrate(sql)).toThrow("already exists");
    expect(sql.all("SELECT name FROM sqlite_master WHERE name = 'one'")).toEqual([]);
  }
});
