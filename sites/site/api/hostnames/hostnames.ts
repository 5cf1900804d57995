import { DOMAIN_PENDING_MS, DOMAINS_MAX } from "../../../../manifests/bounds.ts";
import { Refusal } from "../../../../manifests/refusal.ts";
import type { Env } from "../../env.ts";
import type { Call } from "../call.ts";
import type { ControlDecision } from "../control/command.ts";
import type { SiteRef } from "../people/members.ts";

/** A name a site is served under, or has asked to be. */
export interface DomainRecord {
  readonly hostname: string;
  readonly status: "pending" | "verified";
  /** The one its pages are published under; the others lead there. */
  readonly primary: boolean;
  readonly createdAt: number;
}

type Row = Omit<DomainRecord, "primary"> & { readonly isPrimary: number };

const LIST = `
  SELECT hostname, status, is_primary AS isPrimary, created_at AS createdAt FROM domains
  WHERE tenant_id = ? AND site_id = ? ORDER BY is_primary DESC, hostname`;

export async function listDomains(
  { DB }: Pick<Env, "DB">,
  { tenant, site }: SiteRef,
): Promise<{ items: DomainRecord[] }> {
  const { results } = await DB.prepare(LIST).bind(tenant, site).all<Row>();
  return { items: results.map(({ isPrimary, ...row }) => ({ ...row, primary: isPrimary === 1 })) };
}

/** A name is taken while somebody is served under it, or has asked for it and may still prove it. */
const TAKEN = "SELECT 1 FROM domains WHERE hostname = ? AND (status = 'verified' OR created_at > ?)";
const COUNT = "SELECT count(*) FROM domains WHERE tenant_id = ? AND site_id = ? AND hostname <> ?";
const GIVE_UP = "DELETE FROM domains WHERE hostname = ? AND status = 'pending' AND created_at <= ?";
const INSERT = `
  INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at)
  VALUES (?, ?, ?, 'pending', 0, ?)`;

/** Asks for a hostname. Whose a taken one is, and whether it is served or only asked for, is told to nobody. */
export async function requestDomain(
  { env, member: { tenant, site }, at }: Call,
  hostname: string,
): Promise<ControlDecision> {
  const oldest = at - DOMAIN_PENDING_MS;
  const found = await env.DB.prepare(`SELECT EXISTS (${TAKEN}) AS taken, (${COUNT}) AS others`)
    .bind(hostname, oldest, tenant, site, hostname)
    .first<{ taken: number; others: number }>();
  if (!found || found.taken === 1) throw conflict("This hostname cannot be added.");
  if (found.others >= DOMAINS_MAX) throw conflict(`A site has at most ${DOMAINS_MAX} hostnames.`);
  return {
    output: { domain: { hostname, status: "pending", primary: false, createdAt: at } satisfies DomainRecord },
    condition: {
      sql: `NOT EXISTS (${TAKEN}) AND (${COUNT}) < ?`,
      values: [hostname, oldest, tenant, site, hostname, DOMAINS_MAX],
    },
    effects: [env.DB.prepare(GIVE_UP).bind(hostname, oldest), env.DB.prepare(INSERT).bind(hostname, tenant, site, at)],
    forget: () => undefined,
  };
}

const conflict = (reason: string): Refusal => new Refusal("CONFLICT", { reason });
