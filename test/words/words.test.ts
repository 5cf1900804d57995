import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { say } from "../../sites/words/shape/say.ts";
import { completed, type Translated } from "../../sites/words/shape/translated.ts";
import type { Language } from "../../sites/words/shape/languages.ts";
import { TABLES } from "../../sites/words/tables.ts";
import { WORDS } from "../../sites/words/words.ts";
import { ROOT } from "../gates/folder.ts";

/** All texts of the tables, with their path. */
function* textsIn(value: unknown, path = ""): Generator<readonly [path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else for (const [name, inner] of Object.entries(value as object)) yield* textsIn(inner, `${path}/${name}`);
}

test("every word of the editor is a text, so that a language is other texts of the same names", () => {
  const texts = [...textsIn(WORDS)];
  expect(texts.length).toBeGreaterThan(700);
});

test("a word with a number follows the rules of the language", () => {
  expect([0, 1, 2, 21].map((n) => say({ one: "{n} page", other: "{n} pages" }, { n }))).toEqual([
    "0 pages",
    "1 page",
    "2 pages",
    "21 pages",
  ]);
});

test.each<[Language, readonly number[], number]>([
  ["ar", [0, 1, 2, 3, 11, 100], 6],
  ["fr", [0, 1, 2, 1_000_000], 3],
  ["es", [1, 2, 1_000_000], 3],
  ["pt-BR", [0, 1, 2, 1_000_000], 3],
  ["ja", [0, 1, 2, 1_000_000], 1],
])("the words of %s have a form for each kind of number", (language, counts, forms) => {
  const texts = counts.map((n) => say(TABLES[language].media.removeMany, { n }).replace(String(n), "n"));
  expect(new Set(texts).size).toBe(forms);
});

test("a word that a translator has not added yet is the English one, counted by English rules", () => {
  const english = { a: { b: "x", c: "y" }, n: { one: "{n} page", other: "{n} pages" }, m: { one: "1", other: "{n}" } };
  const whole = completed<Translated<typeof english>>(
    "pl" as "de",
    { a: { b: "z" }, m: { one: "1", few: "few", other: "{n}" } },
    english,
  );
  expect(whole.a).toEqual({ b: "z", c: "y" });
  expect([1, 2].map((n) => say(whole.n, { n }))).toEqual(["1 page", "2 pages"]);
  expect(say(whole.m, { n: 2 })).toBe("few");
});

/** Visible text in markup that comes from no table. */
const SPOKEN = [/>\s*[A-Z]?[a-z]+(?: [a-z]+)+[^<{$`]*<\//, /\b(?:aria-label|title|placeholder|alt)="[A-Za-z]/];

test("no page of the editor and no part of the canvas speaks without the tables", () => {
  const files = globSync("sites/{editor,hosting/editor}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (path) => !path.includes(".generated."),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((path) => SPOKEN.some((spoken) => spoken.test(readFileSync(`${ROOT}/${path}`, "utf8"))));
  expect(found).toEqual([]);
});
