/** Words on their way into a log or onto a terminal. */

/** A terminal obeys controls, C1 ones as well; directions turn words around; separators begin a line no writer began. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const numbered = (char: string): string =>
  char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Writes one line in which each control sign appears as its number, as JSON writes it. */
export const visibleText = (text: string): string => text.replaceAll(OBEYED, numbered);

/** Writes one line of JSON, which reads back as the same value. */
export const visibleJson = (value: object | string): string => visibleText(JSON.stringify(value));
