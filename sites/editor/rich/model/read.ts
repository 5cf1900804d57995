/** Reads Markdown into the editor's document, with the parser that also renders pages. */
import { type Attrs, type Mark, type Node, type NodeType, Mark as Marks } from "prosemirror-model";
import { MARKDOWN_MAX_DEPTH } from "../../../../manifests/bounds/fields.ts";
import { isUndrawn } from "../../../../runtime/rendering/dialect/dialect.ts";
import { DIRECTIVE, directiveOf, markIn, withDirectives } from "../../../../runtime/rendering/dialect/directives.ts";
import { SHOWN_TAG } from "../../../../runtime/rendering/dialect/tags.ts";
import { type MarkdownToken as Token, contentParser } from "../../../../runtime/rendering/markdown/contentParser.ts";
import { type Align, markTypes, schema, types } from "./schema.ts";

/** A block, and the half-open range of its source lines. */
export interface ReadBlock {
  readonly node: Node;
  readonly lines: readonly [number, number];
}

/** Link reference definitions, by name. */
export type References = Readonly<Record<string, { readonly href: string; readonly title: string }>>;

export interface ReadText {
  readonly blocks: readonly ReadBlock[];
  readonly references: References;
}

const parser = contentParser();
const { normalizeLink } = parser;
const isValid = parser.validateLink;
// Addresses stay as written; pages encode them. As on pages, the encoded form decides whether an address is allowed.
parser.normalizeLink = (address) => address;
parser.validateLink = (address) => isValid(normalizeLink(address));

type Attributes = (token: Token, tokens: readonly Token[], index: number) => Attrs | null;

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? "");
const none: Attributes = () => null;
const markup: Attributes = (token) => ({ markup: token.markup });
const aligned: Attributes = (token) => ({
  align: (/text-align:\s*(left|center|right)/.exec(attribute(token, "style"))?.[1] ?? null) as Align,
});

/** A list is tight if its paragraphs are hidden, as the parser marks them. A list without paragraphs is tight. */
function isTight(tokens: readonly Token[], index: number): boolean {
  const level = (tokens[index]?.level ?? 0) + 2;
  for (const token of tokens.slice(index + 1)) {
    if (token.level < level - 1) return true;
    if (token.level === level && token.type === "paragraph_open") return token.hidden;
  }
  return true;
}

function ordered(token: Token, tokens: readonly Token[], index: number): Attrs {
  const numbers = tokens
    .slice(index)
    .filter(({ type, level }) => type === "list_item_open" && level === token.level + 1)
    .map(({ info }) => Number(info));
  const order = Number(token.attrGet("start") ?? 1);
  return { order, step: numbers[1] === order ? 0 : 1, tight: isTight(tokens, index), markup: token.markup };
}

const BLOCKS: Readonly<Record<string, readonly [NodeType, Attributes]>> = {
  paragraph: [types.paragraph, none],
  heading: [types.heading, (token) => ({ level: Number(token.tag.slice(1)), markup: token.markup })],
  blockquote: [types.blockquote, none],
  bullet_list: [types.bullet_list, (token, tokens, index) => ({ tight: isTight(tokens, index), markup: token.markup })],
  ordered_list: [types.ordered_list, ordered],
  list_item: [types.list_item, none],
  table: [types.table, none],
  tr: [types.table_row, none],
  th: [types.table_header, aligned],
  td: [types.table_cell, aligned],
};

/** Tokens without children. */
const LEAVES: Readonly<Record<string, (token: Token) => Node>> = {
  hr: (token) => types.horizontal_rule.create(markup(token, [], 0)),
  fence: (token) => codeBlock(token.content, { info: token.info, markup: token.markup }),
  code_block: (token) => codeBlock(token.content, {}),
};

const codeBlock = (content: string, attrs: Attrs): Node => {
  const text = content.replace(/\n$/, "");
  return types.code_block.create(attrs, text === "" ? null : schema.text(text));
};

const MARKS: Readonly<Record<string, (token: Token) => Mark>> = {
  em: () => markTypes.em.create(),
  strong: () => markTypes.strong.create(),
  s: () => markTypes.strike.create(),
  link: (token) => markTypes.link.create({ href: attribute(token, "href"), title: attribute(token, "title") }),
};

/** Table sections, which only wrap rows. */
const WRAPPERS: ReadonlySet<string> = new Set(["thead", "tbody"]);

const nameOf = ({ type }: Token): string => type.replace(/_(?:open|close)$/, "");

function inlineNodes(children: readonly Token[]): Node[] {
  const found: Node[] = [];
  let active: readonly Mark[] = Marks.none;
  for (const token of children) {
    const mark = MARKS[nameOf(token)]?.(token);
    if (mark) active = token.nesting === 1 ? mark.addToSet(active) : mark.type.removeFromSet(active);
    else found.push(...leaf(token, active));
  }
  return found;
}

function leaf(token: Token, marks: readonly Mark[]): Node[] {
  const { type, content } = token;
  if (type === "image") return [picture(token).mark(marks)];
  if (type === DIRECTIVE) return [directive(token).mark(marks)];
  if (type === "hardbreak") return [types.hard_break.create(null, null, marks)];
  const text = type === "softbreak" ? " " : content;
  if (text === "") return [];
  return [schema.text(text, type === "code_inline" ? markTypes.code.create().addToSet(marks) : marks)];
}

/** A mark of a plugin, with its words or the name of its kind. */
function directive(token: Token): Node {
  const { source, name } = directiveOf(token);
  const words = (token.children ?? []).map(({ content }) => content).join("");
  return types.directive.create({ source, label: words === "" ? name.slice(name.indexOf("/") + 1) : words });
}

/** The directive that a text is, and nothing else. */
export function directiveNode(source: string): Node | undefined {
  if (markIn(source)?.source !== source) return undefined;
  const node = read(source)?.blocks[0]?.node.firstChild;
  return node?.type === types.directive ? node : undefined;
}

const picture = (token: Token): Node =>
  types.image.create({
    src: attribute(token, "src"),
    alt: parser.renderer.renderInlineAsText(token.children ?? [], parser.options, {}),
    title: attribute(token, "title"),
  });

interface Open {
  readonly type: NodeType;
  readonly attrs: Attrs | null;
  readonly content: Node[];
  readonly lines: readonly [number, number];
}

/** Builds the blocks of one parse. */
class Builder {
  readonly blocks: ReadBlock[] = [];
  readonly #open: Open[] = [];

  take(token: Token, tokens: readonly Token[], index: number): void {
    const name = nameOf(token);
    if (WRAPPERS.has(name)) return;
    if (token.type === "inline")
      return void this.#open.at(-1)?.content.push(...joined(inlineNodes(withDirectives(token.children ?? []))));
    const leaf = LEAVES[token.type];
    if (leaf) return this.#put(leaf(token), token.map ?? [0, 0]);
    const [type, attributes] = BLOCKS[name] ?? unknown(token);
    if (token.nesting === 1)
      this.#open.push({ type, attrs: attributes(token, tokens, index), content: [], lines: token.map ?? [0, 0] });
    else this.#close();
  }

  #close(): void {
    const open = this.#open.pop();
    const node = open?.type.createAndFill(open.attrs, open.content);
    if (!open || !node) throw new RangeError("a block of Markdown that the schema does not hold");
    this.#put(node, open.lines);
  }

  #put(node: Node, lines: readonly [number, number]): void {
    const parent = this.#open.at(-1);
    if (parent) parent.content.push(node);
    else this.blocks.push({ node, lines });
  }
}

const unknown = ({ type }: Token): never => {
  throw new RangeError(`the parser made a token that the editor does not know: ${type}`);
};

/** Merges neighbouring texts with the same marks, as ProseMirror does everywhere. */
function joined(nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (last?.isText && node.isText && Marks.sameSet(last.marks, node.marks))
      found[found.length - 1] = schema.text(`${last.text ?? ""}${node.text ?? ""}`, node.marks);
    else found.push(node);
  }
  return found;
}

/** Reads Markdown. Undefined if it is nested deeper than pages render. */
export function read(markdown: string, known: References = {}): ReadText | undefined {
  const env = { references: { ...known } };
  const tokens = parser.parse(markdown, env);
  if (tokens.some(({ level }) => level >= MARKDOWN_MAX_DEPTH - 1)) return undefined;
  const source = markdown.split(/\r\n?|\n/);
  const blocks = topBlocks(tokens).flatMap((block) => {
    if (!block.every(isShown)) return [asSource(block, source)];
    const builder = new Builder();
    for (const [index, token] of block.entries()) builder.take(token, block, index);
    return builder.blocks;
  });
  return { blocks, references: env.references };
}

/** The tokens of each block at the margin. What draws nothing, such as a comment, stays in the gaps of the source. */
function topBlocks(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && isUndrawn(token)) continue;
    if (depth === 0) found.push([]);
    found.at(-1)?.push(token);
    depth += token.nesting;
  }
  return found;
}

const WORDS: ReadonlySet<string> = new Set([
  "text",
  "softbreak",
  "hardbreak",
  "image",
  "code_inline",
  SHOWN_TAG,
  DIRECTIVE,
]);

/** Tells whether the editor shows a token as it looks on pages. */
const isShown = (token: Token): boolean =>
  token.type === "inline"
    ? withDirectives(token.children ?? []).every((child) => WORDS.has(child.type) || nameOf(child) in MARKS)
    : nameOf(token) in BLOCKS || token.type in LEAVES || WRAPPERS.has(nameOf(token));

/** A block that the editor shows as it is written, such as a list of definitions. */
function asSource([first]: readonly Token[], source: readonly string[]): ReadBlock {
  const [from, to] = first?.map ?? [0, 0];
  const text = source.slice(from, to).join("\n").trimEnd();
  return { node: types.markdown.create(null, text === "" ? null : schema.text(text)), lines: [from, to] };
}

/** The document of these blocks, or an empty paragraph to write in. */
export const documentOf = (blocks: readonly Node[]): Node =>
  types.doc.create(null, blocks.length > 0 ? [...blocks] : [types.paragraph.create()]);

/** The character of a named HTML entity, such as `nbsp`. */
export const entity = (name: string): string => parser.utils.unescapeAll(`&${name};`);
