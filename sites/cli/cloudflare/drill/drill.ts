/** Runs the drill's checks one after the other. A stop condition ends the drill at once. */
import { type DrillCheck, type DrillOutcome, type DrillVerdict, type DrillNeed, blocked } from "./session/check.ts";
import { HARMLESS, REMOVING } from "./checks.ts";
import type { Ask, DrillPlan } from "./session/plan.ts";
import { type ArchiveNote, DrillSession } from "./session/session.ts";
import { type StopCondition, DrillStop } from "./session/stop.ts";

export interface CheckedPoint {
  readonly id: string;
  readonly point: number;
  readonly title: string;
  readonly verdict: DrillVerdict;
  /** The thing that a blocked check lacks, and why. */
  readonly needs?: DrillNeed;
  readonly because?: string;
}

export interface Drilled {
  readonly checks: readonly CheckedPoint[];
  /** The condition that ended the drill early; null if all checks ran. */
  readonly stopped: StopCondition | null;
  readonly archives: readonly ArchiveNote[];
}

const described = ({ id, point, title }: DrillCheck, outcome: DrillOutcome): CheckedPoint => ({
  id,
  point,
  title,
  ...(typeof outcome === "string" ? { verdict: outcome } : { verdict: "blocked", ...outcome }),
});

/** A check that throws has failed. The error is dropped, because its text may hold a tenant's data. */
async function runCheck(check: DrillCheck, session: DrillSession): Promise<DrillOutcome> {
  try {
    return await check.run(session);
  } catch (error) {
    if (error instanceof DrillStop) throw error;
    return "failed";
  }
}

export async function drilled(plan: DrillPlan, ask: Ask, tell: (line: string) => void): Promise<Drilled> {
  const session = new DrillSession(plan, ask);
  const checks: CheckedPoint[] = [];
  try {
    for (const check of [...HARMLESS, ...REMOVING].filter((one) => plan.isRehearsal || !one.isOnlyNamed)) {
      const isHeldBack = REMOVING.includes(check) && checks.some(({ verdict }) => verdict === "failed");
      tell(check.title);
      checks.push(described(check, isHeldBack ? blocked("earlier") : await runCheck(check, session)));
    }
    return { checks, stopped: null, archives: session.archives };
  } catch (error) {
    if (!(error instanceof DrillStop)) throw error;
    return { checks, stopped: error.condition, archives: session.archives };
  }
}
