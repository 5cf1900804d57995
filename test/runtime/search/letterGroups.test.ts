import { describe, expect, test } from "vitest";
import { LetterGroups } from "../../../runtime/search/letterGroups.ts";
import { WordPart } from "../../../runtime/search/wordPart.ts";
import { numbers, textOf } from "../../bench/zipf.ts";
import { excess } from "../../support/effort.ts";

const wordsOf = (count: number): string[] =>
  [...new Set(textOf(numbers(), count).replaceAll(".", "").split(" "))].toSorted();

function groupsOf(words: readonly string[]): LetterGroups {
  let at = 0;
  const starts = Uint32Array.from(words, ({ length }) => (at += length + 1) - length - 1);
  return new LetterGroups(`${words.join(" ")} `, starts);
}

describe("the words by groups of letters", () => {
  const words = wordsOf(20_000);
  const groups = groupsOf(words);

  test.each(["kada", "toro", "vovelate", "lanana", "xyz"])(
    "have all words with %s inside, in order, and few others",
    (text) => {
      const found = [...(groups.with(text) ?? [])];
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
      const right = words.flatMap((word, at) => (word.includes(text) ? at : []));
      expect(right.filter((at) => !found.includes(at))).toEqual([]);
      expect(found.length).toBeLessThan(words.length / 50);
    },
  );

  test.each([
    ["", undefined],
    ["ka", undefined],
    ["kada", expect.anything()],
  ])("answer for %j only with a group in it", (text, expected) => {
    expect(groups.with(text)).toEqual(expected);
  });

  test("are none without words", () => {
    expect([...(groupsOf([]).with("kada") ?? [])]).toEqual([]);
  });

  test("have the numbers of more words than two bytes can count", () => {
    const many = Array.from({ length: 0x1_0001 }, (_, n) => n.toString(36).padStart(5, "0"));
    const found = [...(groupsOf(many).with(many.at(-1) ?? "") ?? [])];
    expect(found.at(-1)).toBe(0x1_0000);
  });
});

/** A part of one page with these words. */
const partOf = (words: readonly string[]): WordPart =>
  new WordPart(`p\n${words.map((word) => ` ${word}AAE`).join("")} `);

function countIn(part: WordPart, text: string): number {
  let count = 0;
  part.search(text, 1_000_000, () => (count += 1));
  return count;
}

describe("a search inside of words", () => {
  const words = wordsOf(20_000);

  test.each(["kada", "toro", "lanana", "船舶", "船"])("finds each word with %s once", (text) => {
    const all = [...words, "kadakada", "xkadakada", "大船舶", "小船", "船長"];
    expect(countIn(partOf(all), text)).toBe(all.filter((word) => word.includes(text)).length);
  });

  test("costs far less than a look at each word", async () => {
    const part = partOf(words);
    const search = (share: number): void => {
      for (let n = 0; n < 2_000 * share; n += 1) countIn(part, words[n % words.length] ?? "");
    };
    expect(await excess(search, 4)).toBeUndefined();
  });
});
