import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import type { Env } from "../../powers/env.ts";
import { type AuditEntry, type AuditTrailRow, auditTrail } from "../../../control/records/audit.ts";
import { type Cursor, readCursor, writeCursor } from "../request/cursor.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";

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

const END = Number.MAX_SAFE_INTEGER;
/** The cursor of the first page. */
const START: Cursor = [END, ""];

/** Lists audit rows, the newest first. */
export async function listAudit(
  { DB }: Pick<Env, "DB">,
  ref: SiteRef,
  filter: AuditFilter,
): Promise<{ items: AuditTrailRow[]; next: string | null }> {
  const { actor = null, command = null, outcome = null, from = 0, to = END, cursor, limit = LIST_ROWS } = filter;
  const before = cursor === undefined ? START : readCursor(cursor);
  const range = { actor, command, outcome, from, to, before, most: limit + 1 };
  const results = await auditTrail(DB, ref, range);
  const items = results.slice(0, limit);
  const last = results.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? writeCursor([last.at, last.id]) : null };
}
