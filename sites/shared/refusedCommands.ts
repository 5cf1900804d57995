import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../manifests/bounds/commands.ts";
import type { RefusalCode } from "../../manifests/refusals/refusal.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { AuditEntry } from "./audit.ts";
import { auditRefusal } from "./audit.ts";

/**
 * Refusals that denied no right: the member was late, repeats a request, or has a page of another member open. A flood
 * is limited already and leaves no rows.
 */
const UNTOLD: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "RATE_LIMITED",
  "STALE_VERSION",
  "OTHER_MEMBER",
  "VERSION_REQUIRED",
  "IDEMPOTENCY_IN_PROGRESS",
  "TOO_SLOW",
]);

/** Tells whether a command with this error leaves an audit row. */
export const isTold = (error: unknown): error is Refusal => error instanceof Refusal && !UNTOLD.has(error.code);

const COUNT = `
  SELECT count(*) AS n FROM (
    SELECT 1 FROM audit WHERE tenant_id = ? AND site_id = ? AND at > ? AND actor = ? AND outcome = 'refused' LIMIT ?)`;

/** A command that a member was refused, at a browser or through an agent. */
export interface RefusedCommand extends Omit<AuditEntry, "actor" | "outcome" | "site"> {
  readonly site: string;
  readonly identity: string;
}

/**
 * Writes an audit row, so that a member who tries forbidden commands is visible. Each member leaves a bounded number of
 * rows.
 */
export async function auditRefusedCommand(db: D1Database, { identity, ...entry }: RefusedCommand): Promise<void> {
  const actor = `member:${identity}`;
  const before = await db
    .prepare(COUNT)
    .bind(entry.tenant, entry.site, entry.at - REFUSALS_AUDITED_MS, actor, REFUSALS_AUDITED)
    .first<{ n: number }>();
  if ((before?.n ?? 0) < REFUSALS_AUDITED) await auditRefusal(db, { ...entry, actor, outcome: "refused" }).run();
}
