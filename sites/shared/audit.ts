/** Who did what to which site. `inputDigest` is SHA-256 in hex; the input itself never gets here. */
export interface AuditEntry {
  readonly tenant: string;
  readonly site: string | null;
  readonly actor: string;
  readonly command: string;
  readonly inputDigest: string;
  readonly outcome: "done" | "replayed" | "refused";
  readonly requestId: string;
  /** The program that acted for the actor, when it was not their browser. */
  readonly via?: string;
  readonly at: number;
}

const INSERT = `
  INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** To be run in the same batch as the effect it tells of. A request is audited once for each command and outcome. */
export function auditStatement(db: D1Database, entry: AuditEntry): D1PreparedStatement {
  const { tenant, site, actor, command, inputDigest, outcome, requestId, at, via = null } = entry;
  return db
    .prepare(INSERT)
    .bind(`${requestId}:${command}:${outcome}`, tenant, site, actor, command, inputDigest, outcome, requestId, at, via);
}
