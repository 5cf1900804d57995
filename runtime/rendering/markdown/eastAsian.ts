/**
 * Emphasis beside Chinese, Japanese and Korean text. These languages put no space around punctuation, so by CommonMark
 * alone the stars in `**注意：**正文` would stay visible. Here such signs count as letters, and may stand beside a delimiter.
 * Beside a Latin letter, two stars end bold words also behind a colon or the like.
 */
import type { MarkdownIt } from "markdown-it";

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3001-\u303f\u30fb\u30fc\uff00-\uffef]/u;

export const isEastAsian = (sign: string): boolean => EAST_ASIAN.test(sign);

/** A sign at the end of bold words, as in `**Hinweis:**Text`, and the letter behind. People mean the stars as an end. */
const ENDS_WORDS = /[:.!?;,)\]»”"…]/u;
const LETTER = /[\p{L}\p{N}]/u;

const isSpace = (sign: string): boolean => sign === "" || /\s/.test(sign);
const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign);

/** Tells whether a delimiter run may stand at the outer side of `inner`, as CommonMark's flanking runs do. */
const flanks = (inner: string, outer: string): boolean =>
  !isSpace(inner) &&
  (!isPunctuation(inner) || isEastAsian(inner) || isSpace(outer) || isPunctuation(outer) || isEastAsian(outer));

const lastSign = (text: string): string => /.$/su.exec(text)?.[0] ?? "";
const firstSign = (text: string): string => /^./su.exec(text)?.[0] ?? "";

export function takeEastAsianEmphasis(parser: MarkdownIt): void {
  const { State } = parser.inline;
  parser.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<InstanceType<typeof State>["scanDelims"]> {
      const found = super.scanDelims(start, canSplitWord);
      const end = start + found.length;
      const before = lastSign(this.src.slice(Math.max(0, start - 2), start));
      const after = firstSign(this.src.slice(end, end + 2));
      // Underscores stay as they are, because they are common inside of names.
      if (!canSplitWord) return found;
      if (!isEastAsian(before) && !isEastAsian(after))
        return found.length === 2 && ENDS_WORDS.test(before) && LETTER.test(after)
          ? { ...found, can_close: true }
          : found;
      return { can_open: flanks(after, before), can_close: flanks(before, after), length: found.length };
    }
  };
}
