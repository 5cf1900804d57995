/**
 * Parts of a text that plugins draw. A mark in a line is `:acme.maps/pin[words]{place="pier"}`, and a block stands
 * between `:::acme.maps/box{title="News"}` and `:::`.
 */
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import { DIRECTIVE_VALUES_MAX_CHARS, DIRECTIVE_WORDS_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { NAME_MAX_CHARS, PLUGIN_ID_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { isPlainLine, lineOf, PairedLines, readBlocks } from "./pairedLines.ts";

/** A directive as it is written. */
export interface Directive {
  /** The plugin's id and the name of its directive. */
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** The whole text of a mark, or the first line of a block. */
  readonly source: string;
  /** The place of a mark in the words of its block. */
  readonly at?: number;
}

const NAME = "[a-z0-9-]+(?:\\.[a-z0-9-]+)+/[a-z][a-z0-9-]*";
const VALUE = '[a-z][A-Za-z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\])*"';
const VALUES = `\\{((?:[ \\t]*${VALUE})*)[ \\t]*\\}`;
const WORDS = "\\[((?:[^[\\]\\\\\\n]|\\\\[^\\n]|\\[[^[\\]\\n]*\\])*)\\]";

const MARK = new RegExp(`^:(${NAME})(?:${WORDS}(?:${VALUES})?|${VALUES})`);
const OPEN = new RegExp(`^:::+[ \\t]*(${NAME})(?:${VALUES})?[ \\t]*$`);
const CLOSE = /^:::+[ \t]*$/;
export const EACH_VALUE = new RegExp(VALUE, "g");

/** Longest mark in characters: colon, name, brackets, words, braces and values. */
export const MARK_MAX_CHARS =
  PLUGIN_ID_MAX_CHARS + NAME_MAX_CHARS + DIRECTIVE_WORDS_MAX_CHARS + DIRECTIVE_VALUES_MAX_CHARS + ":/[]{}".length;

const SEEN = new RegExp(`:[ \\t]*${NAME}`);

/** True for a text that may hold a directive. */
export const mayHoldDirectives = (text: string): boolean => SEEN.test(text);

function valuesIn(text: string): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [whole] of text.matchAll(EACH_VALUE)) {
    const at = whole.indexOf("=");
    values.set(whole.slice(0, at), whole.slice(at + 2, -1).replaceAll(/\\(["\\])/g, "$1"));
  }
  return Object.fromEntries(values);
}

/** A value between quotes, as a directive has it. */
export const quotedValue = (value: string): string => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;

const writtenValues = (values: Readonly<Record<string, string>>): string => {
  const each = Object.entries(values).map(([name, value]) => `${name}=${quotedValue(value)}`);
  return each.length === 0 ? "" : `{${each.join(" ")}}`;
};

interface Mark extends Directive {
  readonly words: string;
}

/** The mark at the beginning of a text. */
export function markIn(text: string): Mark | undefined {
  const [source, name = "", words = "", beside, alone] = MARK.exec(text) ?? [];
  const values = beside ?? alone ?? "";
  if (source === undefined || words.length > DIRECTIVE_WORDS_MAX_CHARS || values.length > DIRECTIVE_VALUES_MAX_CHARS)
    return undefined;
  return { name, source, words, values: valuesIn(values) };
}

/** The block that a line opens. */
export function blockIn(line: string): Directive | undefined {
  const [source, name = "", values = ""] = OPEN.exec(line) ?? [];
  if (source === undefined || values.length > DIRECTIVE_VALUES_MAX_CHARS) return undefined;
  return { name, source, values: valuesIn(values) };
}

/** Set while the words of a mark are read, in which no other mark stands. */
const INSIDE = "isInDirective";

/** The place of a text that is read alone, such as a marked passage, in the words around it. */
export const BEGINNING_AT = "beginningAt";

function mark(state: StateInline, silent: boolean): boolean {
  const { src, pos, env = {} } = state;
  if (src[pos] !== ":" || !/[a-z0-9]/.test(src[pos + 1] ?? "") || /[\p{L}\p{N}:]/u.test(src[pos - 1] ?? ""))
    return false;
  const isInside = (env as Record<string, unknown>)[INSIDE] === true;
  const found = isInside ? undefined : markIn(src.slice(pos, Math.min(state.posMax, pos + MARK_MAX_CHARS)));
  if (!found) return false;
  if (!silent) {
    const { words, ...directive } = found;
    const tokens: Token[] = [];
    state.md.inline.parse(words, state.md, { ...env, [INSIDE]: true }, tokens);
    const at = pos + Number((env as Record<string, unknown>)[BEGINNING_AT] ?? 0);
    state.push("directive_open", "", 1).meta = { ...directive, at } satisfies Directive;
    for (const { type, tag, nesting, level: _level, ...token } of tokens)
      Object.assign(state.push(type, tag, nesting), token);
    state.push("directive_close", "", -1);
  }
  state.pos += found.source.length;
  return true;
}

const colons = (line: string): number => line.length - line.replace(/^:+/, "").length;

/** A block ends at no fewer colons than it began with, so that it can hold lines of fewer. */
const pairs = new PairedLines(OPEN, CLOSE, (open, close) => colons(close) >= colons(open));

function block(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const found = isPlainLine(state, start) ? blockIn(lineOf(state, start)) : undefined;
  if (!found) return false;
  const end = pairs.endOf(state, start, endLine);
  if (end === undefined || silent) return end !== undefined;
  const open = state.push("directive_block_open", "", 1);
  open.map = [start, end + 1];
  open.meta = { ...found };
  readBlocks(state, start + 1, end, "directive");
  state.push("directive_block_close", "", -1);
  state.line = end + 1;
  return true;
}

export function takeDirectives({ inline, block: blocks, renderer }: MarkdownIt): void {
  inline.ruler.before("link", "directive", mark);
  blocks.ruler.before("fence", "directive", block, { alt: ["paragraph", "reference", "blockquote", "list"] });
  // Without a drawing, a directive shows its text.
  for (const type of ["directive_open", "directive_close", "directive_block_open", "directive_block_close"])
    renderer.rules[type] = () => "";
}

const BEGINNING = new RegExp(`^:(?:::+|${NAME}[[{])`);

/** True for a text whose first colon may begin a directive. */
export const beginsDirective = (text: string): boolean => BEGINNING.test(text);

/** A directive in Markdown. The words of a mark are Markdown already. */
export function writtenDirective(
  { name, values }: Omit<Directive, "source">,
  as: "mark" | "block",
  inside: string,
): string {
  const beside = writtenValues(values);
  if (as === "block") return `:::${name}${beside}\n${inside}\n:::`;
  return `:${name}${inside === "" && beside !== "" ? "" : `[${inside}]`}${beside}`;
}

export const directiveOf = (token: Token): Directive => token.meta as unknown as Directive;

/** The type of a directive that is one token, with the tokens of its text as children. */
export const DIRECTIVE = "directive";

const OPENS: ReadonlySet<string> = new Set(["directive_open", "directive_block_open"]);
export const opensDirective = ({ type }: Token): boolean => OPENS.has(type);
const CLOSES: ReadonlySet<string> = new Set(["directive_close", "directive_block_close"]);

/** The tokens of a text, in which each directive is one token. */
export function withDirectives(tokens: readonly Token[]): Token[] {
  const lists: Token[][] = [[]];
  for (const token of tokens) {
    if (opensDirective(token)) {
      const one = Object.assign(Object.create(Object.getPrototypeOf(token) as object), token) as Token;
      Object.assign(one, { type: DIRECTIVE, nesting: 0, children: [] });
      lists.at(-1)?.push(one);
      lists.push(one.children ?? []);
    } else if (CLOSES.has(token.type)) lists.pop();
    else {
      if (token.type === "inline") token.children = withDirectives(token.children ?? []);
      lists.at(-1)?.push(token);
    }
  }
  return lists[0] ?? [];
}
