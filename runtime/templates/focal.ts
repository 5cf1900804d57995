/**
 * The focal point of a picture: the point that stays visible when a browser crops it. The page's policy forbids inline
 * styles. So the style sheet has a rule for each step, and a picture names its steps.
 */

/** The step in percent. It is finer than a person can point, and needs 42 short rules in every style sheet. */
const STEP = 5;
const MIDDLE = 50;
const STEPS: readonly number[] = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);

const rulesOf = (axis: "x" | "y"): string =>
  STEPS.map((step) => `[data-focal-${axis}="${step}"]{--focal-${axis}:${step}%}`).join("");

export const FOCAL_CSS = `${rulesOf("x")}\n${rulesOf("y")}\n[data-focal-x]{object-position:var(--focal-x) var(--focal-y)}`;

const stepOf = (share: unknown): number | undefined =>
  typeof share === "number" && share >= 0 && share <= 1 ? Math.round((share * 100) / STEP) * STEP : undefined;

/** The attributes of a focal point. None for the centre, which is the default. */
export function focalAttributes(focal: unknown): string {
  const { x, y } = { ...(focal as Readonly<Record<string, unknown>> | null | undefined) };
  const [across, down] = [stepOf(x), stepOf(y)];
  if (across === undefined || down === undefined || (across === MIDDLE && down === MIDDLE)) return "";
  return ` data-focal-x="${across}" data-focal-y="${down}"`;
}
