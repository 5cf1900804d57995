/** Characters that are shown before the first difference, and twice as many after it. */
const AROUND = 60;

/** The parts of two texts around their first difference. */
export function excerpts(before: string, after: string): readonly [before: string, after: string] {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const start = Math.max(0, at - AROUND);
  const cut = (text: string): string =>
    `${start > 0 ? "…" : ""}${text.slice(start, at + AROUND * 2)}${text.length > at + AROUND * 2 ? "…" : ""}`;
  return [cut(before), cut(after)];
}
