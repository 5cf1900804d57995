/** One check of the drill, and what came of it. */
import type { DrillTenant } from "./plan.ts";
import type { DrillSession } from "./session.ts";

/** `blocked`: it had nothing to work with, and says what it needs. That is no pass. */
export type DrillVerdict = "passed" | "failed" | "blocked";

/** Needs that keep a check from running. The words are stable: evidence has them. */
export const NEEDS = {
  account: "an account of the provider",
  login: "a login of each owner",
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
  /** Stable: evidence names it. */
  readonly id: string;
  /** The point of the drill it belongs to. */
  readonly point: number;
  readonly title: string;
  /** True for what no request of a drill can show, in an account either: a rehearsal names it so that nobody takes it for shown. */
  readonly isOnlyNamed?: boolean;
  run(session: DrillSession): Promise<DrillOutcome>;
}

export const judged = (isWell: boolean): DrillOutcome => (isWell ? "passed" : "failed");

/** Judges each tenant in turn. The first outcome that is not `passed` is the outcome of the check. */
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

/** Tells whether both owners have logged in. */
export const haveLogins = ({ plan: { tenants } }: DrillSession): boolean =>
  tenants.every(({ cookie }) => cookie !== undefined);
