import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Physical properties and values, such as `left`. In right-to-left text they would be on the wrong side. */
const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius|float|clear)\s*:|text-align\s*:\s*(?:left|right)/g;
const physicalIn = (css: string): string[] => css.replace(/\/\*[^]*?\*\//g, "").match(PHYSICAL) ?? [];

const SHEETS = globSync("sites/editor/**/*.css");

test.each(SHEETS)("%s names no side of the screen", (sheet) => {
  expect(physicalIn(readFileSync(sheet, "utf8"))).toEqual([]);
});

test("such a name is found", () => {
  expect(SHEETS.length).toBeGreaterThan(5);
  expect(physicalIn(".a{margin-left:1px;inset-inline-start:0}.b{ right: 0 }.c{text-align: left}")).toHaveLength(3);
});
