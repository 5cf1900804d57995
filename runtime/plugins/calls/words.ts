/** Space of any kind, and what could hide or reorder the words around it: control and format characters. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu;

/** A plugin's own words as one line for people: nothing invisible, at most so many characters. */
export function plainWords(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
