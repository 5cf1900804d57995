import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

const FOLDER = join(ROOT, "test/browser");
const README = readFileSync(join(FOLDER, "README.md"), "utf8");

/** The README's tables, by the word before a row's number in test titles. */
const TABLES = [
  { word: "check", rows: 40 },
  { word: "hazard", rows: 25 },
  { word: "goal", rows: 9 },
] as const;
type Word = (typeof TABLES)[number]["word"];

interface Row {
  readonly number: number;
  readonly files: readonly string[];
}

const linksIn = (cells: string): string[] => [...cells.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
const isTest = (path: string): boolean => path.endsWith(".test.ts");

/** The rows of the table with this word in its head. An empty line ends a table. */
function rowsOf(word: Word, text: string): Row[] {
  const [, table = ""] = new RegExp(`^\\| ${word} \\|.*\\n((?:\\|.*\\n)*)`, "m").exec(text) ?? [];
  return [...table.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, number = "", cells = ""]) => ({
    number: Number(number),
    files: linksIn(cells).filter(isTest),
  }));
}

/** The marks at the end of titles, such as `(check 39, hazard 1)`. */
const marksIn = (text: string): string[] =>
  [...text.matchAll(/ \(((?:check|hazard|goal) \d+(?:, (?:check|hazard|goal) \d+)*)\)["'`:]/g)].flatMap(
    ([, marks = ""]) => marks.split(", "),
  );

const marks = new Map(
  globSync("test/**/*.test.ts", { cwd: ROOT, exclude: ["test/**/fixtures/**"] }).map(
    (path) => [relative(FOLDER, join(ROOT, path)), new Set(marksIn(readFileSync(join(ROOT, path), "utf8")))] as const,
  ),
);
const listed = new Set(
  TABLES.flatMap(({ word }) =>
    rowsOf(word, README).flatMap(({ number, files }) => files.map((file) => `${word} ${number} in ${file}`)),
  ),
);

describe.each(TABLES)("each $word of the editor", ({ word, rows: count }) => {
  const rows = rowsOf(word, README);

  test("stands in the table once, with a file that tries it", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
  });

  test("is named by a title in each of its files", () => {
    const isNamed = (number: number, file: string) => marks.get(file)?.has(`${word} ${number}`) === true;
    const unnamed = rows.flatMap(({ number, files }) =>
      files.filter((file) => !isNamed(number, file)).map((file) => `${number} in ${file}`),
    );
    expect(unnamed).toEqual([]);
  });
});

test("every title with such a mark stands in a table (goal 1)", () => {
  const unlisted = [...marks].flatMap(([file, named]) =>
    [...named].map((mark) => `${mark} in ${file}`).filter((place) => !listed.has(place)),
  );
  expect(unlisted).toEqual([]);
});

test("every file that the tables name is there", () => {
  expect(linksIn(README).filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
});

test("a row without its mark, a mark without its row and a table that ends are found", () => {
  const table =
    "| hazard | what | tried in |\n|---|---|---|\n| 1 | a | [a](a.test.ts), [b](b.ts) |\n\n| 2 | b | [c](c.test.ts) |\n";
  expect(rowsOf("hazard", table)).toEqual([{ number: 1, files: ["a.test.ts"] }]);
  const title = (marks: string, more = ""): string => `test("a (${marks})${more}", () => {})`;
  const titles = [title("check 39, hazard 1"), title("hazard 2", " and more"), title("goal 3")];
  expect(marksIn(titles.join("\n"))).toEqual(["check 39", "hazard 1", "goal 3"]);
});
