import { describe, expect, test } from "vitest";
import { SEARCH_PASSAGE_CHARS, SEARCH_PASSAGE_LOOKED_CHARS } from "../../../manifests/bounds/search.ts";
import { passageOf } from "../../../runtime/search/passage.ts";

describe("the passage shown of a page", () => {
  test("is the line with most of the words, without marks, and never only their heading if the text has them too", () => {
    const markdown = "## Larch and oak\n\nOnly larch.\n\nThe *larch* beside the [oak](https://site.example/oak).\n";
    expect(passageOf(markdown, 0, ["larch", "oak"])).toEqual({
      text: "The larch beside the oak.",
      at: markdown.indexOf("The *"),
    });
    expect(passageOf("## Larch\n\nNothing else.", 0, ["larch"])).toMatchObject({ text: "Larch" });
    expect(passageOf("Nothing", 0, ["larch"])).toBeUndefined();
  });

  test.each([
    [SEARCH_PASSAGE_CHARS - 1, false],
    [SEARCH_PASSAGE_CHARS, false],
    [SEARCH_PASSAGE_CHARS + 1, true],
  ])("of a line of %d characters is cut: %s", (length, isCut) => {
    const line = `larch ${"word ".repeat(100)}`.slice(0, length - 1) + ".";
    const text = passageOf(line, 0, ["larch"])?.text ?? "";
    expect([text === line, text.endsWith(" …")]).toEqual([!isCut, isCut]);
  });

  test("has the word in it, wherever in a long line that stands, and no half words", () => {
    const words = Array.from({ length: 300 }, (_, n) => `w${n}`);
    for (const at of [0, 1, 30, 150, 298, 299]) {
      const text = passageOf(words.with(at, "Larch").join(" "), 0, ["larch"])?.text ?? "";
      expect(text.length).toBeLessThanOrEqual(SEARCH_PASSAGE_CHARS + 4);
      expect(text.split(" ")).toContain("Larch");
      for (const word of text.split(" ")) expect(["…", "Larch", ...words]).toContain(word);
    }
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("is looked for so far and no further: %d after it", (past, isFound) => {
    const before = "x\n".repeat(SEARCH_PASSAGE_LOOKED_CHARS / 2);
    expect(passageOf(`${before.slice(0, before.length - 5 + past)}larch`, 0, ["larch"]) !== undefined).toBe(isFound);
  });
});
