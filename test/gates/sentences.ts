/** Most words a sentence may have, so that a reader gets it the first time. */
export const SENTENCE_MAX_WORDS = 25;

const BLOCK = /(?<=^|[\s;{},(])\/\*\*?(?=\s)([\s\S]*?)\*\//g;
/** A run of line comments is one comment. */
const LINES = /^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm;
/** A line comment behind code on its line. */
const TAIL = /(?<=^[^"'`/*\n]*[;{},)][ \t]+)\/\/[ \t]+([^\n]*)$/gm;

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf("\n", at - 1) + 1, at);

/** The texts of all comments, without their signs. A sign behind a quotation mark on its line stands in a string. */
export const commentsIn = (text: string): string[] => [
  ...[...text.matchAll(BLOCK)].flatMap(({ 1: body = "", index }) =>
    /["'`]/.test(lineBefore(text, index)) ? [] : [body.replaceAll(/^[ \t]*\*(?!\/) ?/gm, "")],
  ),
  ...[...text.matchAll(LINES)].map(([lines]) => lines.replaceAll(/^[ \t]*\/\/ ?/gm, "")),
  ...[...text.matchAll(TAIL)].map(([, body = ""]) => body),
];

/** A blank line, an item of a list, a heading, a row of a table and a tag each begin a new passage. */
const PASSAGE = /\n(?=[ \t]*(?:\n|(?:[-*+]|\d+[.)])[ \t]|#|\||>|@\w))/;

/** Code and an address count as one word each. */
const ONE_WORD = /```[\s\S]*?```|`[^`]*`|https?:\/\/\S+/g;

/** The sentences of a text that have more words than a sentence may have. */
export const longSentences = (text: string): string[] =>
  text
    .replaceAll(ONE_WORD, "code")
    .split(PASSAGE)
    .flatMap((passage) => passage.replaceAll(/\s+/g, " ").split(/(?<=[.!?][”")*]*) /))
    .filter((sentence) => sentence.split(" ").filter((word) => /\w/.test(word)).length > SENTENCE_MAX_WORDS);
