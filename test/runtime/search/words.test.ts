import { describe, expect, test } from "vitest";
import { SEARCH_PAGE_MAX_WORDS, SEARCH_PLACES_MAX, SEARCH_WORD_MAX_CHARS } from "../../../manifests/bounds/search.ts";
import { nearestIn } from "../../../runtime/search/nearness.ts";
import { eachEntry, gradeOf, wordListOf } from "../../../runtime/search/wordList.ts";
import { PART_PAGES_LIMIT, WordPart, writePart } from "../../../runtime/search/wordPart.ts";
import { searchWords } from "../../../runtime/search/words.ts";

function entriesIn(list: string): [word: string, letter: number][] {
  const all: [string, number][] = [];
  eachEntry(list, (word, letter) => void all.push([word, letter]));
  return all;
}

describe("the words of a text", () => {
  test.each([
    ["Élan, oak & 2 Larches", ["elan", "oak", "2", "larches"]],
    ["Straße Łódź Ærø Þór", ["strasse", "lodz", "aero", "thor"]],
    ["İstanbul ISTANBUL", ["istanbul", "istanbul"]],
    ["Größe 3™", ["grosse", "3tm"]],
    ["Лиственница", ["лиственница"]],
    ["한국어", ["한국어"]],
    ["木材です", ["木材", "材て", "てす"]],
    ["A木B", ["a", "木", "b"]],
    ["don't x_y", ["don", "t", "x", "y"]],
    ["\u{1d400}\u{1f333}", ["a"]],
  ])("%s are %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  test.each([
    [SEARCH_WORD_MAX_CHARS - 1, 0],
    [SEARCH_WORD_MAX_CHARS, 0],
    [SEARCH_WORD_MAX_CHARS + 1, 1],
  ])("of %d letters lose %d", (letters, lost) => {
    expect(searchWords("x".repeat(letters))).toEqual(["x".repeat(letters - lost)]);
  });

  test.each([
    [SEARCH_PAGE_MAX_WORDS - 1, true],
    [SEARCH_PAGE_MAX_WORDS, true],
    [SEARCH_PAGE_MAX_WORDS + 1, false],
  ])("%d different ones are kept whole: %s", (count, isWhole) => {
    const list = wordListOf(Array.from({ length: count }, (_, n) => `w${n} w0`).join(" "));
    expect([list.isWhole, entriesIn(list.text).length]).toEqual([isWhole, Math.min(count, SEARCH_PAGE_MAX_WORDS)]);
  });

  test.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [7, 2],
    [8, 3],
    [1_000, 3],
  ])("one that is there %d times has the grade %d", (times, grade) => {
    const [[word, letter] = ["", 0]] = entriesIn(wordListOf("oak ".repeat(times)).text);
    expect([word, gradeOf(letter)]).toEqual(["oak", grade]);
  });
});

describe("nearness", () => {
  test.each([
    ["oak wood", "oak", 1],
    ["oaken", "oak", 0.6],
    ["soak", "oak", 0],
    ["soaking", "oaki", 0.3],
    ["soaking oaki", "oaki", 1],
    ["an o", "o", 1],
    ["an oak", "o", 0],
    ["oa ob", "oa", 1],
    ["oats", "oa", 0],
    ["我的木材", "木材", 1],
    ["我的木材", "木", 0.3],
    ["", "oak", 0],
  ])("%j comes to %s as near as %d", (text, word, near) => {
    expect(nearestIn(text, word)).toBe(near);
    expect(Math.max(0, ...looked({ only: text }, word).map(([, , found]) => found))).toBe(near);
  });
});

const looked = (texts: Readonly<Record<string, string>>, ...words: string[]): [string, number, number, number][] => {
  const found: [string, number, number, number][] = [];
  const part = new WordPart(
    writePart(Object.entries(texts).map(([page, text]) => ({ page, words: wordListOf(text).text }))),
  );
  for (const [at, word] of words.entries())
    part.search(word, SEARCH_PLACES_MAX, (place, near, letter) =>
      found.push([part.pages[place] ?? "", at, near, gradeOf(letter)]),
    );
  return found;
};

describe("a part of the index", () => {
  test("says which pages have a word, how near and how often", () => {
    expect(looked({ "page-a": "Oak, oak and oak. Oaks!", oak: "larch", "b-2": "an oak" }, "larch", "oak")).toEqual([
      ["oak", 0, 1, 0],
      ["page-a", 1, 1, 1],
      ["b-2", 1, 1, 0],
      ["page-a", 1, 0.6, 0],
    ]);
  });

  test("tells apart as many pages as two letters can name", () => {
    const texts = Object.fromEntries(Array.from({ length: PART_PAGES_LIMIT }, (_, n) => [`p${n}`, `same w${n}`]));
    expect(looked(texts, "same").map(([page]) => page)).toEqual(Object.keys(texts));
    expect(looked(texts, `w${PART_PAGES_LIMIT - 1}`)[0]?.[0]).toBe(`p${PART_PAGES_LIMIT - 1}`);
  });

  test.each(["", "\n", "a\n", "a\n oakAAA", "a\n oak", "a\n oakA ", "oak", " oakZZZ "])(
    "that is damaged (%j) ends the search",
    (part) => {
      const found: unknown[] = [];
      for (const word of ["oak", "o"]) new WordPart(part).search(word, SEARCH_PLACES_MAX, (...one) => found.push(one));
      expect(found.length).toBeLessThan(2);
    },
  );
});
