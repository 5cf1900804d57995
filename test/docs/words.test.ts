/** The glossary defines each word once, and defines no word that neither the code nor another page uses. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./page.ts";

const GLOSSARY = "docs/words.md";
const OTHERS = globSync(
  ["{README,SECURITY,CHANGELOG}.md", "docs/**/*.md", "{capabilities,manifests,runtime,sandbox,sites}/**/*.ts"],
  { cwd: ROOT },
).filter((path) => path !== GLOSSARY && !path.includes("generated"));

/** The words of the first column. A row may define a word inside of its meaning, too. */
const wordsOf = (glossary: string): string[] =>
  [...glossary.matchAll(/^\| \*\*([^*]+)\*\* \|/gm)].map(([, word = ""]) => word);

/** A name in code joins the words: a plugin shelf is `pluginShelf`. */
const inCode = (word: string): string => word.replaceAll("'s", "").replaceAll(" ", "");

function unused(words: readonly string[], texts: string): string[] {
  const all = texts.toLowerCase();
  return words.filter((word) => ![word, inCode(word)].some((spelling) => all.includes(spelling.toLowerCase())));
}

/** These two are told apart by their nouns; elsewhere the noun is clear. */
const APART = ["quarantine of files", "quarantine of a plugin"];

const words = wordsOf(readFileSync(join(ROOT, GLOSSARY), "utf8"));
const texts = OTHERS.map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");

test("every word is defined once", () => {
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

/** The words that stand before one that comes earlier by letter, in the same part of the page. */
const unsorted = (glossary: string): string[] =>
  glossary.split("\n## ").flatMap((part) => {
    const listed = wordsOf(part).map((word) => word.toLowerCase());
    return listed.filter((word, index) => word > (listed[index + 1] ?? word));
  });

test("each part is sorted by letter", () => {
  expect(unsorted(readFileSync(join(ROOT, GLOSSARY), "utf8"))).toEqual([]);
  expect(unsorted("| **oar** | a |\n| **Deck** | b |\n\n## Land\n\n| **barn** | c |\n")).toEqual(["oar"]);
});

test("every word is in use", () => {
  expect(
    unused(
      words.filter((word) => !APART.includes(word)),
      texts,
    ),
  ).toEqual([]);
});

test("an unused word is noticed, and a name in code counts", () => {
  const glossary = "| **cellar** | a place |\n| **plugin shelf** | plugins |\n";
  expect(unused(wordsOf(glossary), "class PluginShelf {}")).toEqual(["cellar"]);
});
