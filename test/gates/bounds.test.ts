import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";

const GENERATED = /\.generated\.|(^|\/)(node_modules|\.build)\//;
const FOLDER = "manifests/bounds/";
const NAME = /\b[A-Z][A-Z0-9_]+\b/g;
const DECLARED = /^export const (\w+)/gm;

const textsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !GENERATED.test(path) && path !== "test/gates/bounds.test.ts" && !path.startsWith(FOLDER))
    .map((path) => readFileSync(join(ROOT, path), "utf8"));

const namesIn = (text: string): string[] => [...text.matchAll(DECLARED)].map(([, name = ""]) => name);
const wordsIn = (texts: readonly string[]): Set<string> => new Set(texts.flatMap((text) => text.match(NAME) ?? []));

/** The words of a file of bounds that use another bound: those in values, not in comments or as a bound's own name. */
const usesIn = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "").replaceAll(DECLARED, "");

/** Names that two files of bounds give to two numbers. */
const twice = (files: readonly string[]): string[] => {
  const names = files.flatMap(namesIn);
  return names.filter((name, index) => names.indexOf(name) !== index);
};

const BOUNDS = globSync(`${FOLDER}*.ts`, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), "utf8"));
const TESTED = wordsIn(textsOf("test/**/*.ts"));
const USED = wordsIn([
  ...textsOf("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx,js}"),
  ...BOUNDS.map(usesIn),
]);

const missingIn = (found: ReadonlySet<string>, text: string): string[] =>
  namesIn(text).filter((name) => !found.has(name));

/** A bound in no other file. Its name is made here, so that this file does not name it. */
const MADE = ["MADE", "UP", "MAX"].join("_");
const FILE = `/** A bound, ${MADE}. */\nexport const ${MADE} = 1; // ${MADE}\n`;

describe("every bound", () => {
  test("is looked at", () => expect(BOUNDS.flatMap(namesIn).length).toBeGreaterThan(600));

  test("is named by a test", () => {
    expect(BOUNDS.flatMap((text) => missingIn(TESTED, text))).toEqual([]);
    expect(missingIn(TESTED, FILE)).toEqual([MADE]);
  });

  test("is used by a source", () => {
    expect(BOUNDS.flatMap((text) => missingIn(USED, text))).toEqual([]);
    expect(missingIn(wordsIn([usesIn(FILE)]), FILE)).toEqual([MADE]);
    expect(missingIn(wordsIn([usesIn(`${FILE}export const TWICE = 2 * ${MADE};\n`)]), FILE)).toEqual([]);
  });

  test("has a name of its own", () => {
    expect(twice(BOUNDS)).toEqual([]);
    expect(twice([FILE, FILE])).toEqual([MADE]);
  });
});
