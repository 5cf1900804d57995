import { Transform } from "prosemirror-transform";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { HTML_MARKDOWN } from "../../../../runtime/rendering/markdown/markdown.ts";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { read } from "../../../../sites/editor/rich/model/read.ts";
import { schema } from "../../../../sites/editor/rich/model/schema.ts";
import { demoTexts } from "./demoTexts.ts";
import { HARD_TEXTS } from "./hardTexts.ts";

const TEXTS = [...Object.entries(HARD_TEXTS), ...demoTexts()];

const opened = (markdown: string): KeptText => {
  const kept = KeptText.open(markdown);
  if (!kept) throw new Error("the text opens as source only");
  return kept;
};

/** The rendered HTML. The nesting order of two marks on the same words is normalized. */
const html = (markdown: string): string =>
  HTML_MARKDOWN.block(markdown, { level: 2, origin: "https://site.example", pathOf: (id) => `/${id}` })
    .replaceAll(/<em><strong>(.*?)<\/strong><\/em>/g, "<strong><em>$1</em></strong>")
    .replaceAll(/\s+/g, " ");

/** The position of a word in each text of a document. */
function wordsIn(doc: Node): { readonly from: number; readonly to: number; readonly block: number }[] {
  const found: { from: number; to: number; block: number }[] = [];
  doc.descendants((node, at) => {
    const word = /\p{L}+/u.exec(node.text ?? "");
    if (word)
      found.push({ from: at + word.index, to: at + word.index + word[0].length, block: doc.resolve(at).index(0) });
  });
  return found;
}

/** A document with one word replaced and its marks kept. */
function withWord(doc: Node, { from, to }: { readonly from: number; readonly to: number }): Node {
  const { marks } = doc.resolve(from + 1).parent.childAfter(from + 1 - doc.resolve(from + 1).start()).node ?? {
    marks: [],
  };
  return new Transform(doc).replaceWith(from, to, schema.text("changed", marks)).doc;
}

/** The source lines outside of one block. */
function around(markdown: string, block: number): string[] {
  const lines = markdown.split(/\r\n?|\n/);
  const [from, to] = read(markdown)?.blocks[block]?.lines ?? [0, 0];
  return [lines.slice(0, from).join("\n"), lines.slice(to).join("\n")];
}

test("the demo has the rich texts that this is measured with", () => {
  expect(demoTexts().length).toBeGreaterThan(90);
  expect(Object.keys(HARD_TEXTS).length).toBeGreaterThanOrEqual(40);
});

describe("a rich text that nobody changed", () => {
  test.each(TEXTS)("%s is written back byte for byte (check 20)", (_name, markdown) => {
    const kept = opened(markdown);
    expect(kept.write(kept.doc)).toEqual({ markdown, isFaithful: true });
  });
});

describe("a rich text with one word changed", () => {
  test.each(TEXTS)("%s differs in that block only, and reads back as edited", (_name, markdown) => {
    const kept = opened(markdown);
    for (const word of wordsIn(kept.doc)) {
      const written = kept.write(withWord(kept.doc, word));
      expect(written.isFaithful).toBe(true);
      expect(written.markdown).toContain("changed");
      expect(around(written.markdown, word.block)).toEqual(around(markdown, word.block));
      expect(written.markdown.replaceAll("\r\n", "").includes("\r")).toBe(
        markdown.replaceAll("\r\n", "").includes("\r"),
      );
    }
  });
});

describe("a rich text written anew", () => {
  test.each(TEXTS)("%s looks the same on the page", (_name, markdown) => {
    const kept = opened(markdown);
    const blank = opened("");
    expect(html(blank.write(kept.doc).markdown)).toBe(html(markdown));
  });
});

test("a paragraph that draws nothing stays when another block changes", () => {
  const kept = opened("One.\n\n&#32;\n\nTwo.\n");
  const { doc } = kept;
  expect(doc.childCount).toBe(3);
  const changed = doc.replace(
    1,
    4,
    schema.node("doc", null, [schema.node("paragraph", null, [schema.text("Won")])]).slice(1, 4),
  );
  expect(kept.write(changed)).toEqual({ markdown: "Won.\n\n&#32;\n\nTwo.\n", isFaithful: true });
  const without = doc.copy(doc.content.cut(0, 6));
  expect(kept.write(without).markdown.trim()).toBe("One.");
});

describe("what the editor shows as it is written", () => {
  const TEXT =
    "One.\n\nA note[^1] and ==marked== words.\n\n<!--more-->\n\nTerm\n: Meaning\n\n<details>\n<summary>More</summary>\n\n- a\n\n</details>\n\n[^1]: The note\n    goes on.\n\nLast, with <b>tags</b>.\n";

  test("is kept byte for byte when another block changes", () => {
    const kept = opened(TEXT);
    const changed = kept.doc.replace(
      0,
      kept.doc.child(0).nodeSize,
      schema.node("doc", null, [schema.node("paragraph", null, [schema.text("Won")])]).slice(0, 5),
    );
    expect(kept.write(changed)).toEqual({ markdown: TEXT.replace("One.", "Won"), isFaithful: true });
    expect(kept.doc.content.content.map(({ type }) => type.name)).toEqual([
      "paragraph",
      "markdown",
      "markdown",
      "markdown",
      "paragraph",
    ]);
  });

  test("may become something that the editor shows", () => {
    const kept = opened("H~2~O\n");
    const plain = schema.node("doc", null, [schema.node("markdown", null, [schema.text("Water and *ice*")])]);
    expect(kept.write(plain)).toEqual({ markdown: "Water and *ice*\n", isFaithful: true });
  });

  test.each(["$`a`$", "$$a$$", "$$ a $$", "==a==", "x^2^", "H~2~O", "a\n: b", "<kbd>a</kbd>", "[^1]"])(
    "stays text if a member types it: %s",
    (typed) => {
      const kept = opened("One.\n");
      const doc = schema.node("doc", null, [schema.node("paragraph", null, [schema.text(typed.replace("\n", " "))])]);
      const { markdown, isFaithful } = kept.write(doc);
      expect(isFaithful).toBe(true);
      expect(html(markdown)).not.toMatch(/<(?:mark|sup|sub|kbd|dl|math|pre|code)/);
    },
  );
});
