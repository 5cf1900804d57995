/** One check of the drill, and what came of it. */
import type { DrillSession } from "./session.ts";

/** `blocked`: it had nothing to work with. `unproven`: this platform cannot show it. Neither is a pass. */
export type DrillVerdict = "passed" | "failed" | "blocked" | "unproven";

export interface DrillCheck {
  /** Stable: evidence names it. */
  readonly id: string;
  /** The point of the drill it belongs to. */
  readonly point: number;
  readonly title: string;
  run(session: DrillSession): Promise<DrillVerdict>;
}

export const judged = (isWell: boolean): DrillVerdict => (isWell ? "passed" : "failed");

/** Tells whether both owners have logged in. */
export const haveLogins = ({ plan: { tenants } }: DrillSession): boolean =>
  tenants.every(({ cookie }) => cookie !== undefined);
