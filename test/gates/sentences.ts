/** The largest number of words in a sentence. */
export const SENTENCE_MAX_WORDS = 25;

const BLOCK = /(?<=^|[\s;{},(])\/\*\*?(?=\s)([\s\S]*?)\*\//g;
/** A run of line comments is one comment. */
const LINES = /^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm;
/** A line comment behind code on its line. */
const TAIL = /(?<=^[^"'`/*\n]*[;{},)][ \t]+)\/\/[ \t]+([^\n]*)$/gm;

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf("\n", at - 1) + 1, at);

/** The texts of all comments, without comment markers. A marker after a quotation mark counts as part of a string. */
export const commentsIn = (text: string): string[] => [
  ...[...text.matchAll(BLOCK)].flatMap(({ 1: body = "", index }) =>
    /["'`]/.test(lineBefore(text, index)) ? [] : [body.replaceAll(/^[ \t]*\*(?!\/) ?/gm, "")],
  ),
  ...[...text.matchAll(LINES)].map(([lines]) => lines.replaceAll(/^[ \t]*\/\/ ?/gm, "")),
  ...[...text.matchAll(TAIL)].map(([, body = ""]) => body),
];

/** Boundaries of passages: blank lines, list items, headings, table rows and tags. */
const PASSAGE = /\n(?=[ \t]*(?:\n|(?:[-*+]|\d+[.)])[ \t]|#|\||>|@\w))/;

/** Code and URLs, which count as one word each. */
const ONE_WORD = /```[\s\S]*?```|`[^`]*`|https?:\/\/\S+/g;

const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(ONE_WORD, "code")
    .split(PASSAGE)
    .flatMap((passage) => passage.replaceAll(/\s+/g, " ").split(/(?<=[.!?][”")*]*) /));

/** The sentences of a text that have more words than a sentence may have. */
export const longSentences = (text: string): string[] =>
  sentencesIn(text).filter(
    (sentence) => sentence.split(" ").filter((word) => /\w/.test(word)).length > SENTENCE_MAX_WORDS,
  );

/** Words that hide the actor or a noun. */
const VAGUE = /\b(?:somebody|someone|whoever|that of|of before|of after)\b/i;

/** The sentences of a text that do not name their actor, or a noun. */
export const vagueSentences = (text: string): string[] => sentencesIn(text).filter((sentence) => VAGUE.test(sentence));

/** Examples that every sentence check must report. */
export const VAGUE_TEXTS = [
  "A refusal, whoever asks.",
  "A page that somebody else changed.",
  "Somebody's package.",
  "A link that lets someone join.",
  "The rows of before.",
  "The rows of before have gone.",
  "The rows, with those of after.",
  "The name, or that of the page.",
] as const;

/** Similar examples that no check may report. */
export const NAMED_TEXTS = [
  "The text of beforeunload.",
  "A page that another member changed.",
  "A site that often waits.",
] as const;
