/** Footnotes: `[^name]` in a text, and `[^name]: note` on lines of its own. */
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";

const DEFINITION = /^\[\^([^\s[\]]{1,64})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s[\]]{1,64})\]/y;

/** The notes of one parse by name, as blocks whose words are not read yet. */
export type Footnotes = Map<string, readonly Token[]>;

const noted = new WeakMap<object, Footnotes>();

/** The notes of a parse. `env` is the object that the parse was given. */
export const footnotesOf = (env: object): Footnotes => noted.get(env) ?? new Map();

/** The name of a note among the names of links, by which a reader of one block knows it. */
const keyOf = (name: string): string => `^${name}`;

/** Tells whether a line belongs to the note before it: it is indented, or goes on with its last paragraph. */
function goesOn(state: StateBlock, line: number, afterText: boolean, endLine: number): boolean {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return true;
  const text = lineOf(state, line);
  if (!afterText || DEFINITION.test(text)) return false;
  return !state.md.block.ruler.getRules("paragraph").some((rule) => rule(state, line, endLine, true));
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

function definition(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const [marker = "", name] = isAtMargin(state, line) ? (DEFINITION.exec(lineOf(state, line)) ?? []) : [];
  if (name === undefined || silent) return name !== undefined;
  const lines = [lineOf(state, line).slice(marker.length), ...linesAfter(state, line, endLine, marker)];
  while (lines.length > 1 && lines.at(-1)?.trim() === "") lines.pop();
  keep(state, name, lines);
  state.line = line + lines.length;
  const token = state.push("footnote", "", 0);
  token.map = [line, state.line];
  token.meta = { name };
  return true;
}

/** A note in a note would need a reader for each level. */
const isAtMargin = (state: StateBlock, line: number): boolean =>
  state.level === 0 && state.blkIndent === 0 && (state.sCount[line] ?? 0) < 4 && !readers.has(state.env ?? {});

/** The lines of a note after its first one. */
function linesAfter(state: StateBlock, line: number, endLine: number, marker: string): string[] {
  const lines: string[] = [];
  let isText = lineOf(state, line) !== marker;
  for (let next = line + 1; next < endLine; next += 1) {
    if (!state.isEmpty(next) && !goesOn(state, next, isText, endLine)) break;
    isText = !state.isEmpty(next);
    lines.push(state.getLines(next, next + 1, 4, false));
  }
  return lines;
}

/** The parses of notes themselves. */
const readers = new WeakSet<object>();

function keep(state: StateBlock, name: string, lines: readonly string[]): void {
  const env = state.env as { references?: Record<string, { href: string; title: string }> };
  const notes = noted.get(env) ?? new Map<string, readonly Token[]>();
  noted.set(env, notes);
  (env.references ??= {})[keyOf(name)] ??= { href: "", title: "" };
  if (notes.has(name)) return;
  const tokens: Token[] = [];
  const inside = { references: env.references };
  readers.add(inside);
  state.md.block.parse(lines.join("\n"), state.md, inside, tokens);
  notes.set(name, tokens);
}

/** A reference to a known note at an offset. */
function referenceAt(state: StateInline, at: number): { readonly whole: string; readonly name: string } | undefined {
  REFERENCE.lastIndex = at;
  const [whole, name = ""] = REFERENCE.exec(state.src) ?? [];
  const known = (state.env as { references?: object } | undefined)?.references ?? {};
  if (whole === undefined || at + whole.length > state.posMax || !Object.hasOwn(known, keyOf(name))) return undefined;
  return { whole, name };
}

/** An exclamation mark before a note begins no picture. */
function exclamation(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "!" || !referenceAt(state, state.pos + 1)) return false;
  if (!silent) state.pending += "!";
  state.pos += 1;
  return true;
}

function reference(state: StateInline, silent: boolean): boolean {
  const found = referenceAt(state, state.pos);
  if (!found) return false;
  const { whole, name } = found;
  if (!silent) {
    const token = state.push("footnote_reference", "", 0);
    token.content = whole;
    token.meta = { name };
  }
  state.pos += whole.length;
  return true;
}

export function takeFootnotes({ block, inline }: MarkdownIt): void {
  block.ruler.before("reference", "footnote", definition, { alt: ["paragraph", "reference"] });
  inline.ruler.before("link", "footnote", reference);
  inline.ruler.before("image", "footnote_exclamation", exclamation);
}
