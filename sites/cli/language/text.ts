/** Places in a text as the protocol counts them: lines and UTF-16 units from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** The offset of a place. A place outside of the text is at its end, or at the end of its line. */
export function offsetOf(text: string, { line, character }: TextPosition): number {
  let start = 0;
  for (let n = 0; n < line; n += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}

export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return { line, character: before.length - (before.lastIndexOf("\n") + 1) };
}

export const textRange = (text: string, from: number, to: number): Range => ({
  start: positionOf(text, from),
  end: positionOf(text, to),
});

const WORD = /"[^"\n]*"|[\w.$-]+|./uy;

/** The word that begins at a line and column, which count from 1. */
export function wordAt(text: string, line: number, column: number): Range {
  const from = offsetOf(text, { line: Math.max(0, line - 1), character: Math.max(0, column - 1) });
  WORD.lastIndex = from;
  return textRange(text, from, from + (WORD.exec(text)?.[0].length ?? 0));
}
