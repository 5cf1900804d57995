/**
 * The drill's evidence: the operator, the tenants, the time and the verdict of each check. The evidence holds no answer
 * of a worker and no secret.
 */
import type { CheckedPoint, Drilled } from "./drill.ts";
import type { DrillPlan } from "./session/plan.ts";
import type { ArchiveNote } from "./session/session.ts";
import type { StopCondition } from "./session/stop.ts";

export type DrillStatus = "passed" | "blocked" | "failed" | "stopped";

export interface DrillEvidence {
  readonly schemaVersion: 1;
  readonly kind: "managed-isolated-drill";
  readonly status: DrillStatus;
  readonly stopped: StopCondition | null;
  /** True if the provider was a stand-in on this machine. Such evidence says nothing about a real account. */
  readonly rehearsal: boolean;
  readonly operator: string;
  readonly account: string;
  readonly namespace: string;
  readonly release: string;
  readonly releaseSha256: string;
  readonly tenants: readonly string[];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly checks: readonly (Omit<CheckedPoint, "title" | "because"> & { readonly because?: string | undefined })[];
  readonly archives: readonly ArchiveNote[];
}

/** The drill's overall status. Checks that need an account may be blocked in a rehearsal, but not in an account. */
export function drillStatus(
  { checks, stopped }: Pick<Drilled, "checks" | "stopped">,
  isRehearsal: boolean,
): DrillStatus {
  if (stopped !== null) return "stopped";
  if (checks.some(({ verdict }) => verdict === "failed")) return "failed";
  const holdsBack = ({ verdict, needs }: Pick<CheckedPoint, "verdict" | "needs">): boolean =>
    verdict === "blocked" && !(isRehearsal && needs === "account");
  return checks.some(holdsBack) ? "blocked" : "passed";
}

interface Occasion {
  readonly operator: string;
  readonly startedAt: number;
  readonly finishedAt: number;
}

export const evidenceOf = (
  { tenants, namespace, release, artifactSha256, provider, isRehearsal }: DrillPlan,
  { checks, stopped, archives }: Drilled,
  { operator, startedAt, finishedAt }: Occasion,
): DrillEvidence => ({
  schemaVersion: 1,
  kind: "managed-isolated-drill",
  status: drillStatus({ checks, stopped }, isRehearsal),
  stopped,
  rehearsal: isRehearsal,
  operator,
  account: provider.account,
  namespace,
  release,
  releaseSha256: artifactSha256,
  tenants: tenants.map(({ id }) => id),
  startedAt: new Date(startedAt).toISOString(),
  finishedAt: new Date(finishedAt).toISOString(),
  checks: checks.map(({ id, point, verdict, needs, because }) => ({
    id,
    point,
    verdict,
    ...(needs && { needs, because }),
  })),
  archives,
});
