import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./folder.ts";

/** Names that leave open what they stand for. `docs/words.md` and the field have a noun for each. */
const RIDDLES = "told|Told|said|Said|holder|Standing|standings|strange|Lent|own|Own|few|Working|Loaded";
const DECLARED = new RegExp(`\\b(?:const|let|function|class|interface|type)\\s+(?:${RIDDLES})\\b`, "g");

/** Published pages pin the bytes of these scripts, and a renamed variable would change them. */
const PINNED = /^sites\/visitor\/frames\//;

const SOURCES = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path) && !PINNED.test(path),
);

const riddles = (text: string): string[] => [...text.matchAll(DECLARED)].map(([found]) => found);

test("no declaration of the sources has a name that is a riddle", () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  const found = SOURCES.flatMap((path) =>
    riddles(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each(["const told = 1;", "function said(): void {}", "type Standing = string;", "export interface Lent {}"])(
  "a riddle is found: %s",
  (text) => {
    expect(riddles(text)).toHaveLength(1);
  },
);

test.each(["const ownRule = 1;", "const toldOnce = 1;", "type StandingOrder = string;", "said = 1;"])(
  "a name that only begins like one is left alone: %s",
  (text) => {
    expect(riddles(text)).toEqual([]);
  },
);
