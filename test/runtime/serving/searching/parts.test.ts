/** The parts from which searches are answered, at their bounds. */
import { describe, expect, test } from "vitest";
import {
  SEARCH_FILTERS_MAX,
  SEARCH_INDEX_KEPT_BYTES,
  SEARCH_PART_MAX_CHARS,
  SEARCH_PARTS_MAX,
  SEARCH_TERMS_MAX,
  SEARCH_TEXT_MAX_CHARS,
} from "../../../../manifests/bounds/search.ts";
import type { EntryType } from "../../../../runtime/documents/lists/entryIndex.ts";
import { mostFrequent } from "../../../../runtime/serving/searching/searchPages.ts";
import { type KeptWords, SiteWords } from "../../../../runtime/serving/searching/siteWords.ts";
import { termsOf } from "../../../../runtime/serving/searching/terms.ts";
import { PublicTexts } from "../../../../runtime/serving/searching/texts.ts";
import { testPowers } from "../../kernel/powers.ts";

const SITE = "main";
const AROUND = [[-1], [0], [1]];

test.each(AROUND)("the terms of an entry are as many as the bound, of as many and %d", (more) => {
  const count = SEARCH_TERMS_MAX + more;
  const values = { topics: Array.from({ length: count }, (_, n) => `t${n}`), note: "text", one: "t0" };
  const type = {
    fields: new Map([
      ["topics", { kind: "page", isList: true }],
      ["note", { kind: "text", isList: false }],
      ["one", { kind: "page", isList: false }],
    ]),
    read: (given: object) => given,
  } as unknown as EntryType;
  expect(termsOf(type, values)).toHaveLength(Math.min(count, SEARCH_TERMS_MAX));
  expect(termsOf(undefined, values)).toEqual([]);
});

test.each(AROUND)("the filters of a search are as many as the bound, of as many and %d: the most frequent", (more) => {
  const counts = new Map(Array.from({ length: SEARCH_FILTERS_MAX + more }, (_, n) => [`f${n}`, n] as const));
  const found = mostFrequent(counts).map(([name]) => name);
  expect(found).toHaveLength(Math.min(counts.size, SEARCH_FILTERS_MAX));
  expect(found[0]).toBe(`f${counts.size - 1}`);
});

test.each(AROUND)("the text of a page is kept to the bound, of as many characters and %d", (more) => {
  const texts = new PublicTexts(testPowers());
  texts.set(SITE, "p", "x".repeat(SEARCH_TEXT_MAX_CHARS + more));
  expect(texts.of(SITE, ["p", "q"]).get("p")).toHaveLength(
    Math.min(SEARCH_TEXT_MAX_CHARS, SEARCH_TEXT_MAX_CHARS + more),
  );
  texts.set("other", "p", "theirs");
  texts.remove(SITE, "p");
  expect([texts.of(SITE, ["p"]).size, texts.of("other", ["p"]).get("p")]).toEqual([0, "theirs"]);
});

describe("parts in memory", () => {
  const index = (keys: readonly string[], text: string, isWritten = true) => {
    const made: string[] = [];
    const words: KeptWords = {
      directory: () => ({ parts: keys, left: 0, cut: 0 }),
      partOf: (_site, key) => {
        made.push(key);
        return { text, isWritten };
      },
    };
    const read = async (): Promise<number> => {
      const before = made.length;
      await new SiteWords(SITE, words).each(() => undefined);
      return made.length - before;
    };
    return { read };
  };

  test("are made once for each key, and each time while their pages are changing", async () => {
    const kept = index(["kept-1", "kept-2"], "a\n oakAAA ");
    expect([await kept.read(), await kept.read()]).toEqual([2, 0]);
    const changing = index(["changing"], "a\n oakAAA ", false);
    expect([await changing.read(), await changing.read()]).toEqual([1, 1]);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("stay up to the bound of bytes: one of as many and %d is made %d times more", async (more, times) => {
    // An entry of one word takes its characters and a space, its word and a space, and two numbers.
    // All groups of its letters are the same one, which is a number of two bytes in one of the most lists.
    const groups = 2 + 4 * 8_193;
    const letters = (SEARCH_INDEX_KEPT_BYTES + more - 13 - groups) / 2;
    const one = index([`big ${more}`], `a\n ${"x".repeat(Math.floor(letters))}AAA `);
    await one.read();
    expect(await one.read()).toBe(times);
  });

  test("have room for the largest index of one site", () => {
    expect(SEARCH_INDEX_KEPT_BYTES).toBeGreaterThan(1.9 * SEARCH_PARTS_MAX * SEARCH_PART_MAX_CHARS);
  });
});
