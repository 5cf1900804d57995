/** Colours as `#rrggbb`, and the two palettes that hold each site's pictures together. */
export const YARD = {
  night: "#0e2530",
  tide: "#16414f",
  deep: "#1f5a68",
  shallow: "#4f8d92",
  mist: "#a9c8c4",
  foam: "#eef3ec",
  sand: "#f3e6d0",
  straw: "#e3c48f",
  larch: "#c9803f",
  rust: "#9c4522",
  oak: "#8a6239",
  bark: "#4a3323",
  moss: "#66754b",
} as const;

export const GARDEN = {
  plum: "#43213a",
  aubergine: "#5f2f4e",
  rose: "#c96f6b",
  blush: "#f2d5c4",
  cream: "#fbf3e4",
  mustard: "#d9a032",
  squash: "#d9722e",
  leaf: "#4f7a45",
  fern: "#2f5238",
  sage: "#a9bd94",
  soil: "#4b3426",
  sky: "#d9e3d6",
} as const;

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour `share` of the way from one colour to another. */
export function mix(from: string, to: string, share: number): string {
  const end = channels(to);
  const blended = channels(from).map((value, index) => Math.round(value + ((end[index] ?? value) - value) * share));
  return `#${blended.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, "0")).join("")}`;
}
