/**
 * Reads the secrets in a worker's variable, one on each line. The first is in use; the others are only accepted, during
 * a rotation. Undefined if any is too short.
 */
export function secretList(text: string | undefined, leastChars: number): readonly [string, ...string[]] | undefined {
  const [current = "", ...previous] = linesOf(text ?? "");
  return [current, ...previous].every((secret) => secret.length >= leastChars) ? [current, ...previous] : undefined;
}

/** A text of one line is taken unchanged, as secrets were before lists existed. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  return lines.length > 1 ? lines : [text];
}
