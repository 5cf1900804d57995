import { SEARCH_WORD_MAX_CHARS } from "../../manifests/bounds/search.ts";
import { normalized } from "./normalized.ts";

/** Letters without a decomposition, with their usual replacements. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ى: "ي",
  ة: "ه",
};

const PLAIN = /^[\0-\x7f]*$/;

/**
 * Folds a text for comparison, so that case, accents and invisible signs make no difference. Invisible are soft
 * hyphens, joiners, directions, and the Arabic sign that lengthens a word.
 */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : normalized(text, "NFKD")
        .replace(/[\p{M}\p{Cf}\u0640]+/gu, "")
        .toLowerCase()
        .replace(/[ßæœøłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize("NFC");

/** Scripts without spaces between words, in which word boundaries are unknown. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const PIECES = /[\p{L}\p{N}]+/gu;
const RUNS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, "gu");

export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/**
 * The folded words of a text in order. In scripts without spaces, each pair of neighbouring letters counts as a word.
 */
export function searchWords(text: string): string[] {
  const folded = fold(text);
  // The fast path: checking the script of each word would double the time.
  if (!isUnspaced(folded)) return (folded.match(PIECES) ?? []).map(cut);
  return (folded.match(RUNS) ?? []).flatMap((run) => (isUnspaced(run) ? pairs([...run]) : [cut(run)]));
}

const pairs = (letters: readonly string[]): string[] =>
  letters.length === 1 ? [...letters] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

const cut = (word: string): string =>
  word.length <= SEARCH_WORD_MAX_CHARS ? word : word.slice(0, SEARCH_WORD_MAX_CHARS).toWellFormed();
