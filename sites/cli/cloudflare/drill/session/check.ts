/** The interface of a check of the drill, and its outcomes. */
import type { DrillTenant } from "./plan.ts";
import type { DrillSession } from "./session.ts";

/** `blocked` means that the check lacked something it needs. Such a check is no pass. */
export type DrillVerdict = "passed" | "failed" | "blocked";

/** Reasons why a check cannot run. The evidence holds the keys, so they are stable. */
export const NEEDS = {
  account: "an account of the provider",
  login: "a login of each tenant's owner",
  agent: "an agent's token for each tenant",
  answer: "an answer of the provider",
  earlier: "every check before it",
} as const;
export type DrillNeed = keyof typeof NEEDS;

export interface Blocked {
  readonly needs: DrillNeed;
  readonly because: string;
}

export type DrillOutcome = Exclude<DrillVerdict, "blocked"> | Blocked;

export interface DrillCheck {
  /** A stable id, which the evidence holds. */
  readonly id: string;
  /** The drill's point that the check belongs to. */
  readonly point: number;
  readonly title: string;
  /**
   * True if no request of a drill can show it, in an account either. A rehearsal lists it, so that nobody believes it
   * was shown.
   */
  readonly isOnlyNamed?: boolean;
  run(session: DrillSession): Promise<DrillOutcome>;
}

export const judged = (isWell: boolean): DrillOutcome => (isWell ? "passed" : "failed");

/** Runs a check for one tenant after the other. Answers the first outcome that is not `passed`. */
export async function ofEach(
  tenants: readonly DrillTenant[],
  judge: (tenant: DrillTenant) => Promise<DrillOutcome>,
): Promise<DrillOutcome> {
  for (const tenant of tenants) {
    const outcome = await judge(tenant);
    if (outcome !== "passed") return outcome;
  }
  return "passed";
}

export const blocked = (needs: DrillNeed, because: string = NEEDS[needs]): Blocked => ({ needs, because });

/** True if both owners have logged in. */
export const haveLogins = ({ plan: { tenants } }: DrillSession): boolean =>
  tenants.every(({ cookie }) => cookie !== undefined);
