import { describe, expect, test } from "vitest";
import {
  INDEX_EXCERPT_MAX_CHARS,
  INDEX_HEADINGS_MAX,
  INDEX_HEADINGS_MAX_CHARS,
} from "../../../manifests/bounds/search.ts";
import { bodyOf, digestPage } from "../../../runtime/search/pageDigest.ts";
import { finishMarkdown } from "../../../runtime/rendering/markdown/pageMarkdown.ts";
import { surroundings } from "../rendering/specimen.ts";

const textOf = (text: string) =>
  finishMarkdown(
    [
      { section: null, text: "# Title" },
      { section: "a", text },
    ],
    surroundings,
  );

describe("what stands in the index of a page", () => {
  test.each([[-1], [0], [1]])("are its headings, as many as the bound of as many and %d", (more) => {
    const headings = Array.from({ length: INDEX_HEADINGS_MAX - 1 + more }, (_, n) => `## H${n}`).join("\n");
    expect(digestPage(textOf(headings), "").headings).toHaveLength(
      Math.min(INDEX_HEADINGS_MAX, INDEX_HEADINGS_MAX + more),
    );
  });

  test.each([
    [-1, 3],
    [0, 3],
    [1, 2],
  ])("are headings of so many characters together, of as many and %d: %d of three", (more, kept) => {
    const half = INDEX_HEADINGS_MAX_CHARS / 4;
    const rest = INDEX_HEADINGS_MAX_CHARS - "Title".length - half + more;
    const outline = [5, half, rest].map((length, at) => ({ level: 2, text: "x".repeat(length), at }));
    expect(digestPage({ markdown: "", sections: [], outline }, "").headings).toHaveLength(kept);
  });

  test.each([[-1], [0], [1]])("is the beginning of its text, of as many characters as the bound and %d", (more) => {
    const text = "x".repeat(INDEX_EXCERPT_MAX_CHARS + more);
    expect(digestPage(textOf(text), "").excerpt).toBe(text.slice(0, INDEX_EXCERPT_MAX_CHARS));
  });

  test("is its text without headings, pictures and marks; searched are headings and descriptions of pictures too, never addresses", () => {
    const text = textOf(
      "## Larch\n\n![A fir](/media/needle.png) The *oak* [there](https://needle.example/a_(b)) <https://needle.example>",
    );
    expect(digestPage(text, "").excerpt).toMatch(/^The oak there/);
    expect(bodyOf(text).match(/\w+/g)).toEqual(expect.arrayContaining(["Larch", "A", "fir", "The", "oak", "there"]));
    expect(bodyOf(text)).not.toMatch(/needle|Title/);
  });
});
