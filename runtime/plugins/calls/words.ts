/** White space, control and format characters, which can hide or reorder the text around them. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu;

/** A plugin's text as one line for people: visible characters only, at most `most` of them. */
export function plainWords(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
