import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./folder.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const namesIn = (text: string): string[] => [...text.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);

const TESTS = globSync("test/**/*.ts", { cwd: ROOT }).filter(
  (path) => !/(^|\/)(node_modules|\.build)\//.test(path) && path !== "test/gates/bounds.test.ts",
);
const NAMED = new Set(TESTS.flatMap((path) => textOf(path).match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));

const unnamed = (text: string): string[] => namesIn(text).filter((name) => !NAMED.has(name));

const BOUNDS = globSync("manifests/bounds/*.ts", { cwd: ROOT });

test("a test names every bound", () => {
  expect(BOUNDS.flatMap((path) => namesIn(textOf(path))).length).toBeGreaterThan(600);
  expect(BOUNDS.flatMap((path) => unnamed(textOf(path)))).toEqual([]);
});

test("a bound that no test names is found", () => {
  const made = ["MADE", "UP", "MAX"].join("_");
  expect(unnamed(`/** A bound. */\nexport const ${made} = 1;\n`)).toEqual([made]);
});
