import { beforeAll, describe, expect, test } from "vitest";
import { STORAGE_VALUE_MAX_CHARS } from "../../../../manifests/bounds/bridge.ts";
import {
  MEMBER_PAGE_COUNT_MAX,
  MEMBER_PAGE_EXPORTED,
  MEMBER_PAGE_EXPORTED_CHARS,
  MEMBER_PAGE_ROWS,
  MEMBER_PAGE_SOUGHT,
  MEMBER_PAGE_SOUGHT_CHARS,
} from "../../../../manifests/bounds/plugins.ts";
import type { MemberPageField, MemberPageList } from "../../../../manifests/manifest/memberPage.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { pagePart } from "../../../../runtime/plugins/pages/pageCsv.ts";
import { listedRows, soughtRows } from "../../../../runtime/plugins/pages/rowsOfList.ts";
import type { SqlValue } from "../../../../runtime/powers/powers.ts";
import { StorageRows } from "../../../../runtime/plugins/storage/storageRows.ts";
import { testPowers } from "../../kernel/powers.ts";

const { sql } = testPowers();
const rows = new StorageRows(sql, "main", "acme.a");
const list = (name: string, more: Partial<MemberPageList> = {}): MemberPageList => ({
  name,
  title: name,
  prefix: `${name}:`,
  ...more,
});
const fields: readonly MemberPageField[] = [
  { field: "text", title: "Text" },
  { field: "at", title: "=Time", as: "time" },
];
const key = (name: string, n: number): string => `${name}:${String(n).padStart(5, "0")}`;

function store(name: string, count: number, valueOf: (n: number) => unknown): void {
  rows.put(
    Array.from({ length: count }, (_, n) => ({ key: key(name, n), value: JSON.stringify(valueOf(n)) ?? "null" })),
  );
}

const sought = (name: string, text: string, after?: string) => {
  const { shown, next } = soughtRows(rows, list(name, { order: "first" }), after, { text, fields });
  return { shown: shown.map((row) => row.key), next };
};

/** The same rows, with what reading them costs. */
function counting() {
  const cost = { statements: 0, rows: 0, chars: 0 };
  const all = <Row extends object>(query: string, ...bindings: SqlValue[]): Row[] => {
    const found = sql.all<Row & { value?: string }>(query, ...bindings);
    cost.statements += 1;
    cost.rows += found.length;
    cost.chars += found.reduce((sum, { value = "" }) => sum + value.length, 0);
    return found;
  };
  return { rows: new StorageRows({ ...sql, all }, "main", "acme.a"), cost };
}

beforeAll(() => {
  migrate(sql);
  store("few", 3, (n) => ({ text: ["Ünal", "una", '"quoted"\n'][n], at: n, hidden: "secret" }));
  for (const count of [MEMBER_PAGE_SOUGHT - 1, MEMBER_PAGE_SOUGHT, MEMBER_PAGE_SOUGHT + 1])
    store(`last${count}`, count, (n) => ({ text: n === count - 1 ? "needle" : "hay" }));
  store("wide", 3, (n) => ({ text: `${"x".repeat(MEMBER_PAGE_SOUGHT_CHARS / 2)}${n === 2 ? "needle" : ""}` }));
  for (const count of [MEMBER_PAGE_ROWS - 1, MEMBER_PAGE_ROWS, MEMBER_PAGE_ROWS + 1])
    store(`all${count}`, count, () => ({ text: "needle" }));
});

describe("a search", () => {
  test.each([
    ["finds a part of a value, whatever the case", "few", "ÜNA", ["few:00000"]],
    ["finds the same letter written in two parts", "few", "u\u0308nal", ["few:00000"]],
    ["finds a number", "few", "2", ["few:00002"]],
    ["takes signs of patterns and of JSON as text", "few", '"quoted"\n', ["few:00002"]],
    ["finds no percent sign as a pattern", "few", "%", []],
    ["finds no value that the page does not show", "few", "secret", []],
    ["finds no name of a value", "few", "text", []],
  ])("%s", (_, name, text, found) => {
    expect(sought(name, text)).toEqual({ shown: found, next: null });
  });

  test.each([MEMBER_PAGE_SOUGHT - 1, MEMBER_PAGE_SOUGHT])("reads %i entries to the end", (count) => {
    expect(sought(`last${count}`, "needle")).toEqual({ shown: [key(`last${count}`, count - 1)], next: null });
  });

  test("goes on after the most that one reads, and finds the rest", () => {
    const name = `last${MEMBER_PAGE_SOUGHT + 1}`;
    const first = sought(name, "needle");
    expect(first).toEqual({ shown: [], next: key(name, MEMBER_PAGE_SOUGHT - 1) });
    expect(sought(name, "needle", first.next ?? "")).toEqual({ shown: [key(name, MEMBER_PAGE_SOUGHT)], next: null });
  });

  test("goes on after the most characters", () => {
    const first = sought("wide", "needle");
    expect(first).toEqual({ shown: [], next: key("wide", 1) });
    expect(sought("wide", "needle", first.next ?? "").shown).toEqual([key("wide", 2)]);
  });

  test.each([
    [MEMBER_PAGE_ROWS - 1, null],
    [MEMBER_PAGE_ROWS, null],
    [MEMBER_PAGE_ROWS + 1, key(`all${MEMBER_PAGE_ROWS + 1}`, MEMBER_PAGE_ROWS - 1)],
  ])("shows 50 of %i", (count, next) => {
    const found = sought(`all${count}`, "needle");
    expect([found.shown.length, found.next]).toEqual([Math.min(count, MEMBER_PAGE_ROWS), next]);
  });

  test("begins with the last entry in a list of that order", () => {
    const { shown } = soughtRows(rows, list("all50"), undefined, { text: "needle", fields });
    expect([shown[0]?.key, shown.at(-1)?.key]).toEqual(["all50:00049", "all50:00000"]);
  });
});

test("a list and its count cost the same for 10,000 entries as for some more than they show", () => {
  const costs = [MEMBER_PAGE_COUNT_MAX + 1, 10_000].map((count) => {
    store(`many${count}`, count, (n) => ({ text: `n${n}` }));
    const { rows: counted, cost } = counting();
    expect(listedRows(counted, list(`many${count}`), undefined).shown).toHaveLength(MEMBER_PAGE_ROWS);
    expect(counted.count(`many${count}:`, MEMBER_PAGE_COUNT_MAX)).toBe(MEMBER_PAGE_COUNT_MAX);
    return [cost.statements, cost.rows];
  });
  expect(costs).toEqual([
    [2, MEMBER_PAGE_ROWS + 2],
    [2, MEMBER_PAGE_ROWS + 2],
  ]);
});

describe("an export", () => {
  const part = (name: string, after?: string) =>
    pagePart({
      rows,
      list: list(name, { order: "first" }),
      fields,
      after,
      timestamp: (ms) => new Date(ms).toISOString(),
    });

  test("has keys, titles, times, and no formula that a spreadsheet would run", () => {
    store("odd", 5, (n) => [{ text: "=1+1", at: 0 }, { text: 'a "b",c', at: 1e300 }, "text", null, { text: [1] }][n]);
    const { csv, next } = part("odd");
    expect(csv.split("\r\n")).toEqual([
      `\ufeff"key","Text","'=Time"`,
      `"odd:00000","'=1+1","1970-01-01T00:00:00.000Z"`,
      `"odd:00001","a ""b"",c","1e+300"`,
      `"odd:00002","",""`,
      `"odd:00003","",""`,
      `"odd:00004","[1]",""`,
      "",
    ]);
    expect(next).toBeNull();
  });

  test.each([MEMBER_PAGE_EXPORTED - 1, MEMBER_PAGE_EXPORTED, MEMBER_PAGE_EXPORTED + 1])(
    "of %i entries has each once",
    (count) => {
      store(`out${count}`, count, (n) => ({ text: `n${n}` }));
      const first = part(`out${count}`);
      expect(first.next).toBe(count > MEMBER_PAGE_EXPORTED ? key(`out${count}`, MEMBER_PAGE_EXPORTED - 1) : null);
      const second = first.next === null ? "" : part(`out${count}`, first.next).csv;
      expect(`${first.csv}${second}`.match(/"n\d+"/g)).toHaveLength(count);
      expect(`${first.csv}${second}`.match(/"key"/g)).toHaveLength(1);
    },
  );

  test("ends a part after its most characters", () => {
    store("fat", 3, () => ({ text: "x".repeat(MEMBER_PAGE_EXPORTED_CHARS) }));
    expect(part("fat").next).toBe("fat:00000");
    expect(part("fat", "fat:00001").next).toBeNull();
  });

  test.each<[string, "text" | "hidden"]>([
    ["shows", "text"],
    ["does not show", "hidden"],
  ])("of long values that it %s reads each less than three times on average", (name, field) => {
    const [count, length] = [200, STORAGE_VALUE_MAX_CHARS - 100];
    store(`long-${field}`, count, () => ({ [field]: "x".repeat(length) }));
    const { rows: counted, cost } = counting();
    const lists = { list: list(`long-${field}`), fields, timestamp: String };
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const before = cost.chars;
      const after: string | undefined = next === "" ? undefined : next;
      const found = pagePart({ rows: counted, ...lists, after });
      seen.push(...(found.csv.match(/long-\w+:\d+/g) ?? []));
      expect([name, cost.chars - before <= 4 * MEMBER_PAGE_EXPORTED_CHARS]).toEqual([name, true]);
      next = found.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    expect(cost.chars).toBeLessThan(3 * count * STORAGE_VALUE_MAX_CHARS);
  });

  test("of an empty list is its header", () => {
    expect(part("none")).toEqual({ csv: `\ufeff"key","Text","'=Time"\r\n`, next: null });
  });
});
