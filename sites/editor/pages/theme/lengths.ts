/** Lengths to choose from for a token. Members know pixels, but not regular expressions. */

const LENGTH = /^(0|\d*\.?\d+(?:rem|px))$/;
const REM_PX = 16;

/** The lengths that are tried: whole pixels, sixteenths of a rem up to 3rem, and whole rems above. */
const CANDIDATES: readonly string[] = [
  "0",
  ...Array.from({ length: 64 }, (_, index) => `${index + 1}px`),
  ...Array.from({ length: 3 * REM_PX }, (_, index) => `${(index + 1) / REM_PX}rem`),
  ...Array.from({ length: 117 }, (_, index) => `${index + 4}rem`),
];

/** A longer list is no help, so none is shown. */
const MOST = 60;

/** The candidates that match a pattern. Empty if the value is no length, or if too many match. */
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
