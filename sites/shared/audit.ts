import type { AuditPayload } from "../../runtime/outbox.ts";

/** Who did what to which site, without the number a workspace gives its own. */
export interface AuditEntry extends Omit<AuditPayload, "id" | "site"> {
  readonly tenant: string;
  readonly site: string | null;
}

const COLUMNS = `
  INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** To be run in the same batch as the effect it tells of. A request is audited once for each command and outcome. */
export const auditStatement = (db: D1Database, entry: AuditEntry): D1PreparedStatement => inserting(db, "INSERT", entry);

/** For what has no effect that a second row could double: one request may be refused the same command several times. */
export const auditRefusal = (db: D1Database, entry: AuditEntry): D1PreparedStatement => inserting(db, "INSERT OR IGNORE", entry);

function inserting(db: D1Database, verb: "INSERT" | "INSERT OR IGNORE", entry: AuditEntry): D1PreparedStatement {
  const { tenant, site, actor, command, inputDigest, outcome, requestId, at, via = null } = entry;
  return db
    .prepare(`${verb} ${COLUMNS}`)
    .bind(`${requestId}:${command}:${outcome}`, tenant, site, actor, command, inputDigest, outcome, requestId, at, via);
}
