/**
 * The secrets a worker's variable lists, one a line, the one in use first. Those behind it are only read with, while
 * one takes the place of another. Undefined when one of them is too short to be one.
 */
export function secretList(text: string | undefined, leastChars: number): readonly [string, ...string[]] | undefined {
  const [current = "", ...previous] = linesOf(text ?? "");
  return [current, ...previous].every((secret) => secret.length >= leastChars) ? [current, ...previous] : undefined;
}

/** A text of one line is taken as it is, to the letter: secrets were that before there were lists of them. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  return lines.length > 1 ? lines : [text];
}
