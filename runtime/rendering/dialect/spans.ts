/** `==marked==`, `H~2~O` and `x^2^`. */
import type { MarkdownIt, StateInline, Token } from "markdown-it";
import { BEGINNING_AT } from "./directives.ts";

/** Longest marked passage, and longest raised or lowered text, in characters. So a sign without a partner costs little. */
const MARKED_MAX_CHARS = 500;
const RAISED_MAX_CHARS = 100;

/** A passage without space at its ends, up to the next pair of signs. */
const MARKED = new RegExp(`==(?=[^\\s=])([^]{1,${MARKED_MAX_CHARS}}?)(?<=[^\\s=\\\\])==(?!=)`, "y");

/** Letters and plain signs without any space, so that no other formatting begins or ends inside. */
const letters = (sign: string): RegExp =>
  new RegExp(`${sign}([^\\s~^\\\\\`[\\]<>*_!&]{1,${RAISED_MAX_CHARS}})${sign}`, "y");

const RAISED: Readonly<Record<string, readonly [tag: string, form: RegExp]>> = {
  "~": ["sub", letters("~")],
  "^": ["sup", letters("\\^")],
};

function inside(form: RegExp, state: StateInline): string | undefined {
  form.lastIndex = state.pos;
  const [whole = "", content] = form.exec(state.src) ?? [];
  return state.pos + whole.length > state.posMax ? undefined : content;
}

function marked(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "=" || state.src[state.pos - 1] === "=") return false;
  const content = inside(MARKED, state);
  if (content === undefined) return false;
  if (!silent) {
    const tokens: Token[] = [];
    // The words are read alone, so that no emphasis begins inside and ends outside.
    const env = { ...state.env, [BEGINNING_AT]: placeIn(state) + "==".length };
    state.md.inline.parse(content, state.md, env, tokens);
    state.push("mark_open", "mark", 1);
    for (const token of tokens) put(state, token);
    state.push("mark_close", "mark", -1);
  }
  state.pos += content.length + "====".length;
  return true;
}

/** The place of the reader in the words of the block, even if it reads a passage alone. */
const placeIn = ({ pos, env = {} }: StateInline): number =>
  pos + Number((env as Record<string, unknown>)[BEGINNING_AT] ?? 0);

function put(state: StateInline, token: Token): void {
  Object.assign(state.push(token.type, token.tag, 0), token);
}

function raised(state: StateInline, silent: boolean): boolean {
  const sign = state.src[state.pos] ?? "";
  const [tag = "", form] = RAISED[sign] ?? [];
  if (form === undefined || state.src[state.pos - 1] === sign) return false;
  const content = inside(form, state);
  // Two tildes are struck text.
  if (content === undefined || state.src[state.pos + content.length + 2] === sign || !/[\p{L}\p{N}]/u.test(content))
    return false;
  if (!silent) {
    state.push(`${tag}_open`, tag, 1);
    state.push("text", "", 0).content = content;
    state.push(`${tag}_close`, tag, -1);
  }
  state.pos += content.length + 2;
  return true;
}

export function takeSpans({ inline }: MarkdownIt): void {
  inline.ruler.before("emphasis", "marked", marked);
  inline.ruler.before("strikethrough", "raised", raised);
}
