import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../manifests/bounds.ts";
import type { RefusalCode } from "../../manifests/refusal.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { AuditEntry } from "./audit.ts";
import { auditRefusal } from "./audit.ts";

/** Nobody was denied anything: the member was late, or asks again. A flood that is limited already leaves no rows. */
const UNTOLD: ReadonlySet<RefusalCode> = new Set<RefusalCode>(["RATE_LIMITED", "STALE_VERSION", "VERSION_REQUIRED", "IDEMPOTENCY_IN_PROGRESS", "TOO_SLOW"]);

/** Whether a command that ends this way leaves a row. */
export const isTold = (error: unknown): error is Refusal => error instanceof Refusal && !UNTOLD.has(error.code);

const COUNT = `
  SELECT count(*) AS n FROM (
    SELECT 1 FROM audit WHERE tenant_id = ? AND site_id = ? AND at > ? AND actor = ? AND outcome = 'refused' LIMIT ?)`;

/** A command that a member was refused, at a browser or through an agent. */
export interface RefusedCommand extends Omit<AuditEntry, "actor" | "outcome" | "site"> {
  readonly site: string;
  readonly identity: string;
}

/** Leaves an audit row, so that a member who tries what they may not do is seen. A member leaves a bounded number of them. */
export async function auditRefusedCommand(db: D1Database, { identity, ...entry }: RefusedCommand): Promise<void> {
  const actor = `member:${identity}`;
  const before = await db.prepare(COUNT).bind(entry.tenant, entry.site, entry.at - REFUSALS_AUDITED_MS, actor, REFUSALS_AUDITED).first<{ n: number }>();
  if ((before?.n ?? 0) < REFUSALS_AUDITED) await auditRefusal(db, { ...entry, actor, outcome: "refused" }).run();
}
