/** What could hide or reorder the words around it: control and format characters, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A plugin's own words as one line for people: nothing invisible, at most so many characters. */
export function plainWords(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
