import { describe, expect, test } from "vitest";
import { DOCUMENT_MAX_BYTES, SEARCH_MAX_WORDS, SEARCH_PASSAGE_LOOKED_CHARS } from "../../../manifests/bounds.ts";
import { bodyOf } from "../../../runtime/search/pageDigest.ts";
import { passageOf } from "../../../runtime/search/passage.ts";
import { wordListOf } from "../../../runtime/search/wordList.ts";

/** Texts made to be slow: for whoever publishes them, on a machine others share, and for whoever looks for something in them. */

const SLOW = ["[", "![", "[a ", "[]", "](", "[](", "[a](", "![a](", "<https:", "<mailto:a", "\\[", "*", "a\u0301", "\u6f22", "\u6f22a"];
const timeOf = (work: () => unknown): number => {
  const before = performance.now();
  work();
  return performance.now() - before;
};
const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe("a page", () => {
  test.each(SLOW)("of nothing but %j is indexed in the time of a page", (unit) => {
    const markdown = filled(unit, DOCUMENT_MAX_BYTES);
    expect(timeOf(() => wordListOf(bodyOf({ markdown, sections: [{ id: "s", start: 0, end: markdown.length }], outline: [] })))).toBeLessThan(2_500);
  });

  test.each(SLOW)("of nothing but %j has its passage found in a moment", (unit) => {
    const words = Array.from({ length: SEARCH_MAX_WORDS - 1 }, (_, n) => `nowhere${n}`);
    const line = `${filled(unit, SEARCH_PASSAGE_LOOKED_CHARS - 20)} needle`;
    let found: string | undefined;
    expect(timeOf(() => (found = passageOf(line, 0, [...words, "needle"])?.text))).toBeLessThan(400);
    // A link that never ends is left out with all that seems to be its address.
    if (!unit.endsWith("](")) expect(found).toContain("needle");
  });
});
