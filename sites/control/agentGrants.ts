/** Selects an identity's grants: at all sites, or at one. */
export interface GrantsOf {
  readonly identity: string;
  readonly site?: { readonly tenant: string; readonly site: string };
}

/** SQL condition: an agent may act for somebody at a site. */
export const hasGrantsAt = (tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM agent_records WHERE tenant_id = ${tenant} AND site_id = ${site})`;

const END_ALL = "DELETE FROM agent_records WHERE identity_id = ?1";
const END_AT_SITE = `${END_ALL} AND tenant_id = ?2 AND site_id = ?3`;

/**
 * Ends an identity's grants with their refresh tokens. The effect is immediate, because each call of an agent reads its
 * grant. Rows of access tokens stay for up to an hour, but are useless without a grant.
 */
export const endGrants = (db: D1Database, { identity, site }: GrantsOf): D1PreparedStatement =>
  site ? db.prepare(END_AT_SITE).bind(identity, site.tenant, site.site) : db.prepare(END_ALL).bind(identity);
