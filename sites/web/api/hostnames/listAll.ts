import { DOMAIN_PENDING_MS } from "../../../../manifests/bounds/hosts.ts";
import { OPERATOR_LIST_PAGE } from "../../../../manifests/bounds/operators.ts";
import type { Env } from "../../powers/env.ts";
import type { Cursor } from "../request/cursor.ts";
import { writeCursor } from "../request/cursor.ts";
import type { DomainRecord } from "./hostnames.ts";

/** A hostname with its site, for the operator. */
export interface HeldDomain extends Omit<DomainRecord, "primary"> {
  readonly tenant: string;
  readonly site: string;
}

/** Several sites may request one hostname, so the cursor is the hostname followed by the site. */
const LIST = `
  SELECT * FROM (
    SELECT hostname || ' ' || tenant_id || ' ' || site_id AS place, hostname, tenant_id AS tenant, site_id AS site, status, created_at AS createdAt FROM domains
    UNION ALL
    SELECT hostname || ' ' || tenant_id || ' ' || site_id, hostname, tenant_id, site_id, 'pending', created_at FROM domain_requests WHERE created_at > ?1)
  WHERE place > ?2 ORDER BY place LIMIT ?3`;

type Row = HeldDomain & { readonly place: string };

/** All hostnames in alphabetical order: verified ones and requested ones. */
export async function listAllDomains(
  { DB }: Pick<Env, "DB">,
  now: number,
  [, after]: Cursor = [0, ""],
): Promise<{ items: HeldDomain[]; cursor: string | null }> {
  const { results } = await DB.prepare(LIST)
    .bind(now - DOMAIN_PENDING_MS, after, OPERATOR_LIST_PAGE + 1)
    .all<Row>();
  const shown = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ hostname, tenant, site, status, createdAt }) => ({
      hostname,
      tenant,
      site,
      status,
      createdAt,
    })),
    cursor: last ? writeCursor([0, last.place]) : null,
  };
}
