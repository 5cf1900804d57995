/** The owner of the grants: one identity, everywhere or at one site. */
export interface GrantsOf {
  readonly identity: string;
  readonly site?: { readonly tenant: string; readonly site: string };
}

const END_ALL = "DELETE FROM agent_records WHERE identity_id = ?1";
const END_AT_SITE = `${END_ALL} AND tenant_id = ?2 AND site_id = ?3`;

/**
 * Ends grants with all their refresh tokens, at once: each call of an agent asks for its grant. Access tokens without
 * one are worth nothing; their rows go when their hour is over.
 */
export const endGrants = (db: D1Database, { identity, site }: GrantsOf): D1PreparedStatement =>
  site ? db.prepare(END_AT_SITE).bind(identity, site.tenant, site.site) : db.prepare(END_ALL).bind(identity);
