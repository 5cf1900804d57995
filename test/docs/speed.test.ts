/** Checks the figures of docs/speed.md against their targets. `npm run bench` measures them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./page.ts";

interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly wanted: string;
}

/** The first number in a cell. */
const numberIn = (cell: string): number => Number(/[\d,]+(?:\.\d+)?/.exec(cell)?.[0].replaceAll(",", ""));

const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(/^\| ([^|]+) \| ([^|]*\d[^|]*) \| ([^|]*)\|$/gm)].map(
    ([, name = "", measured = "", wanted = ""]) => ({
      name,
      measured: numberIn(measured),
      wanted: wanted.trim(),
    }),
  );

const KEPT: readonly (readonly [said: string, isKept: (measured: number, wanted: number) => boolean])[] = [
  ["at most ", (measured, wanted) => measured <= wanted],
  ["at least ", (measured, wanted) => measured >= wanted],
];

/** True if a figure meets its target; undefined without a target. */
function isKept({ measured, wanted }: Figure): boolean | undefined {
  const [said, kept] = KEPT.find(([words]) => wanted.startsWith(words)) ?? [];
  return said === undefined ? undefined : kept?.(measured, numberIn(wanted));
}

const figures = figuresIn(readFileSync(join(ROOT, "docs/speed.md"), "utf8"));
const named = (name: RegExp): Figure[] => figures.filter((figure) => name.test(figure.name));

describe("the page of speed says", () => {
  test.each([
    [
      "from a save to its sight, beside the smallest request (goal 5)",
      /^editor, \d+ sections: from a save to its sight \(the smallest request: \d+ ms\)$/,
      ["at most 250 ms", "at most 350 ms"],
    ],
    [
      "from a key to its letter, beside an empty page (goal 6)",
      /^editor, \d+ sections: from a key to its letter \(an empty page: \d+ ms\)$/,
      ["at most 50 ms", "at most 50 ms"],
    ],
    [
      "how fast published pages are (goal 7)",
      /^(?:un)?cached page: requests\/s against the minimal worker$/,
      ["at least 0.70", "at least 0.60"],
    ],
  ])("%s, and keeps to it", (_, name, wanted) => {
    const found = named(name);
    expect(found.map((figure) => figure.wanted)).toEqual(wanted);
    expect(found.filter((figure) => isKept(figure) !== true)).toEqual([]);
  });
});

test.each([
  ["**250 ms**", "at most 250 ms", true],
  ["**251 ms**", "at most 250 ms", false],
  ["2,000 ms", "at most 2,000 ms", true],
  ["**0.70** (3,990 : 5,299)", "at least 0.70", true],
  ["**0.69** (3,990 : 5,299)", "at least 0.70", false],
  ["8.3 ms", "", undefined],
])("a figure of %s is what is wanted, %s: %s", (measured, wanted, kept) => {
  expect(figuresIn(`| a | ${measured} | ${wanted} |`).map(isKept)).toEqual([kept]);
});
