import { DOMAIN_PENDING_MS, DOMAIN_REQUESTS_SWEPT, DOMAINS_MAX } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Env } from "../../powers/env.ts";
import type { ApiCall } from "../request/call.ts";
import type { ControlDecision } from "../control/command.ts";
import type { SiteRef } from "../../../control/sites.ts";

/** A hostname that serves a site, or that the site has requested. */
export interface DomainRecord {
  readonly hostname: string;
  readonly status: "pending" | "verified";
  /** True for the hostname of published pages; the others redirect to it. */
  readonly primary: boolean;
  readonly createdAt: number;
}

type Row = Omit<DomainRecord, "primary"> & { readonly isPrimary: number };

const LIST = `
  SELECT hostname, status, is_primary AS isPrimary, created_at AS createdAt FROM domains WHERE tenant_id = ?1 AND site_id = ?2
  UNION ALL
  SELECT hostname, 'pending', 0, created_at FROM domain_requests WHERE tenant_id = ?1 AND site_id = ?2 AND created_at > ?3
  ORDER BY isPrimary DESC, hostname`;

export async function listDomains(
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
  now: number,
): Promise<{ items: DomainRecord[] }> {
  const { results } = await DB.prepare(LIST)
    .bind(tenant, site, now - DOMAIN_PENDING_MS)
    .all<Row>();
  return { items: results.map(({ isPrimary, ...row }) => ({ ...row, primary: isPrimary === 1 })) };
}

/** A hostname is taken if it serves a site. Requests of other sites do not take it. */
const TAKEN = `
  SELECT 1 FROM domains WHERE hostname = ?
  UNION ALL SELECT 1 FROM domain_requests WHERE hostname = ? AND tenant_id = ? AND site_id = ? AND created_at > ?`;
const OTHERS = `
  (SELECT count(*) FROM domains WHERE tenant_id = ? AND site_id = ?)
  + (SELECT count(*) FROM domain_requests WHERE tenant_id = ? AND site_id = ? AND hostname <> ? AND created_at > ?)`;
/** Each new request removes some expired ones, so that they do not accumulate. */
const SWEEP = `
  DELETE FROM domain_requests WHERE (hostname, tenant_id, site_id) IN (
    SELECT hostname, tenant_id, site_id FROM domain_requests WHERE created_at <= ? LIMIT ?)`;
const INSERT = "INSERT OR REPLACE INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, ?, ?)";

/** Requests a hostname. If it is taken, the answer does not say by which site. */
export async function requestDomain(
  { env, member: { tenant, site }, at }: ApiCall,
  hostname: string,
): Promise<ControlDecision> {
  const oldest = at - DOMAIN_PENDING_MS;
  const values = [hostname, hostname, tenant, site, oldest, tenant, site, tenant, site, hostname, oldest];
  const found = await env.DB.prepare(`SELECT EXISTS (${TAKEN}) AS taken, ${OTHERS} AS others`)
    .bind(...values)
    .first<{ taken: number; others: number }>();
  if (!found || found.taken === 1)
    throw conflict("This hostname cannot be added. Choose another one, or ask the operator.");
  if (found.others >= DOMAINS_MAX) throw conflict(`A site has at most ${DOMAINS_MAX} hostnames.`);
  return {
    output: { domain: { hostname, status: "pending", primary: false, createdAt: at } satisfies DomainRecord },
    condition: { sql: `NOT EXISTS (${TAKEN}) AND ${OTHERS} < ?`, values: [...values, DOMAINS_MAX] },
    effects: [
      env.DB.prepare(SWEEP).bind(oldest, DOMAIN_REQUESTS_SWEPT),
      env.DB.prepare(INSERT).bind(hostname, tenant, site, at),
    ],
    forget: () => undefined,
  };
}

const conflict = (reason: string): Refusal => new Refusal("CONFLICT", { reason });
