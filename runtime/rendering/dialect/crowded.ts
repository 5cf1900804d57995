/**
 * Texts with more brackets than any page has. For links and pictures without an end, a parser's time grows with the
 * square of their number.
 */
import { MARKDOWN_MAX_BRACKETS } from "../../../manifests/bounds/fields.ts";
import type { MarkdownIt, StateInline } from "markdown-it";

export const isCrowded = (text: string): boolean => text.split("[").length - 1 > MARKDOWN_MAX_BRACKETS;

const crowded = new WeakMap<StateInline, boolean>();

/** Reads the links and pictures of a crowded text as words. */
export function boundBrackets({ inline }: MarkdownIt): void {
  inline.ruler.before("link", "crowded", (state, silent) => {
    const [sign] = /^!?\[/.exec(state.src.slice(state.pos, state.pos + 2)) ?? [];
    if (sign === undefined) return false;
    const isOne = crowded.get(state) ?? isCrowded(state.src);
    crowded.set(state, isOne);
    if (!isOne) return false;
    if (!silent) state.pending += sign;
    state.pos += sign.length;
    return true;
  });
}
