import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EN } from "../../sites/words/en/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const words: Readonly<Record<string, string>> = EN.log.commands;

const named = (glob: string, pattern: RegExp): string[] =>
  globSync(glob, { cwd: ROOT, exclude: ["**/*.generated.ts", "sites/cli/**"] }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(pattern)].map(([, name = ""]) => name),
  );

/** Command and event names in audit rows. */
const NAMES = [
  ...named("{sites,runtime}/**/*.ts", /\b(?:command|event): "([a-z_]+\.[a-z_.]+)"/g),
  ...named("runtime/*/commandTable.ts", /^ {2}"?([a-z_.]+)"?: \{/gm),
];

describe("the page of who did what", () => {
  test("has words for every command of a member, of the workspace and of an operator, and for every login", () => {
    expect(new Set(NAMES).size).toBeGreaterThan(60);
    expect([...new Set(NAMES)].filter((name) => words[name] === undefined).toSorted()).toEqual([]);
  });
});
