import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../../manifests/bounds/commands.ts";
import { type RefusalCode, Refusal } from "../../../manifests/refusals/refusal.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { AuditSubject } from "../../../runtime/commands/subject.ts";
import type { Condition } from "../sql/condition.ts";
import type { SiteRef } from "../tenants/sites.ts";

/** An audit row in the control plane: who did what to which site. */
export interface AuditEntry extends Omit<AuditPayload, "id" | "site"> {
  readonly tenant: string;
  readonly site: string | null;
}

const COLUMNS = "(id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via, about)";
const INSERT = `INTO audit ${COLUMNS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

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
  return db.prepare(`${verb} ${INSERT}`).bind(...idAndFacts(entry), entry.outcome, ...circumstances(entry));
}

/**
 * Inserts the row only while a condition holds. The statement comes first in its batch. If the condition fails, the
 * outcome would be NULL; the column refuses that, and the whole batch rolls back.
 */
export const auditWhile = (db: D1Database, entry: AuditEntry, { sql, values }: Condition): D1PreparedStatement =>
  db
    .prepare(`INSERT INTO audit ${COLUMNS} SELECT ?, ?, ?, ?, ?, ?, CASE WHEN (${sql}) THEN ? END, ?, ?, ?, ?`)
    .bind(...idAndFacts(entry), ...values, entry.outcome, ...circumstances(entry));

type Column = string | number | null;

const idAndFacts = ({ tenant, site, actor, command, inputDigest, outcome, requestId }: AuditEntry): Column[] => [
  `${requestId}:${command}:${outcome}`,
  tenant,
  site,
  actor,
  command,
  inputDigest,
];

const circumstances = ({ requestId, at, via, about }: AuditEntry): Column[] => [
  requestId,
  at,
  via ?? null,
  written(about),
];

const written = (about: AuditSubject | undefined): string | null => (about ? JSON.stringify(about) : null);

/** Inserts the rows of one command that has an effect at many sites. `key` tells the rows of a request apart. */
export const auditStatements = (
  db: D1Database,
  entries: readonly (AuditEntry & { readonly key: string })[],
): D1PreparedStatement => {
  const rows = entries.map(({ key, ...entry }) => {
    const [id, ...facts] = idAndFacts(entry);
    return [`${String(id)}:${key}`, ...facts, entry.outcome, ...circumstances(entry)];
  });
  return db.prepare(INSERT_ROWS).bind(JSON.stringify(rows));
};

const INSERT_ROWS = `
  INSERT INTO audit ${COLUMNS}
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10
  FROM json_each(?1)`;

/** The control plane's audit of one tenant, as its workspace uses it. */
export interface AuditLog {
  /** Inserts rows of JSON in one statement. A row that is sent twice is stored once. */
  write(tenant: string, rows: readonly string[]): Promise<void>;
  isThere(): Promise<boolean>;
  /** Reads rows of these sites before a time in milliseconds, the newest first, at most `most`. */
  read(tenant: string, sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
}

const INSERT_ALL = `
  INSERT OR IGNORE INTO audit ${COLUMNS}
  SELECT value ->> 'id', ?2, value ->> 'site', value ->> 'actor', value ->> 'command', value ->> 'inputDigest',
    value ->> 'outcome', value ->> 'requestId', value ->> 'at', value ->> 'via', value ->> 'about'
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

/** A number of rows since a time. */
export interface AuditQuota {
  readonly since: number;
  readonly most: number;
}

/** Counts with a partial index, so the first conditions must repeat the index's own. */
const INSERT_LOGIN = `
  INSERT INTO audit ${COLUMNS}
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?12, ?8, ?9, NULL
  WHERE (SELECT count(*) FROM audit
    WHERE tenant_id = ?2 AND site_id = ?3 AND command GLOB 'login.*' AND command = ?5 AND actor = ?4 AND at > ?10) < ?11`;

/** Writes the row of a login's event; false if its actor has as many of this kind as the quota allows. */
export async function auditLogin(
  db: D1Database,
  id: string,
  entry: AuditEntry,
  { since, most }: AuditQuota,
): Promise<boolean> {
  const { tenant, site, actor, command, inputDigest, outcome, requestId, at, via = null } = entry;
  const { meta } = await db
    .prepare(INSERT_LOGIN)
    .bind(id, tenant, site, actor, command, inputDigest, outcome, at, via, since, most, requestId)
    .run();
  return meta.changes !== 0;
}

const COUNT_REFUSED = `
  SELECT count(*) AS n FROM (
    SELECT 1 FROM audit WHERE tenant_id = ? AND site_id = ? AND at > ? AND actor = ? AND outcome = 'refused' LIMIT ?)`;

/** Counts an actor's refusals, up to the quota. */
export async function countRefused(
  db: D1Database,
  { tenant, site }: SiteRef,
  actor: string,
  { since, most }: AuditQuota,
): Promise<number> {
  return (await db.prepare(COUNT_REFUSED).bind(tenant, site, since, actor, most).first<{ n: number }>())?.n ?? 0;
}

/** An audit row, as a site's members read it. */
export type AuditTrailRow = Omit<AuditEntry, "tenant" | "site" | "via" | "about"> & {
  readonly id: string;
  readonly via: string | null;
  readonly about: AuditSubject | null;
};

/** A selection of a site's rows. A filter that is null matches every row. */
export interface AuditRange {
  readonly actor: string | null;
  readonly command: string | null;
  readonly outcome: AuditEntry["outcome"] | null;
  /** The beginning of the range, inclusive; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly before: readonly [at: number, id: string];
  readonly most: number;
}

/** A filter that is NULL matches every row. The index covers site and time, which are always given. */
const LIST = `
  SELECT id, actor, command, input_digest AS inputDigest, outcome, request_id AS requestId, at, via, about FROM audit
  WHERE tenant_id = ?1 AND site_id = ?2 AND at >= ?3 AND at < ?4 AND (at, id) < (?5, ?6)
    AND (?7 IS NULL OR actor = ?7) AND (?8 IS NULL OR command = ?8) AND (?9 IS NULL OR outcome = ?9)
  ORDER BY at DESC, id DESC LIMIT ?10`;

/** Rows of a site, the newest first. */
export async function auditTrail(
  db: D1Database,
  { tenant, site }: SiteRef,
  { actor, command, outcome, from, to, before: [at, id], most }: AuditRange,
): Promise<readonly AuditTrailRow[]> {
  const rows = db.prepare(LIST).bind(tenant, site, from, to, at, id, actor, command, outcome, most);
  const { results } = await rows.all<Omit<AuditTrailRow, "about"> & { readonly about: string | null }>();
  return results.map((row) => ({ ...row, about: row.about === null ? null : (JSON.parse(row.about) as AuditSubject) }));
}

const RESTORED = `
  SELECT 1 AS found FROM audit
  WHERE tenant_id = ? AND command = 'backup.restore' AND request_id = ? AND input_digest = ? LIMIT 1`;

/** Tells whether a request has restored a tenant from this input. */
export const isRestored = async (
  db: D1Database,
  tenant: string,
  { requestId, inputDigest }: Pick<AuditEntry, "requestId" | "inputDigest">,
): Promise<boolean> => (await db.prepare(RESTORED).bind(tenant, requestId, inputDigest).first()) !== null;

/** SQL expression for the number of a tenant's rows. */
export const auditRowsOf = (tenant: string): string => `(SELECT count(*) FROM audit WHERE tenant_id = ${tenant})`;

/** The condition that a command was not done at a site after a time in milliseconds. */
export const isNotDoneSince = (
  { tenant, site, command }: Pick<AuditEntry, "tenant" | "site" | "command">,
  since: number,
): Condition => ({
  sql: `NOT EXISTS (
    SELECT 1 FROM audit WHERE tenant_id = ? AND site_id = ? AND at > ? AND command = ? AND outcome = 'done')`,
  values: [tenant, site, since, command],
});

/** SQL condition: a member has acted at a site, or on the whole tenant. */
export const hasMembersAct = (tenant: string, site: string): string => `EXISTS (
  SELECT 1 FROM audit WHERE tenant_id = ${tenant} AND (site_id = ${site} OR site_id IS NULL) AND actor GLOB 'member:*')`;

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
