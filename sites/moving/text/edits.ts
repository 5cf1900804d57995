/** Replacements in a text, by their places in it. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes replacements that do not overlap. Of two at one place, the first stays. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let [done, at] = ["", 0];
  for (const { start, end, text: put } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    done += text.slice(at, start) + put;
    at = end;
  }
  return done + text.slice(at);
}
