/** The contrast ratio of two colours such as #1a2b3c (WCAG 2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = Number.NaN, lighter = Number.NaN] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (share: number): number => (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** Pairs of tokens for text and its background. */
export const TEXT_PAIRS = [
  ["text", "background"],
  ["muted", "background"],
  ["text", "surface"],
  ["muted", "surface"],
  ["on-accent", "accent"],
  ["accent", "background"],
  ["text", "accent-soft"],
] as const;
