/**
 * A part of a drawing that a style or an attribute draws with. `once`: uses, masks, clips and filters. `shape` and
 * `point`: paints, and markers at each point. Elements within inherit those two.
 */
export interface DrawnReference {
  readonly at: "once" | "shape" | "point";
  readonly id: string;
}

/** The parts that elements draw with by a style sheet: those of a `.class`, of an `#id`, or each. */
export type Drawn = readonly [key: string, references: readonly DrawnReference[]];

export const EVERY = "*";

const PAINT = /^(?:fill|stroke)$/i;
const MARKER = /^marker/i;

/** The references of a property to these parts. */
export function referencesBy(property: string, ids: readonly string[]): DrawnReference[] {
  const at = PAINT.test(property) ? "shape" : MARKER.test(property) ? "point" : "once";
  return ids.map((id) => ({ at, id }));
}
