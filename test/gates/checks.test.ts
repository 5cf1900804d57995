import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

const CHECKS = 40;
const FOLDER = join(ROOT, "test/browser");
const README = readFileSync(join(FOLDER, "README.md"), "utf8");

const filesIn = (cells: string): string[] =>
  [...cells.matchAll(/\]\(([^)]+\.test\.ts)\)/g)].map(([, path = ""]) => path);

const rows = [...README.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, number = "", cells = ""]) => ({
  number: Number(number),
  files: filesIn(cells),
}));

describe("the checks of the editor", () => {
  test("stand in the table once each, with a file that tries them", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: CHECKS }, (_, index) => index + 1));
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
  });

  test.each(rows.flatMap(({ number, files }) => files.map((file) => [number, file] as const)))(
    "%i is named by a title in %s",
    (number, file) => {
      expect(readFileSync(join(FOLDER, file), "utf8")).toMatch(new RegExp(`\\(check ${number}\\)[:"\`]`));
    },
  );

  test("and attacks are tried by files that are there", () => {
    expect(filesIn(README).filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
  });
});
