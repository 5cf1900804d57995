import type { AuditPayload } from "../../runtime/commands/outbox.ts";

/** An audit row in the control plane: who did what to which site. */
export interface AuditEntry extends Omit<AuditPayload, "id" | "site"> {
  readonly tenant: string;
  readonly site: string | null;
}

const COLUMNS = `
  INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Inserts an audit row. Run it in the same batch as the effect. A request has at most one row for each command and
 * outcome.
 */
export const auditStatement = (db: D1Database, entry: AuditEntry): D1PreparedStatement =>
  inserting(db, "INSERT", entry);

/**
 * Inserts the row of a refusal, which has no effect to share a batch with. A repeated refusal in one request keeps the
 * first row.
 */
export const auditRefusal = (db: D1Database, entry: AuditEntry): D1PreparedStatement =>
  inserting(db, "INSERT OR IGNORE", entry);

function inserting(db: D1Database, verb: "INSERT" | "INSERT OR IGNORE", entry: AuditEntry): D1PreparedStatement {
  const { tenant, site, actor, command, inputDigest, outcome, requestId, at, via = null } = entry;
  return db
    .prepare(`${verb} ${COLUMNS}`)
    .bind(`${requestId}:${command}:${outcome}`, tenant, site, actor, command, inputDigest, outcome, requestId, at, via);
}
