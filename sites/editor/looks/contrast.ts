/** The contrast ratio of two colours (WCAG 2). */

export type Grade = "enough" | "large" | "little";

const ENOUGH = 4.5;
const LARGE = 3;

/** The contrast ratio from 1 to 21; undefined unless both colours are `#rrggbb`. */
export function contrastOf(one: string, other: string): number | undefined {
  const [first, second] = [luminance(one), luminance(other)];
  if (first === undefined || second === undefined) return undefined;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export const contrastGrade = (contrast: number): Grade =>
  contrast >= ENOUGH ? "enough" : contrast >= LARGE ? "large" : "little";

/** Rounds down, so that a displayed 4.5 is at least 4.5. */
export const writtenColor = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

const WEIGHTS = [0.2126, 0.7152, 0.0722];

function luminance(colour: string): number | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return undefined;
  return WEIGHTS.reduce((sum, weight, part) => {
    const share = Number.parseInt(colour.slice(1 + part * 2, 3 + part * 2), 16) / 255;
    return sum + weight * (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  }, 0);
}
