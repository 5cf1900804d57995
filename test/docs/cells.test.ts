/** No cell of the tables that people look things up in is a paragraph. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./page.ts";

const CELL_MAX_CHARS = 200;
const PAGES = ["docs/architecture.md", "SECURITY.md"];

/** The cells of all tables. A bar inside of code is escaped, as tables ask for. */
const cellsIn = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

const long = (text: string): string[] => cellsIn(text).filter(({ length }) => length > CELL_MAX_CHARS);

test.each(PAGES)("a cell has at most 200 characters: %s", (path) => {
  const text = readFileSync(join(ROOT, path), "utf8");
  expect(cellsIn(text).length).toBeGreaterThan(20);
  expect(long(text)).toEqual([]);
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
])("a cell of the largest size and %i characters is noticed: %i", (more, faults) => {
  expect(long(`| a | ${"x".repeat(CELL_MAX_CHARS + more)} |\n`)).toHaveLength(faults);
});
