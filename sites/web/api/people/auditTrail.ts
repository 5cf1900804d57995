import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import type { Env } from "../../powers/env.ts";
import type { AuditEntry } from "../../../control/audit.ts";
import { readCursor, writeCursor } from "../request/cursor.ts";
import type { SiteRef } from "../../../control/sites.ts";

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly command?: string | undefined;
  readonly outcome?: AuditEntry["outcome"] | undefined;
  /** The beginning of the range, inclusive; `to` is exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export type AuditTrailRow = Omit<AuditEntry, "tenant" | "site" | "via"> & {
  readonly id: string;
  readonly via: string | null;
};

/** A filter that is NULL matches every row. The index covers site and time, which are always given. */
const LIST = `
  SELECT id, actor, command, input_digest AS inputDigest, outcome, request_id AS requestId, at, via FROM audit
  WHERE tenant_id = ?1 AND site_id = ?2 AND at >= ?3 AND at < ?4 AND (at, id) < (?5, ?6)
    AND (?7 IS NULL OR actor = ?7) AND (?8 IS NULL OR command = ?8) AND (?9 IS NULL OR outcome = ?9)
  ORDER BY at DESC, id DESC LIMIT ?10`;

const END = Number.MAX_SAFE_INTEGER;

/** Lists audit rows, the newest first. */
export async function listAudit(
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  filter: AuditFilter,
): Promise<{ items: AuditTrailRow[]; next: string | null }> {
  const { actor = null, command = null, outcome = null, from = 0, to = END, cursor, limit = LIST_ROWS } = filter;
  const [at, id] = cursor === undefined ? [END, ""] : readCursor(cursor);
  const { results } = await DB.prepare(LIST)
    .bind(tenant, site, from, to, at, id, actor, command, outcome, limit + 1)
    .all<AuditTrailRow>();
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.at, last.id]) : null };
}
