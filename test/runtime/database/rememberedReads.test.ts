/** Reads that are remembered answer exactly what the database would. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  REMEMBERED_READ_MAX_CHARS,
  REMEMBERED_READ_MAX_ROWS,
  REMEMBERED_READS_MAX_CHARS,
  REMEMBERED_TEXTS_MAX,
} from "../../../manifests/bounds/commands.ts";
import { inRollback } from "../../../runtime/database/inRollback.ts";
import { rememberingReads } from "../../../runtime/database/rememberedReads.ts";
import type { Sql, SqlValue } from "../../../runtime/powers/powers.ts";
import { testPowers } from "../kernel/powers.ts";

let asked: string[] = [];
let sql: Sql;

beforeEach(() => {
  const { sql: below } = testPowers();
  asked = [];
  sql = rememberingReads({
    ...below,
    all: <Row extends object>(query: string, ...values: SqlValue[]) => {
      asked.push(query);
      return below.all<Row>(query, ...values);
    },
  });
  sql.all("CREATE TABLE boats (id TEXT PRIMARY KEY, name ANY) STRICT");
  sql.all("CREATE TABLE piers (id TEXT PRIMARY KEY, boat TEXT) STRICT");
  sql.all("INSERT INTO boats (id, name) VALUES ('a', 'Gull'), ('b', 'Tern')");
  asked = [];
});

const NAME = "SELECT name FROM boats WHERE id = ?";
const nameOf = (id: string): unknown => sql.all<{ name: unknown }>(NAME, id)[0]?.name;
/** The number of times that the database was asked. */
const count = (query: string): number => asked.filter((one) => one === query).length;

describe("a remembered read", () => {
  test("asks the database once", () => {
    expect([nameOf("a"), nameOf("b"), nameOf("a"), nameOf("none"), nameOf("none")]).toEqual([
      "Gull",
      "Tern",
      "Gull",
      undefined,
      undefined,
    ]);
    expect(count(NAME)).toBe(3);
  });

  test("tells values of different types from each other", () => {
    const query = "SELECT typeof(?) AS type FROM boats LIMIT 1";
    const types = [1, "1", null, "null", "[1]", Infinity].map(
      (value) => sql.all<{ type: string }>(query, value)[0]?.type,
    );
    expect(types).toEqual(["real", "text", "null", "text", "text", "real"]);
  });

  test("belongs to its caller, who may change it", () => {
    const [first, again] = [0, 1].map(() => sql.all<{ name: string }>(NAME, "a"));
    if (first?.[0]) first[0].name = "changed";
    first?.pop();
    expect(again).toMatchObject([{ name: "Gull" }]);
    expect(nameOf("a")).toBe("Gull");
  });
});

describe("a write", () => {
  test.for([
    "INSERT OR REPLACE INTO boats (id, name) VALUES ('a', 'Skua')",
    "REPLACE INTO boats (id, name) VALUES ('a', 'Skua')",
    "  INSERT INTO boats (id, name) VALUES ('a', 'x') ON CONFLICT DO UPDATE SET name = 'Skua'",
    "UPDATE boats SET name = 'Skua' WHERE id = 'a'",
    "UPDATE OR IGNORE boats SET name = 'Skua' WHERE id = 'a' RETURNING id",
    `update "boats" set name = 'Skua' where id = 'a'`,
    "WITH one AS (SELECT 'a' AS id) UPDATE boats SET name = 'Skua' WHERE id IN (SELECT id FROM one)",
  ])("is seen by the next read: %s", (query) => {
    expect(nameOf("a")).toBe("Gull");
    sql.all(query);
    expect(nameOf("a")).toBe("Skua");
  });

  test("is seen by a read that joins the table, or names it in a part", () => {
    const joined = "SELECT name FROM piers JOIN boats ON boats.id = piers.boat";
    const counted = "SELECT (SELECT count(*) FROM boats) AS n FROM boats LIMIT 1";
    sql.all("INSERT INTO piers (id, boat) VALUES ('p', 'a')");
    expect([sql.all(joined), sql.all(counted)]).toMatchObject([[{ name: "Gull" }], [{ n: 2 }]]);
    sql.all("DELETE FROM boats WHERE id = 'a'");
    expect([sql.all(joined), sql.all(counted)]).toMatchObject([[], [{ n: 1 }]]);
  });

  test("of another table lets a read stay", () => {
    nameOf("a");
    sql.all("INSERT INTO piers (id, boat) VALUES ('p', 'a')");
    nameOf("a");
    expect(count(NAME)).toBe(1);
  });

  test("that fails is not seen", () => {
    nameOf("a");
    expect(() => sql.all("INSERT INTO boats (id, name) VALUES ('a', 'Skua')")).toThrow(/UNIQUE/);
    expect(nameOf("a")).toBe("Gull");
  });

  test("that is rolled back is not seen after it", () => {
    const within = inRollback(sql, () => {
      sql.all("UPDATE boats SET name = 'Skua' WHERE id = 'a'");
      return nameOf("a");
    });
    expect([within, nameOf("a")]).toEqual(["Skua", "Gull"]);
  });

  test("of the schema is seen", () => {
    nameOf("a");
    sql.all("ALTER TABLE boats RENAME TO ships");
    expect(() => nameOf("a")).toThrow(/no such table/);
  });
});

describe("the memory", () => {
  test("keeps no answer of quoted tables, which triggers may write", () => {
    const query = `SELECT name FROM "boats"`;
    sql.all(query);
    sql.all(query);
    expect(count(query)).toBe(2);
  });

  test.for([
    [REMEMBERED_READ_MAX_ROWS - 1, 1],
    [REMEMBERED_READ_MAX_ROWS, 1],
    [REMEMBERED_READ_MAX_ROWS + 1, 2],
  ])("keeps answers of few rows: %i", ([rows = 0, asks]) => {
    const query = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT ?) SELECT n FROM n";
    expect([sql.all(query, rows).length, sql.all(query, rows).length]).toEqual([rows, rows]);
    expect(count(query)).toBe(asks);
  });

  test.for([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("keeps answers up to a number of characters: %i", ([more = 0, asks]) => {
    const beside = JSON.stringify(["a"]).length;
    sql.all("UPDATE boats SET name = ? WHERE id = 'a'", "x".repeat(REMEMBERED_READ_MAX_CHARS - beside + more));
    nameOf("a");
    nameOf("a");
    expect(count(NAME)).toBe(asks);
  });

  test.for([
    [0, 0],
    [1, 1],
  ])("forgets all when it is full: %i", ([more = 0, asks]) => {
    const query = "SELECT ? AS text FROM boats LIMIT 1";
    const each = REMEMBERED_READS_MAX_CHARS / 16;
    // The value is in the answer and in its key, with four characters of JSON.
    const fill = (chars: number, sign: string): unknown => sql.all(query, sign.repeat((chars - 4) / 2));
    for (let at = 0; at < 15; at++) fill(each, String.fromCharCode(97 + at));
    fill(each + 2 * more, "p");
    asked = [];
    fill(each, "a");
    expect(count(query)).toBe(asks);
  });

  test("forgets all when there are too many texts, and goes on", () => {
    const texts = Array.from({ length: REMEMBERED_TEXTS_MAX + 1 }, (_, at) => `SELECT ${at} AS n FROM boats LIMIT 1`);
    nameOf("a");
    for (const text of texts) sql.all(text);
    sql.all("UPDATE boats SET name = 'Skua' WHERE id = 'a'");
    expect(nameOf("a")).toBe("Skua");
    expect(count(NAME)).toBe(2);
  });
});
