/** Makes untrusted text safe for a log or a terminal. */

/**
 * Characters that change how a line appears: controls, also of C1, text direction, line separators, lone surrogates.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const numbered = (char: string): string =>
  char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** One line in which control characters appear as JSON escapes. */
export const visibleText = (text: string): string => text.replaceAll(OBEYED, numbered);

/** One line of JSON that parses to the same value. */
export const visibleJson = (value: object | string): string => visibleText(JSON.stringify(value));
