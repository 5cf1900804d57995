import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";

/** The request behind an operator's action, for audit. */
export interface Occasion {
  readonly actor: string;
  readonly requestId: string;
  readonly inputDigest: string;
  /** The caller's idempotency key; null without one. */
  readonly key: string | null;
  readonly at: number;
}

/** An audit row of an operator's action on a tenant, or on one of its sites. */
export const auditOf = (
  db: D1Database,
  { actor, requestId, inputDigest, at }: Occasion,
  {
    tenant,
    site = null,
    command,
  }: { readonly tenant: string; readonly site?: string | null; readonly command: string },
): D1PreparedStatement => {
  const entry: AuditEntry = { tenant, site, actor, command, inputDigest, outcome: "done", requestId, at };
  return auditStatement(db, entry);
};
