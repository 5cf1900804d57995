/** Finds the name that an author probably meant by a misspelt one. */

/** The number of changed, missing, extra or exchanged letters between two names. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged && before.length > 0 ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

/** Two slips are likely in a long name. In a short one they make another word. */
const slipsIn = (name: string): number => (name.length < 5 ? 1 : 2);

/** The closest known name, if few letters differ. */
export function meant(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((one) => ({ one, slips: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ slips }) => slips <= slipsIn(name))
    .toSorted((a, b) => a.slips - b.slips);
  return closest?.one;
}

/** The end of a message about an unknown name. Empty if no known name is close. */
export function meantSays(name: string, known: readonly string[]): string {
  const one = meant(name, known);
  return one === undefined ? "" : `; did you mean ${one}?`;
}
