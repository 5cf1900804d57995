/** Directives of plugins in the editor of formatted text: they stay as they are written, whatever is typed around them. */
import { describe, expect, test } from "vitest";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { documentOf, read } from "../../../../sites/editor/rich/model/read.ts";
import { markTypes, schema, types } from "../../../../sites/editor/rich/model/schema.ts";

const GO = ':acme.bits/go[the *pier*]{to="/a"}';
const BOX = ':::acme.bits/box{title="A"}\n- b\n\n  c\n:::';

/** Writes a text anew after another first paragraph was put before it. */
function withAnother(source: string): string {
  const kept = KeptText.open(source);
  if (!kept) throw new Error("the text did not open");
  const first = types.paragraph.create(null, schema.text("New."));
  const { markdown, isFaithful } = kept.write(documentOf([first, ...kept.doc.content.content]));
  expect(isFaithful).toBe(true);
  return markdown;
}

test.each([
  `Go to ${GO} now.`,
  `**${GO}** and [${GO}](/b)`,
  `| a |\n| --- |\n| ${GO} |`,
  `- ${GO}\n- b`,
  BOX,
  `a\n\n${BOX}\n\nb`,
  "::::acme.bits/box\n:::acme.bits/box\na\n:::\n::::",
  ":other.bits/go[unknown]",
])("%j stays byte for byte beside a change", (source) => expect(withAnother(source)).toBe(`New.\n\n${source}`));

describe("a paragraph with a mark", () => {
  const paragraphOf = (source: string) => {
    const [block] = read(source)?.blocks ?? [];
    if (!block) throw new Error("no block");
    return block.node;
  };

  test("shows the words, and the name of a mark without", () => {
    const labels = (source: string): unknown[] =>
      paragraphOf(source).content.content.map(({ attrs }) => attrs["label"]);
    expect(labels(GO)).toEqual(["the pier"]);
    expect(labels(':acme.bits/icon{name="star"}')).toEqual(["icon"]);
  });

  test.each([
    ["a letter before it", "a", `&#97;${GO}`],
    ["a space before it", "a ", `a ${GO}`],
    ["a colon before it", "a:", `a&#58;${GO}`],
  ])("that gets %s stays one", (_, before, written) => {
    const block = types.paragraph.create(null, [schema.text(before), ...paragraphOf(GO).content.content]);
    const kept = KeptText.open("x");
    expect(kept?.write(documentOf([block]))).toEqual({ markdown: written, isFaithful: true });
  });

  test("that gets braces behind it takes no values from them", () => {
    const typed = types.paragraph.create(null, [
      ...paragraphOf(":acme.bits/go[a]").content.content,
      schema.text('{to="/x"} {b}'),
    ]);
    const markdown = ':acme.bits/go[a]\\{to="/x"} {b}';
    expect(KeptText.open("x")?.write(documentOf([typed]))).toEqual({ markdown, isFaithful: true });
  });

  test("typed in part before a link stays text", () => {
    const link = schema.text("b", [markTypes.link.create({ href: "/b" })]);
    const typed = types.paragraph.create(null, [schema.text("a :acme.bits/go"), link]);
    const markdown = "a \\:acme.bits/go[b](/b)";
    expect(KeptText.open("x")?.write(documentOf([typed]))).toEqual({ markdown, isFaithful: true });
  });

  test.each([
    [":a.b/c[d]", "\\:a.b/c[d]"],
    [":::", "\\:::"],
    [":::a.b/c", "\\:::a.b/c"],
    ["a: b", "a: b"],
    ["12:30", "12:30"],
  ])("typed as %j is written as %j", (typed, written) =>
    expect(KeptText.open("x")?.write(documentOf([types.paragraph.create(null, schema.text(typed))]))).toEqual({
      markdown: written,
      isFaithful: true,
    }),
  );
});
