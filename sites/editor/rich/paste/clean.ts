/**
 * Converts pasted HTML to formatted text: headings, lists, links, emphasis, tables and code. Everything else is
 * dropped.
 */
import type { Mark, Node } from "prosemirror-model";
import { Mark as Marks } from "prosemirror-model";
import { MARKDOWN_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { PASTE_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import { isMediaPath } from "../../../../runtime/templates/image.ts";
import { isLink } from "../../../../runtime/templates/links.ts";
import { markTypes, schema, types } from "../model/schema.ts";
import type { Piece } from "./lists.ts";
import { withLists } from "./lists.ts";
import type { TextStyle, Style } from "./style.ts";
import { isHidden, isWordMarker, textStyleIn, PLAIN, styleOf, wordLevel } from "./style.ts";
import { onlyCell, tableOf } from "./tables.ts";
import type { Element } from "./tree.ts";
import { treeOf } from "./tree.ts";

export interface Pasted {
  readonly blocks: readonly Node[];
  /** The number of pictures of other sites that were left out. */
  readonly pictures: number;
}

interface Context {
  readonly look: TextStyle;
  readonly href: string;
  /** The number of lists and quotes around the content. */
  readonly depth: number;
}

/** The deepest nesting of lists and quotes; deeper ones are flattened. Pages render about twice as many levels. */
const MAX_NESTING = 6;

const DROPPED = new Set(
  "head meta link object embed svg math template button select option input canvas audio video map".split(" "),
);
const BLOCKS = new Set(
  "p div section article header footer main aside nav figure figcaption address center form fieldset dl dt dd body html details summary li tr td th caption".split(
    " ",
  ),
);

const HEADING = /^h([1-6])$/;
const SPACES = /[ \t\r\n\u00a0]+/g;

/** Collapses runs of spaces. A single no-break space stays. */
const spaced = (text: string): string => text.replaceAll(SPACES, (run) => (run === "\u00a0" ? run : " "));

class Cleaner {
  pictures = 0;
  chars = 0;
  readonly #origin: string;
  /** 1 if the text has a level-1 heading, which is the page's own; then all headings move down a level. */
  readonly #shift: number;
  #pieces: Piece[] = [];
  #line: Node[] = [];

  constructor(origin: string, shift: number) {
    this.#origin = origin;
    this.#shift = shift;
  }

  /** Reads these children into blocks of their own, apart from the block under construction. */
  blocksOf(children: Element["children"], context: Context): Node[] {
    const [pieces, line] = [this.#pieces, this.#line];
    [this.#pieces, this.#line] = [[], []];
    this.#all(children, context);
    this.#endLine();
    const blocks = withLists(this.#pieces);
    [this.#pieces, this.#line] = [pieces, line];
    return blocks;
  }

  #all(children: Element["children"], context: Context): void {
    for (const child of children) {
      if (this.chars > MARKDOWN_MAX_CHARS) return;
      if (typeof child === "string") this.#text(spaced(child), context);
      else this.#element(child, context);
    }
  }

  #text(text: string, { look, href }: Context): void {
    const last = this.#line.at(-1);
    const isStart = last === undefined || last.type === types.hard_break || last.text?.endsWith(" ") === true;
    const kept = isStart ? text.replace(/^ /, "") : text;
    if (kept === "") return;
    this.chars += kept.length;
    this.#line.push(schema.text(kept, marksOf(look, href)));
  }

  #element(element: Element, outer: Context): void {
    const style = styleOf(element);
    const { name } = element;
    if (DROPPED.has(name) || name.startsWith("v:") || isHidden(style) || isWordMarker(style)) return;
    const context = {
      ...outer,
      look: textStyleIn(element, style, outer.look),
      href: this.#hrefOf(element) ?? outer.href,
    };
    const special = this.#special(name);
    if (special) special(element, context, style);
    else if (BLOCKS.has(name)) this.#block(element, context, style);
    else this.#all(element.children, context);
  }

  #special(name: string): ((element: Element, context: Context, style: Style) => void) | undefined {
    if (HEADING.test(name)) return (element, context) => this.#heading(element, context, Number(name.slice(1)));
    return this.#specials[name];
  }

  readonly #specials: Readonly<Record<string, (element: Element, context: Context, style: Style) => void>> = {
    br: () => void this.#line.push(types.hard_break.create()),
    hr: () => this.#put(types.horizontal_rule.create()),
    img: (element) => this.#picture(element),
    pre: (element) => this.#code(element),
    ul: (element, context) => this.#list(element, context),
    ol: (element, context) => this.#list(element, context),
    blockquote: (element, context) => this.#quote(element, context),
    table: (element, context) => this.#table(element, context),
  };

  #put(...pieces: readonly Piece[]): void {
    this.#endLine();
    this.#pieces.push(...pieces);
  }

  #endLine(): void {
    const nodes = withoutEdges(this.#line);
    this.#line = [];
    if (nodes.length > 0) this.#pieces.push(types.paragraph.create(null, nodes));
  }

  #block(element: Element, context: Context, style: Style): void {
    const level = wordLevel(style);
    if (level !== undefined) return this.#wordItem(element, context, level);
    const outline = wordHeading(element, style);
    if (outline !== undefined) return this.#heading(element, context, outline);
    this.#endLine();
    this.#all(element.children, context);
    this.#endLine();
  }

  #wordItem(element: Element, context: Context, level: number): void {
    const inside = this.blocksOf(element.children, context);
    const node = inside[0];
    if (node?.type === types.paragraph)
      this.#put({ level: Math.min(level, MAX_NESTING), marker: markerIn(element), node }, ...inside.slice(1));
    else this.#put(...inside);
  }

  #heading(element: Element, context: Context, level: number): void {
    const inside = this.blocksOf(element.children, { ...context, look: PLAIN });
    for (const block of inside) {
      const isText = block.type === types.paragraph;
      this.#put(
        isText
          ? types.heading.create(
              { level: Math.min(6, Math.max(2, level + this.#shift)) },
              oneLine(light(block.content.content)),
            )
          : block,
      );
    }
  }

  #list({ name, children, attributes }: Element, context: Context): void {
    if (context.depth >= MAX_NESTING) return this.#put(...this.blocksOf(children, context));
    const items = this.#items(children, { ...context, depth: context.depth + 1 });
    if (items.length === 0) return;
    const nodes = items.map((blocks) => types.list_item.create(null, blocks));
    const order = Math.max(0, Number.parseInt(attributes.get("start") ?? "1", 10) || 1);
    this.#put(name === "ol" ? types.ordered_list.create({ order }, nodes) : types.bullet_list.create(null, nodes));
  }

  /** The items of a list. Google Docs and old browsers put a nested list after its item instead of inside it. */
  #items(children: Element["children"], context: Context): Node[][] {
    const items: Node[][] = [];
    for (const child of children) {
      const inside = this.blocksOf([child], context);
      const last = isListElement(child) ? items.at(-1) : undefined;
      if (last) last.push(...inside);
      else if (inside.length > 0) items.push(inside);
    }
    return items;
  }

  #quote({ children }: Element, context: Context): void {
    const inside = this.blocksOf(children, { ...context, depth: context.depth + 1 });
    if (context.depth >= MAX_NESTING || inside.length === 0) this.#put(...inside);
    else this.#put(types.blockquote.create(null, inside));
  }

  #code(element: Element): void {
    const text = rawText(element)
      .replaceAll(/\r\n?/g, "\n")
      .replace(/^\n|\n$/g, "");
    this.chars += text.length;
    if (text.trim() !== "") this.#put(types.code_block.create(null, schema.text(text)));
  }

  #table(element: Element, context: Context): void {
    const only = onlyCell(element);
    if (only) return this.#put(...this.blocksOf(only.children, context));
    const table = tableOf(element, (cell, isHead) => {
      const blocks = this.blocksOf(cell.children, { ...context, look: PLAIN, depth: MAX_NESTING });
      const lines = blocks.flatMap(linesIn).map((line) => (isHead ? light(line) : line));
      return oneLine(lines.flatMap((line, index) => (index > 0 ? [schema.text(" "), ...line] : line)));
    });
    if (table) this.#put(table);
  }

  #picture({ attributes }: Element): void {
    const src = this.#ours(attributes.get("src") ?? "");
    if (isMediaPath(src)) this.#line.push(types.image.create({ src, alt: attributes.get("alt") ?? "" }));
    else this.pictures += 1;
  }

  #hrefOf({ name, attributes }: Element): string | undefined {
    const href = name === "a" ? this.#ours(attributes.get("href")?.trim() ?? "") : "";
    // Word's bookmarks lead nowhere outside Word.
    return href !== "" && !href.startsWith("#_") && isLink(href) ? href : undefined;
  }

  /** Shortens an address of this site to its path. */
  #ours(address: string): string {
    return this.#origin !== "" && address.startsWith(`${this.#origin}/`) ? address.slice(this.#origin.length) : address;
  }
}

const isListElement = (child: Element | string): boolean =>
  typeof child !== "string" && (child.name === "ul" || child.name === "ol");

function marksOf(look: TextStyle, href: string): readonly Mark[] {
  const marks = [
    ...(href === "" ? [] : [markTypes.link.create({ href })]),
    ...(look.strong ? [markTypes.strong.create()] : []),
    ...(look.em ? [markTypes.em.create()] : []),
    ...(look.strike ? [markTypes.strike.create()] : []),
    ...(look.code ? [markTypes.code.create()] : []),
  ];
  return Marks.setFrom(marks);
}

const isEdge = (node: Node): boolean =>
  node.type === types.hard_break || (node.isText && (node.text ?? "").trim() === "");

/** A line without breaks and spaces at its ends. */
function withoutEdges(line: readonly Node[]): Node[] {
  const from = line.findIndex((node) => !isEdge(node));
  const to = line.findLastIndex((node) => !isEdge(node));
  return from < 0 ? [] : line.slice(from, to + 1);
}

/** Removes bold, which headings and a table's first row have anyway. */
const light = (nodes: readonly Node[]): Node[] =>
  nodes.map((node) => node.mark(node.marks.filter(({ type }) => type !== markTypes.strong)));

const oneLine = (nodes: readonly Node[]): Node[] =>
  nodes.map((node) => (node.type === types.hard_break ? schema.text(" ") : node));

/** The lines of text in any block. */
const linesIn = (block: Node): Node[][] =>
  block.isTextblock ? [[...block.content.content]] : block.content.content.flatMap(linesIn);

const rawText = ({ children }: Element): string =>
  children.map((child) => (typeof child === "string" ? child : child.name === "br" ? "\n" : rawText(child))).join("");

/** The bullet or number that Word writes before an item. */
function markerIn(element: Element): string {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const marker = isWordMarker(styleOf(child)) ? rawText(child).replaceAll(SPACES, " ").trim() : markerIn(child);
    if (marker !== "") return marker;
  }
  return "";
}

/** The heading level of Word's title, or of a paragraph with an outline level. */
function wordHeading({ name, attributes }: Element, style: Style): number | undefined {
  if (name !== "p" && name !== "div") return undefined;
  const [kind] = (attributes.get("class") ?? "").split(/\s/);
  if (kind === "MsoTitle") return 1;
  if (kind === "MsoSubtitle") return 2;
  const level = style.get("mso-outline-level");
  return level === undefined || !/^[1-6]$/.test(level) ? undefined : Number(level);
}

const CONTEXT: Context = { look: PLAIN, href: "", depth: 0 };

/** Cleans pasted HTML. `origin` is the site's own. Refuses the whole paste if it is too long for a field. */
export function cleanHtml(html: string, origin = ""): Result<Pasted, "tooLong"> {
  if (html.length > PASTE_MAX_CHARS) return refused("tooLong");
  const cleaner = new Cleaner(origin, /<h1[\s>]|\bMsoTitle\b/i.test(html) ? 1 : 0);
  const blocks = cleaner.blocksOf(treeOf(html).children, CONTEXT);
  if (cleaner.chars > MARKDOWN_MAX_CHARS) return refused("tooLong");
  return accepted({ blocks, pictures: cleaner.pictures });
}

/** Reads plain text: each line becomes a paragraph. */
export function cleanText(text: string): Result<Pasted, "tooLong"> {
  if (text.length > MARKDOWN_MAX_CHARS) return refused("tooLong");
  const lines = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "").split(/(?:\r\n?|\n)+/);
  const blocks = lines
    .filter((line) => line.trim() !== "")
    .map((line) => types.paragraph.create(null, schema.text(line)));
  return accepted({ blocks, pictures: 0 });
}
