/** Writes the inline content of a block: words, marks, links and pictures. */
import { type Mark, type Node, Mark as Marks } from "prosemirror-model";
import {
  codeFirst,
  codeLast,
  codeSpan,
  destination,
  escapeLine,
  escapeText,
  keepWideSpaces,
  titleText,
} from "./escape.ts";
import { isEastAsian } from "../../../../runtime/rendering/markdown/eastAsian.ts";
import { markTypes, types } from "./schema.ts";

/** One style of writing Markdown. If a text would be misread in one style, the next is tried. */
export interface Manner {
  readonly em: "*" | "_";
  /** True if brackets are always escaped. */
  readonly brackets: boolean;
}

interface Item {
  readonly node: Node;
  readonly text: string;
  readonly marks: readonly Mark[];
}

const isCode = (marks: readonly Mark[]): boolean => marks.some(({ type }) => type === markTypes.code);
const isSpace = ({ node, text, marks }: Item): boolean =>
  node.type === types.hard_break || (node.isText && !isCode(marks) && /^\s+$/.test(text));
const isEmphasis = ({ type }: Mark): boolean => type === markTypes.em || type === markTypes.strong;
/** Wide spaces become character references at an edge, where plain spaces are trimmed. */
const isWide = ({ text }: Item): boolean => /[^ \t\n]/.test(text);
const has = (item: Item | undefined, mark: Mark): boolean => item?.marks.some((other) => other.eq(mark)) === true;

/** The words and spaces of a block, as separate items. */
function itemsOf(block: Node): Item[] {
  const parts = block.content.content.flatMap((node): Item[] => {
    const { marks, text = "" } = node;
    if (!node.isText || isCode(marks)) return [{ node, text, marks }];
    return text
      .split(/(\s+)/)
      .filter((part) => part !== "")
      .map((part) => ({ node, text: part, marks }));
  });
  const items = withJoinedSpaces(parts.slice(0, parts.findLastIndex((item) => !isSpace(item) || isWide(item)) + 1));
  return items.map((item, index) => (isSpace(item) ? withinMarks(item, items, index) : item));
}

const isBreak = (item: Item | undefined): boolean => item?.node.type === types.hard_break;

/** Joins neighbouring spaces into one item, with the marks that all of them have. */
function withJoinedSpaces(items: readonly Item[]): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    const last = found.at(-1);
    const isRun = last && isSpace(last) && isSpace(item) && !isBreak(last) && !isBreak(item);
    if (isRun)
      found[found.length - 1] = {
        ...last,
        text: last.text + item.text,
        marks: last.marks.filter((mark) => has(item, mark)),
      };
    else found.push(item);
  }
  return found;
}

/**
 * A space keeps a mark only between two words with that mark. Markdown's marks cannot begin or end at a space or a line
 * end.
 */
function withinMarks(item: Item, items: readonly Item[], index: number): Item {
  const [before, after] = [items[index - 1], items[index + 1]];
  const isEdge = [before, after].some((other) => other && isSpace(other));
  const given = isBreak(item) ? (before?.marks ?? []) : item.marks;
  const kept = given.filter((mark) => mark.type !== markTypes.code && has(before, mark) && has(after, mark));
  return { ...item, marks: isEdge ? [] : kept };
}

const isWordSign = (sign: string): boolean => /[^\s\p{P}\p{S}]/u.test(sign);
const firstSign = (text: string): string => /^./su.exec(text)?.[0] ?? "";
const lastSign = (text: string): string => /.$/su.exec(text)?.[0] ?? "";
/** True for signs that keep a delimiter from opening or closing beside a letter. East Asian ones do not. */
const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign) && !isEastAsian(sign);
const isLetter = (sign: string): boolean => isWordSign(sign) && !isEastAsian(sign);

/** A hard break in Markdown. */
const BREAK = "\\\n";

class InlineWriter {
  #out = "";
  readonly #open: { readonly mark: Mark; readonly sign: string }[] = [];
  /**
   * True if a letter next must be written as a character reference. Otherwise the delimiter before it would not close.
   */
  #codesNext = false;
  readonly #items: readonly Item[];
  readonly #manner: Manner;
  readonly #isCell: boolean;
  /** The Markdown of a hard break. */
  readonly #break: string;

  constructor(block: Node, manner: Manner, { isCell = false, hardBreak = BREAK } = {}) {
    this.#break = hardBreak;
    this.#items = itemsOf(block);
    const plain = block.textContent;
    this.#manner = { ...manner, brackets: manner.brackets || /\][[(:]/.test(plain) };
    this.#isCell = isCell;
  }

  run(): string {
    for (const [index, item] of this.#items.entries()) this.#item(item, index);
    this.#close(0);
    return this.#out;
  }

  #item(item: Item, index: number): void {
    const marks = item.marks.filter(({ type }) => type !== markTypes.code);
    const kept = this.#open.findIndex(({ mark }) => !has(item, mark));
    this.#close(kept < 0 ? this.#open.length : kept);
    const link = marks.find(({ type }) => type === markTypes.link);
    if (link && !this.#isOpen(link) && this.#autolink(item, link, index)) return;
    // A mark that another one interrupted cannot reopen before a space, so it reopens at the next word.
    const missing = isSpace(item) ? [] : marks.filter((mark) => !this.#isOpen(mark));
    const reach = (mark: Mark): number => this.#reach(mark, index);
    const text = this.#written(item, index);
    const opening = missing.toSorted((a, b) => reach(b) - reach(a));
    for (const [place, mark] of opening.entries()) this.#opened(mark, index, place + 1 < opening.length ? "*" : text);
    this.#put(text);
  }

  #isOpen(mark: Mark): boolean {
    return this.#open.some((open) => open.mark.eq(mark));
  }

  /** Writes a link whose text is its address as `<…>`; false if it is no such link. */
  #autolink({ text, node, marks }: Item, link: Mark, index: number): boolean {
    const href = String(link.attrs["href"]);
    const isItself =
      node.isText && (text === href || `mailto:${text}` === href) && /^[a-z][a-z0-9+.-]+:[^\s<>]+$/i.test(href);
    if (!isItself || link.attrs["title"] !== "" || marks.length > 1 || has(this.#items[index + 1], link)) return false;
    this.#put(`<${text}>`);
    return true;
  }

  /** The number of consecutive items that have the mark. */
  #reach(mark: Mark, index: number): number {
    const rest = this.#items.slice(index);
    const end = rest.findIndex((item) => !has(item, mark));
    return end < 0 ? rest.length : end;
  }

  /** The delimiter that opens a mark. */
  #signOf(mark: Mark, index: number): string {
    if (mark.type === markTypes.link) return "[";
    if (mark.type === markTypes.strike) return "~~";
    const sign = this.#isLine(mark, this.#items[index + this.#reach(mark, index)]) ? "_" : "*";
    return mark.type === markTypes.strong ? sign + sign : sign;
  }

  /**
   * Tells whether emphasis up to `end` is written with underscores. Stars next to other stars are misread, and so are
   * underscores inside a word.
   */
  #isLine({ type }: Mark, end: Item | undefined): boolean {
    const before = lastSign(this.#out);
    if (isWordSign(before) || before === "_" || (end && this.#beginsAsWord(end))) return false;
    const touches = before === "*" || end?.marks.some(isEmphasis) === true;
    return touches || (type === markTypes.em && this.#manner.em === "_");
  }

  /** Tells whether an item begins with a letter and opens no mark. */
  #beginsAsWord({ node, text, marks }: Item): boolean {
    return node.isText && isWordSign(firstSign(text)) && marks.every((mark) => this.#isOpen(mark));
  }

  /** Writes an opening delimiter. `next` is the text after it, or `*` if another delimiter follows. */
  #opened(mark: Mark, index: number, next: string): void {
    const sign = this.#signOf(mark, index);
    this.#open.push({ mark, sign });
    if (mark.type !== markTypes.link && isPunctuation(firstSign(next)) && isLetter(lastSign(this.#out)))
      this.#out = codeLast(this.#out);
    this.#put(sign);
  }

  #close(depth: number): void {
    while (this.#open.length > depth) {
      const { mark, sign } = this.#open.pop() ?? { sign: "" };
      if (mark?.type === markTypes.link)
        this.#out += `](${destination(String(mark.attrs["href"]))}${titleText(String(mark.attrs["title"]))})`;
      else if (mark) {
        this.#codesNext = isPunctuation(lastSign(this.#out)) || this.#codesNext;
        this.#out += sign;
      }
    }
  }

  #put(text: string): void {
    this.#out += this.#codesNext && isLetter(firstSign(text)) ? codeFirst(text) : text;
    this.#codesNext = false;
  }

  #written({ node, text, marks }: Item, index: number): string {
    if (node.type === types.hard_break) return this.#break;
    if (node.type === types.image) return this.#picture(node);
    if (node.type === types.directive) return this.#directive(node);
    if (isCode(marks)) return codeSpan(text, this.#isCell);
    const next = this.#items[index + 1];
    return escapeText(text, {
      brackets: this.#manner.brackets || marks.some(({ type }) => type === markTypes.link),
      isCell: this.#isCell,
      beforeLink: next?.marks.some(({ type }) => type === markTypes.link) === true,
      beforeCode: next !== undefined && isCode(next.marks),
      afterDirective: this.#items[index - 1]?.node.type === types.directive,
      left: lastSign(this.#textBeside(marks, index - 1)),
      right: firstSign(this.#textBeside(marks, index + 1)),
    });
  }

  /** The neighbouring text, if it has the same marks, so that no delimiter lies between; otherwise empty. */
  #textBeside(marks: readonly Mark[], index: number): string {
    const item = this.#items[index];
    return item?.node.isText && Marks.sameSet(item.marks, marks) ? item.text : "";
  }

  /** A mark of a plugin as it was written. Behind a letter it would be plain text. */
  #directive({ attrs }: Node): string {
    if (/[\p{L}\p{N}:]$/u.test(this.#out)) this.#out = codeLast(this.#out);
    const source = String(attrs["source"]);
    return this.#isCell ? source.replaceAll("|", "\\|") : source;
  }

  #picture({ attrs }: Node): string {
    const alt = escapeText(String(attrs["alt"]), {
      brackets: true,
      isCell: this.#isCell,
      beforeLink: true,
      beforeCode: false,
      afterDirective: false,
      left: "",
      right: "",
    });
    return `![${alt}](${destination(String(attrs["src"]))}${titleText(String(attrs["title"]))})`;
  }
}

const trimmed = (line: string): string => line.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");

/** The lines of a block, split at hard breaks. */
export const inlineLines = (block: Node, manner: Manner): string[] =>
  keepWideSpaces(trimmed(new InlineWriter(block, manner).run()))
    .split(BREAK)
    .map(trimmed)
    .map(escapeLine);

/** The same lines, each but the last with the backslash of its hard break. */
export const inlineText = (block: Node, manner: Manner): string[] =>
  inlineLines(block, manner).map((line, index, { length }) => (index < length - 1 ? `${line}\\` : line));

/** Writes a block on one line, such as a table cell. */
export const oneLine = (block: Node, manner: Manner, isCell: boolean): string =>
  keepWideSpaces(trimmed(new InlineWriter(block, manner, { isCell, hardBreak: " " }).run()));
