import type { AuditPayload } from "../../runtime/commands/outbox.ts";

/** The control plane's audit of one tenant, as its workspace uses it. */
export interface AuditLog {
  /** Inserts rows of JSON in one statement. A row that is sent twice is stored once. */
  write(tenant: string, rows: readonly string[]): Promise<void>;
  isThere(): Promise<boolean>;
  /** Reads rows of these sites before a time in milliseconds, the newest first, at most `most`. */
  read(tenant: string, sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
}

const INSERT_ALL = `
  INSERT OR IGNORE INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  SELECT value ->> 'id', ?2, value ->> 'site', value ->> 'actor', value ->> 'command', value ->> 'inputDigest',
    value ->> 'outcome', value ->> 'requestId', value ->> 'at', value ->> 'via'
  FROM json_each(?1)`;

const READ = `
  SELECT id, site_id AS site, actor, command, input_digest AS inputDigest, outcome, request_id AS requestId, at FROM audit
  WHERE tenant_id = ? AND site_id IN (SELECT value FROM json_each(?)) AND at < ? ORDER BY at DESC, id DESC LIMIT ?`;

/** The audit log in D1. Row ids are the primary key, which makes `write` idempotent. */
export const auditLog = (db: D1Database): AuditLog => ({
  async write(tenant, rows) {
    await db.prepare(INSERT_ALL).bind(`[${rows.join()}]`, tenant).run();
  },
  isThere: () =>
    db
      .prepare("SELECT 1")
      .first()
      .then(
        () => true,
        () => false,
      ),
  async read(tenant, sites, before, most) {
    return (await db.prepare(READ).bind(tenant, JSON.stringify(sites), before, most).all<AuditPayload>()).results;
  },
});
