import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

const MOST_LINES = 400;
const MOST_FILES = 25;

/** Sources for readers, without generated files. */
const SOURCES = globSync("{manifests,runtime,capabilities,sandbox,plugins,sites}/**/*.{ts,js,mjs,css}", {
  cwd: ROOT,
}).filter((path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path));

/** Exceptions to the limits, each with its reason. */
const LEFT: Readonly<Record<string, string>> = {
  "plugins/almanac/theme.css": "A theme is one style sheet: its plugin ships a single file, and nothing merges two.",
  "plugins/signal/theme.css": "A theme is one style sheet.",
  "plugins/slate/theme.css": "A theme is one style sheet.",
  "sites/editor/pages/editor.css": "The editor serves one style sheet, and its rules share their order.",
};

const linesOf = (text: string): number => text.split("\n").length - 1;

/** The items above the limit, with their size. */
const over = (counts: ReadonlyMap<string, number>, most: number): Map<string, number> =>
  new Map([...counts].filter(([, count]) => count > most));

const lines = new Map(SOURCES.map((path) => [path, linesOf(readFileSync(join(ROOT, path), "utf8"))]));
const files = new Map<string, number>();
for (const path of SOURCES) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);

describe("rooms", () => {
  test("are looked at", () => {
    expect(SOURCES.length).toBeGreaterThan(700);
  });

  test(`hold no file of more than ${MOST_LINES} lines`, () => {
    expect([...over(lines, MOST_LINES)].filter(([path]) => !(path in LEFT))).toEqual([]);
  });

  test(`hold no more than ${MOST_FILES} files each`, () => {
    expect([...over(files, MOST_FILES)].filter(([path]) => !(path in LEFT))).toEqual([]);
  });

  test.each([
    [MOST_LINES - 1, 0],
    [MOST_LINES, 0],
    [MOST_LINES + 1, 1],
  ])("a file of %i lines is found %i times", (count, found) => {
    expect(over(new Map([["a.ts", linesOf("x\n".repeat(count))]]), MOST_LINES).size).toBe(found);
  });

  test.each([
    [MOST_FILES - 1, 0],
    [MOST_FILES, 0],
    [MOST_FILES + 1, 1],
  ])("a folder of %i files is found %i times", (count, found) => {
    expect(over(new Map([["a", count]]), MOST_FILES).size).toBe(found);
  });

  test.each(Object.keys(LEFT))("leave %s alone, which is still there", (path) => {
    expect(lines.has(path) || files.has(path)).toBe(true);
  });
});
