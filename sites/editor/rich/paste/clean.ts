/**
 * Converts pasted HTML to formatted text: headings, lists, links, emphasis, tables and code. Everything else is
 * dropped.
 */
import { type Mark, type Node, Mark as Marks } from "prosemirror-model";
import { MARKDOWN_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { PASTE_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";
import { isMediaPath } from "../../../../runtime/templates/image.ts";
import { isLink } from "../../../../runtime/templates/links.ts";
import { directiveNode } from "../model/read.ts";
import { markTypes, schema, types } from "../model/schema.ts";
import { type Piece, isItem, isList, withDeeper, withLists } from "./lists.ts";
import {
  type TextStyle,
  type Style,
  isCodeBox,
  isHidden,
  isWordMarker,
  keepsLines,
  PLAIN,
  styleOf,
  textStyleIn,
  wordLevel,
} from "./style.ts";
import { codeText } from "./code.ts";
import { onlyCell, tableOf } from "./tables.ts";
import { type Element, treeOf } from "./tree.ts";

export interface Pasted {
  readonly blocks: readonly Node[];
  /** The number of pictures of other sites that were left out. */
  readonly pictures: number;
}

/** The length of a refused paste, and the most characters that it may have. */
export interface TooLong {
  readonly length: number;
  readonly most: number;
}

interface Context {
  readonly look: TextStyle;
  readonly href: string;
  /** The number of lists and quotes around the content. */
  readonly depth: number;
  /** True if line ends in the text are shown, as its style says. */
  readonly keepsLines: boolean;
  /** True in an item of a list. Word also marks such items, and paragraphs in them, as its own. */
  readonly isItem: boolean;
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
      if (typeof child !== "string") this.#element(child, context);
      else if (context.keepsLines) this.#lines(child, context);
      else this.#text(spaced(child), context);
    }
  }

  #lines(text: string, context: Context): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.#line.push(types.hard_break.create());
      this.#text(spaced(line), context);
    }
  }

  #text(text: string, { look, href }: Context): void {
    const last = this.#line.at(-1);
    const isStart = last === undefined || last.type === types.hard_break || last.text?.endsWith(" ") === true;
    const kept = isStart ? text.replace(/^ /, "") : text;
    if (kept === "") return;
    this.chars += kept.length;
    // A paste that is too long is refused, so its rest is only counted.
    if (this.chars <= MARKDOWN_MAX_CHARS) this.#line.push(schema.text(kept, marksOf(look, href)));
  }

  #element(element: Element, outer: Context): void {
    const style = styleOf(element);
    const { name } = element;
    if (DROPPED.has(name) || name.startsWith("v:") || isHidden(style) || isWordMarker(style)) return;
    const context = {
      ...outer,
      look: textStyleIn(element, style, outer.look),
      href: this.#hrefOf(element) ?? outer.href,
      keepsLines: keepsLines(style) ?? outer.keepsLines,
    };
    // WebKit writes a space between two copied words as a no-break space with this class.
    if (element.attributes.get("class") === "Apple-converted-space") return this.#text(" ", context);
    if (BLOCKS.has(name) && isCodeBox(style)) return this.#code(element);
    const special = this.#special(element);
    if (special) special(element, context, style);
    else if (BLOCKS.has(name)) this.#block(element, context, style);
    else this.#all(element.children, context);
  }

  #directive(node: Node, { look, href }: Context): void {
    this.chars += String(node.attrs["source"]).length;
    if (this.chars <= MARKDOWN_MAX_CHARS) this.#line.push(node.mark(marksOf({ ...look, code: false }, href)));
  }

  #special(found: Element): ((element: Element, context: Context, style: Style) => void) | undefined {
    const { name } = found;
    const directive = copiedDirective(found);
    if (directive) return (_, context) => this.#directive(directive, context);
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
    const level = context.isItem ? undefined : wordLevel(style);
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
    if (isHollow(children)) return this.#deeperList(children, context);
    const items = this.#items(children, { ...context, depth: context.depth + 1, isItem: true });
    if (items.length === 0) return;
    const nodes = items.map((blocks) => types.list_item.create(null, blocks));
    const order = Math.max(0, Number.parseInt(attributes.get("start") ?? "1", 10) || 1);
    this.#put(name === "ol" ? types.ordered_list.create({ order }, nodes) : types.bullet_list.create(null, nodes));
  }

  /**
   * A list that only holds other lists. LibreOffice writes a deeper level so, behind the list that it belongs to. With no
   * list before it, the outer levels are empty and go.
   */
  #deeperList(children: Element["children"], context: Context): void {
    this.#endLine();
    const before = this.#pieces.at(-1);
    if (!before || isItem(before) || !isList(before)) return this.#put(...this.blocksOf(children, context));
    const inside = this.blocksOf(children, { ...context, depth: context.depth + 1 });
    this.#pieces[this.#pieces.length - 1] = withDeeper(before, inside, hollowLevels(children));
  }

  /**
   * The items of a list. Google Docs and old browsers put a nested list after its item instead of inside it. Others put
   * it into an item without a sign. Before the first item it stands for no level of its own.
   */
  #items(children: Element["children"], context: Context): Node[][] {
    const items: Node[][] = [];
    for (const child of children) {
      const inside = this.blocksOf([child], context);
      const last = items.at(-1);
      const isNested = isListElement(child) || isHollowItem(child);
      if (isNested && last) last.push(...inside);
      else if (isNested) items.push(...inside.flatMap(itemsOf));
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
    const text = codeText(element).replace(/^\n|\n$/g, "");
    this.chars += text.length;
    if (text.trim() !== "") this.#put(types.code_block.create(null, schema.text(text)));
  }

  #table(element: Element, context: Context): void {
    const only = onlyCell(element);
    if (only) return this.#put(...this.blocksOf(only.children, context));
    const table = tableOf(element, (cell, isHead) => {
      const blocks = this.blocksOf(cell.children, { ...context, look: PLAIN, depth: MAX_NESTING });
      const line = asOneLine(blocks);
      return isHead ? light(line) : line;
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

/** The directive that the editor copied as an element with its source. */
function copiedDirective({ name, attributes }: Element): Node | undefined {
  const isCopied = name === "span" && attributes.get("class")?.split(" ").includes("rich-directive") === true;
  return isCopied ? directiveNode(attributes.get("title") ?? "") : undefined;
}

const isListElement = (child: Element | string): boolean =>
  typeof child !== "string" && (child.name === "ul" || child.name === "ol");

const isBlank = (child: Element | string): boolean => typeof child === "string" && child.trim() === "";

/** True for an item without a sign that holds only a list. */
const isHollowItem = (child: Element | string): boolean =>
  typeof child !== "string" &&
  child.name === "li" &&
  child.children.some(isListElement) &&
  child.children.every((inner) => isBlank(inner) || isListElement(inner));

const isHollow = (children: Element["children"]): boolean =>
  children.some((child) => !isBlank(child)) &&
  children.every((child) => isBlank(child) || isListElement(child) || isHollowItem(child));

/** The number of lists around the first list with items. */
function hollowLevels(children: Element["children"]): number {
  const first = children.find((child) => !isBlank(child));
  const isOuter = typeof first === "object" && isListElement(first) && isHollow(first.children);
  return isOuter ? 1 + hollowLevels(first.children) : 1;
}

/** The items of a list as they stand in another one; a block that is no list becomes one item. */
const itemsOf = (block: Node): Node[][] =>
  isList(block) ? block.content.content.map((item) => [...item.content.content]) : [[block]];

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

/** All blocks as one line, such as for a table cell. */
export const asOneLine = (blocks: readonly Node[]): Node[] =>
  oneLine(blocks.flatMap(linesIn).flatMap((line, index) => (index > 0 ? [schema.text(" "), ...line] : line))).map(
    (node) => (node.isText ? schema.text((node.text ?? "").replaceAll(/\s*\n\s*/g, " "), node.marks) : node),
  );

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

const CONTEXT: Context = { look: PLAIN, href: "", depth: 0, keepsLines: false, isItem: false };

/** Cleans pasted HTML. `origin` is the site's own. Refuses the whole paste if it is too long for a field. */
export function cleanHtml(html: string, origin = ""): Result<Pasted, TooLong> {
  if (html.length > PASTE_MAX_CHARS) return refused({ length: html.length, most: PASTE_MAX_CHARS });
  const cleaner = new Cleaner(origin, /<h1[\s>]|\bMsoTitle\b/i.test(html) ? 1 : 0);
  const blocks = cleaner.blocksOf(treeOf(html).children, CONTEXT);
  if (cleaner.chars > MARKDOWN_MAX_CHARS) return refused({ length: cleaner.chars, most: MARKDOWN_MAX_CHARS });
  return accepted({ blocks, pictures: cleaner.pictures });
}
