import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../gates/folder.ts";
import { CATALOGUE } from "./catalogue.ts";

const ATTACKS = 126;

/** True if a test title in the file names the attack, alone or in a list. */
function isTried(number: number, path: string): boolean {
  const text = readFileSync(join(ROOT, path), "utf8");
  return [...text.matchAll(/ \(attacks? (\d+(?:, \d+)*)\)["'`]/g)].some(([, numbers = ""]) =>
    numbers.split(", ").includes(String(number)),
  );
}

describe("the catalogue of attacks", () => {
  test("has each of them once, in order", () => {
    expect(CATALOGUE.map(({ number }) => number)).toEqual(Array.from({ length: ATTACKS }, (_, index) => index + 1));
  });

  test("tries all but the few it gives a reason for", () => {
    expect(CATALOGUE.filter((entry) => "why" in entry).map(({ number }) => number)).toEqual([118]);
  });

  test.each(CATALOGUE.filter((entry) => "test" in entry))(
    "$number. $attack: $test tries it",
    ({ number, test: path }) => {
      expect(isTried(number, path)).toBe(true);
    },
  );
});
