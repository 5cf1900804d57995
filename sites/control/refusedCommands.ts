import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../manifests/bounds/commands.ts";
import type { RefusalCode } from "../../manifests/refusals/refusal.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { AuditEntry } from "./audit.ts";
import { auditRefusal, countRefused } from "./audit.ts";

/**
 * Refusals that are not about permissions: a stale version, a repetition, another member's page. Rate-limited requests
 * leave no rows either, so a flood cannot fill the audit.
 */
const NOT_AUDITED: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "RATE_LIMITED",
  "STALE_VERSION",
  "OTHER_MEMBER",
  "VERSION_REQUIRED",
  "IDEMPOTENCY_IN_PROGRESS",
  "TOO_SLOW",
]);

/** True if a command with this error gets an audit row. */
export const isAudited = (error: unknown): error is Refusal => error instanceof Refusal && !NOT_AUDITED.has(error.code);

/** A refused command of a member, in a browser or through an agent. */
export interface RefusedCommand extends Omit<AuditEntry, "actor" | "outcome" | "site"> {
  readonly site: string;
  readonly identity: string;
}

/**
 * Writes an audit row, so that attempts at forbidden commands are visible. The number of rows for each member is
 * bounded.
 */
export async function auditRefusedCommand(db: D1Database, { identity, ...entry }: RefusedCommand): Promise<void> {
  const actor = `member:${identity}`;
  const since = entry.at - REFUSALS_AUDITED_MS;
  const before = await countRefused(db, entry, actor, { since, most: REFUSALS_AUDITED });
  if (before < REFUSALS_AUDITED) await auditRefusal(db, { ...entry, actor, outcome: "refused" }).run();
}
