import { describe, expect, test } from "vitest";
import { DOCUMENT_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { FORM_ANSWER_MAX_CHARS } from "../../../manifests/bounds/forms.ts";
import {
  SEARCH_MAX_WORDS,
  SEARCH_PART_MAX_CHARS,
  SEARCH_PART_PAGES,
  SEARCH_PARTS_MAX,
  SEARCH_PASSAGE_LOOKED_CHARS,
  SEARCH_PLACES_MAX,
} from "../../../manifests/bounds/search.ts";
import { PublicPageIndex } from "../../../runtime/agents/content/pageIndex.ts";
import { rank } from "../../../runtime/agents/content/ranking.ts";
import { bodyOf } from "../../../runtime/search/pageDigest.ts";
import { passageOf } from "../../../runtime/search/passage.ts";
import { wordListOf } from "../../../runtime/search/wordList.ts";
import { WordPart, writePart } from "../../../runtime/search/wordPart.ts";
import { worldOf } from "../../runtime/kernel/world.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";
import { excess } from "../../support/effort.ts";

/** Texts that are slow to index or to search, on a shared machine. */

const SLOW = [
  "[",
  "![",
  "[a ",
  "[]",
  "](",
  "[](",
  "[a](",
  "![a](",
  "<https:",
  "<mailto:a",
  "\\[",
  "*",
  "a\u0301",
  "\u0300\u0316",
  "\uff9e\u0300",
  "\u6f22",
  "\u6f22a",
];
const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe("what visitors have sent", () => {
  const NEEDLE = " needle";

  test.each(["\u0300\u0316", "\uff9e\u0300", "\ufdfa", "x"])(
    "of nothing but %j are as cheap to search as others",
    async (unit) => {
      const powers = testPowers();
      const {
        kernel: { submissions },
      } = worldOf(powers);
      const answer = filled(unit, FORM_ANSWER_MAX_CHARS - NEEDLE.length) + NEEDLE;
      const add = () =>
        submissions.add({
          site: "main",
          form: "home.contact",
          type: "a.b/c",
          title: "",
          keptMs: 1,
          fields: { answer },
          personal: [],
        });
      for (let n = 0; n < 100; n += 1) add();
      const wanted = { before: Number.MAX_SAFE_INTEGER, unread: false, limit: 200 };
      let found = 0;
      expect(
        await excess(() => (found = submissions.search("main", "home.contact", "NEEDLE", wanted).found.length), 100),
      ).toBeUndefined();
      expect(found).toBe(100);
    },
  );
});

describe("a page", () => {
  test.each(SLOW)("of nothing but %j is as cheap to index as others", async (unit) => {
    const markdown = filled(unit, DOCUMENT_MAX_BYTES);
    expect(
      await excess(
        () => wordListOf(bodyOf({ markdown, sections: [{ id: "s", start: 0, end: markdown.length }], outline: [] })),
        300,
      ),
    ).toBeUndefined();
  });

  test.each(SLOW)("of nothing but %j gets its passage at almost no cost", async (unit) => {
    const words = Array.from({ length: SEARCH_MAX_WORDS - 1 }, (_, n) => `nowhere${n}`);
    const line = `${filled(unit, SEARCH_PASSAGE_LOOKED_CHARS - 20)} needle`;
    let found: string | undefined;
    expect(await excess(() => (found = passageOf(line, 0, [...words, "needle"])?.text), 100)).toBeUndefined();
    // An unclosed link is left out with everything that may be its URL.
    if (!unit.endsWith("](")) expect(found).toContain("needle");
  });
});

describe("an index whose words all match each other", () => {
  /** As many words as fit, all of which a search for a few letters `a` must visit. */
  const list = (page: number): string =>
    wordListOf(
      Array.from({ length: 50 }, (_, n) => "a".repeat(15) + (page * 50 + n).toString(36).padStart(4, "0")).join(" "),
    ).text;
  const pages = Array.from({ length: SEARCH_PART_PAGES }, (_, n) => ({ page: `page-${n}`, words: list(n) }));
  const asked = Array.from({ length: SEARCH_MAX_WORDS }, (_, n) => "a".repeat(4 + n));

  test("is searched up to a bound", async () => {
    expect(pages.reduce((sum, { words }) => sum + words.length, 0)).toBeLessThanOrEqual(SEARCH_PART_MAX_CHARS);
    const part = new WordPart(writePart(pages));
    const index = {
      left: 0,
      cut: 0,
      each: async (visit: (part: WordPart, moved: ReadonlySet<string>) => void) =>
        void Array.from({ length: SEARCH_PARTS_MAX }, () => visit(part, new Set())),
    };
    let ranked: Awaited<ReturnType<typeof rank>> | undefined;
    expect(
      await excess(async () => (ranked = await rank(new PublicPageIndex([]), index, asked, () => true)), 200),
    ).toBeUndefined();
    expect(ranked).toMatchObject({ isWhole: false, missing: [] });
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("with a limit of its number of matches and %i leaves %i of it", (less, left) => {
    const part = new WordPart(
      writePart(Array.from({ length: 100 }, (_, n) => ({ page: `p${n}`, words: wordListOf("oaks oak").text }))),
    );
    const places = 2 * (1 + 100);
    const found: number[] = [];
    expect(part.search("oak", places + less, (page) => found.push(page))).toBe(left);
    expect(new Set(found).size).toBe(100);
  });

  test("reaches a bound that a real site of the largest size, with twelve words on every page, does not reach", async () => {
    const words = Array.from({ length: SEARCH_MAX_WORDS }, (_, n) => `word${n}x`);
    const part = new WordPart(
      writePart(
        Array.from({ length: SEARCH_PART_PAGES }, (_, n) => ({
          page: `p${n}`,
          words: wordListOf(words.join(" ")).text,
        })),
      ),
    );
    const index = {
      left: 0,
      cut: 0,
      each: async (visit: (part: WordPart, moved: ReadonlySet<string>) => void) =>
        void Array.from({ length: SEARCH_PARTS_MAX }, () => visit(part, new Set())),
    };
    expect((await rank(new PublicPageIndex([]), index, words, () => true)).isWhole).toBe(true);
    expect(SEARCH_PARTS_MAX * SEARCH_PART_PAGES * SEARCH_MAX_WORDS * 3).toBeLessThan(SEARCH_PLACES_MAX);
  });
});
