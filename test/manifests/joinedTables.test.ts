import { expect, test } from "vitest";
import { joinedTables } from "../../manifests/joinedTables.ts";

test("tables are joined in their order", () => {
  expect(Object.entries(joinedTables("read", [{ b: 1 }, {}, { a: 2 }]))).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});

test.each(["pages", "constructor", "__proto__"])("a name of two tables is refused: %s", (name) => {
  const table = Object.fromEntries([[name, 1]]);
  expect(Object.entries(joinedTables("read", [table]))).toEqual([[name, 1]]);
  expect(() => joinedTables("read", [table, { other: 1 }, table])).toThrow(`the read ${name} exists twice`);
});
