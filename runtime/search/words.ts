import { SEARCH_WORD_MAX_CHARS } from "../../manifests/bounds/search.ts";
import { normalized } from "./normalized.ts";

/** Letters that accents cannot be taken from, as people type them who do not have them. */
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
};

/** Case and accents do not count. */
export const fold = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");

/** Scripts that put nothing between words: there is no telling where one ends. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const PIECES = /[\p{L}\p{N}]+/gu;
const RUNS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, "gu");

export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** The words of a text, folded, in order. Of a script without spaces each two neighbouring letters are one. */
export function searchWords(text: string): string[] {
  const folded = fold(text);
  // Looking at each word for its script takes as long as everything else.
  if (!isUnspaced(folded)) return (folded.match(PIECES) ?? []).map(cut);
  return (folded.match(RUNS) ?? []).flatMap((run) => (isUnspaced(run) ? pairs([...run]) : [cut(run)]));
}

const pairs = (letters: readonly string[]): string[] =>
  letters.length === 1 ? [...letters] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

const cut = (word: string): string =>
  word.length <= SEARCH_WORD_MAX_CHARS ? word : word.slice(0, SEARCH_WORD_MAX_CHARS).toWellFormed();
