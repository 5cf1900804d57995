import * as fc from "fast-check";
import type { Mark, Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { documentOf } from "../../../../sites/editor/rich/model/read.ts";
import { markTypes, schema, types } from "../../../../sites/editor/rich/model/schema.ts";

/** A fixed seed. `FUZZ=5000` uses random ones. */
const { FUZZ } = process.env;
const RUNS = FUZZ === undefined ? { numRuns: 200, seed: 20261123 } : { numRuns: Number(FUZZ) };

/** Fragments of Markdown and of plain text. */
const PIECES = [
  ..."*_`[]()<>!#-+=|~&\\.:;\"' \t1a字é　",
  "word",
  "https://example.org/a",
  "&amp;",
  "&copy;",
  "1.",
  ":a.b/c[d]",
  ":::",
  "# ",
  "- ",
  "**",
  "~~",
  "$",
  "$$",
  "![",
  "](",
  "\u00a0",
  "🚢",
];
const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom(markTypes.em.create(), markTypes.strong.create(), markTypes.strike.create(), markTypes.code.create()),
  fc
    .constantFrom("/a", "https://example.org/a_(b)?c=d&e=f", "#x", "mailto:a@b.example")
    .map((href) => markTypes.link.create({ href })),
);
const marked = fc.tuple(text, fc.array(mark, { maxLength: 2 })).map(([value, marks]) =>
  schema.text(
    value,
    marks.reduce<readonly Mark[]>((set, one) => one.addToSet(set), []),
  ),
);
const picture = fc.constant(types.image.create({ src: "/media/a.jpg", alt: "a [red] *boat*" }));
const directive = fc
  .constantFrom(":a.b/c[word]", ':a.b/c[a *b*]{d="e f"}', ':a.b/c{d="|"}')
  .map((source) => types.directive.create({ source, label: "c" }));
const inline = fc.array(
  fc.oneof({ weight: 8, arbitrary: marked }, picture, directive, fc.constant(types.hard_break.create())),
  {
    maxLength: 5,
  },
);
const phrasing = fc.array(fc.oneof({ weight: 8, arbitrary: marked }, picture, directive), { maxLength: 3 });

const paragraph = inline.map((nodes) => types.paragraph.create(null, nodes));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), inline)
  .map(([level, nodes]) => types.heading.create({ level }, nodes));
const code = fc
  .array(fc.constantFrom("a", "```", "~~~", "", "  b", "> c"), { maxLength: 4 })
  .map((lines) => lines.join("\n"))
  .map((content) => types.code_block.create({ info: "js" }, content === "" ? null : schema.text(content)));
const rule = fc.constant(types.horizontal_rule.create());
const table = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.array(phrasing, { minLength: 6, maxLength: 6 }))
  .map(([width, cells]) => {
    const row = (from: number, type = types.table_cell): Node =>
      types.table_row.create(
        null,
        cells.slice(from, from + width).map((nodes) => type.create(null, nodes)),
      );
    return types.table.create(null, [row(0, types.table_header), row(width)]);
  });

const { block } = fc.letrec<{ block: Node }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 });
  const items = fc.array(
    blocks.map((nodes) => types.list_item.create(null, nodes)),
    { minLength: 1, maxLength: 3 },
  );
  return {
    block: fc.oneof(
      { maxDepth: 3, depthIdentifier: "block" },
      paragraph,
      heading,
      code,
      rule,
      table,
      blocks.map((nodes) => types.blockquote.create(null, nodes)),
      fc.tuple(items, fc.boolean()).map(([nodes, tight]) => types.bullet_list.create({ tight }, nodes)),
      fc.tuple(items, fc.boolean()).map(([nodes, tight]) => types.ordered_list.create({ tight, order: 1 }, nodes)),
    ),
  };
});
const doc = fc.array(block, { minLength: 1, maxLength: 4 }).map(documentOf);

const empty = (): KeptText => {
  const kept = KeptText.open("");
  if (!kept) throw new Error("an empty text opens as source");
  return kept;
};

describe("any rich text", () => {
  test("is written so that it reads back as it was", () => {
    fc.assert(
      fc.property(doc, (made) => {
        const { markdown, isFaithful } = empty().write(made);
        expect(isFaithful, JSON.stringify(markdown)).toBe(true);
      }),
      RUNS,
    );
  });

  test("that is Markdown of any kind is kept byte for byte, or opens as source", () => {
    const line = fc.array(
      fc.constantFrom(...PIECES, "\t", "    ", "> ", "| a | b |", "|---|---|", "```", "[a]: /b", "==="),
      { maxLength: 6 },
    );
    const markdown = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n", "\n\n"))
      .map(([lines, end]) => lines.map((parts) => parts.join("")).join(end));
    fc.assert(
      fc.property(markdown, (source) => {
        const kept = KeptText.open(source);
        expect(kept?.write(kept.doc).markdown ?? source).toBe(source);
        if (!kept) return;
        const added = documentOf([...kept.doc.content.content, types.paragraph.create(null, schema.text("added"))]);
        expect(kept.write(added).isFaithful, JSON.stringify(source)).toBe(true);
      }),
      RUNS,
    );
  });
});
