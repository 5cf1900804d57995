/** Lengths that a token may have, as a list to choose from: people know pixels, and no pattern. */

const LENGTH = /^(0|\d*\.?\d+(?:rem|px))$/;
const REM_PX = 16;

/** Whole pixels, sixteenths of a small rem, and whole large ones. */
const CANDIDATES: readonly string[] = [
  "0",
  ...Array.from({ length: 64 }, (_, index) => `${index + 1}px`),
  ...Array.from({ length: 3 * REM_PX }, (_, index) => `${(index + 1) / REM_PX}rem`),
  ...Array.from({ length: 117 }, (_, index) => `${index + 4}rem`),
];

/** More are no list to choose from. */
const MOST = 60;

/** The lengths of the list that a pattern takes; none where the value is no length, or nearly every length fits. */
export function lengthsFor(pattern: string | undefined, value: string): readonly string[] {
  if (pattern === undefined || !LENGTH.test(value)) return [];
  const fitting = new RegExp(pattern, "u");
  const found = CANDIDATES.filter((one) => fitting.test(one));
  return found.length > MOST ? [] : found;
}

/** A length in pixels; undefined for anything else. */
export function pixelsOf(value: string): number | undefined {
  if (!LENGTH.test(value)) return undefined;
  const number = Number.parseFloat(value);
  return value.endsWith("rem") ? number * REM_PX : number;
}
