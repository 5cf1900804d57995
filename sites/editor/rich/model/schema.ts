/** The schema of formatted text: everything that content's Markdown can express and pages show. */
import { type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";

export type Align = "left" | "center" | "right" | null;

/** A block remembers the style of its source, so that a changed word keeps that style. */
const written = { markup: { default: "" } };

const cell = (tag: "th" | "td"): NodeSpec => ({
  content: "phrasing*",
  attrs: { align: { default: null } },
  isolating: true,
  toDOM: ({ attrs }): DOMOutputSpec => [tag, attrs["align"] ? { class: `align-${String(attrs["align"])}` } : {}, 0],
});

const nodes = {
  doc: { content: "block+" },
  paragraph: { content: "inline*", group: "block", toDOM: (): DOMOutputSpec => ["p", 0] },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 2 }, ...written },
    toDOM: ({ attrs }: Node): DOMOutputSpec => [`h${Math.max(2, Number(attrs["level"]))}`, 0],
  },
  blockquote: { content: "block+", group: "block", defining: true, toDOM: (): DOMOutputSpec => ["blockquote", 0] },
  bullet_list: {
    content: "list_item+",
    group: "block",
    attrs: { tight: { default: true }, ...written },
    toDOM: ({ attrs }: Node): DOMOutputSpec => ["ul", attrs["tight"] ? { class: "is-tight" } : {}, 0],
  },
  ordered_list: {
    content: "list_item+",
    group: "block",
    attrs: { order: { default: 1 }, step: { default: 1 }, tight: { default: true }, ...written },
    toDOM: ({ attrs }: Node): DOMOutputSpec => [
      "ol",
      { ...(attrs["order"] !== 1 && { start: String(attrs["order"]) }), ...(attrs["tight"] && { class: "is-tight" }) },
      0,
    ],
  },
  list_item: { content: "block+", defining: true, toDOM: (): DOMOutputSpec => ["li", 0] },
  code_block: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    attrs: { info: { default: "" }, ...written },
    toDOM: (): DOMOutputSpec => ["pre", ["code", 0]],
  },
  /** A block whose formatting the editor cannot show. Members write its Markdown. */
  markdown: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    toDOM: (): DOMOutputSpec => ["pre", ["code", 0]],
  },
  horizontal_rule: { group: "block", attrs: written, toDOM: (): DOMOutputSpec => ["hr"] },
  table: {
    content: "table_row+",
    group: "block",
    isolating: true,
    toDOM: (): DOMOutputSpec => ["div", { class: "table-scroll" }, ["table", ["tbody", 0]]],
  },
  table_row: { content: "(table_header | table_cell)+", toDOM: (): DOMOutputSpec => ["tr", 0] },
  table_header: cell("th"),
  table_cell: cell("td"),
  text: { group: "inline phrasing" },
  image: {
    inline: true,
    group: "inline phrasing",
    draggable: true,
    attrs: { src: {}, alt: { default: "" }, title: { default: "" } },
    toDOM: ({ attrs }: Node): DOMOutputSpec => ["img", { src: String(attrs["src"]), alt: String(attrs["alt"]) }],
  },
  /** A mark that a plugin draws. The text shows its words, and keeps it as it is written. */
  directive: {
    inline: true,
    atom: true,
    group: "inline phrasing",
    attrs: { source: {}, label: { default: "" } },
    toDOM: ({ attrs }: Node): DOMOutputSpec => [
      "span",
      { class: "rich-directive", title: String(attrs["source"]) },
      String(attrs["label"]),
    ],
  },
  hard_break: { inline: true, group: "inline", selectable: false, toDOM: (): DOMOutputSpec => ["br"] },
} satisfies Record<string, NodeSpec>;

/** The order of marks, from the outside in: links contain emphasis, and code contains no other mark. */
const marks = {
  link: {
    attrs: { href: {}, title: { default: "" } },
    inclusive: false,
    // The link has no `href`, so that a click while writing does not navigate.
    toDOM: ({ attrs }): DOMOutputSpec => ["a", { title: String(attrs["title"] || attrs["href"]) }, 0],
  },
  strong: { toDOM: (): DOMOutputSpec => ["strong", 0] },
  em: { toDOM: (): DOMOutputSpec => ["em", 0] },
  strike: { toDOM: (): DOMOutputSpec => ["s", 0] },
  code: { toDOM: (): DOMOutputSpec => ["code", 0] },
} satisfies Record<string, MarkSpec>;

export const schema = new Schema({ nodes, marks });
export const { nodes: types, marks: markTypes } = schema;
