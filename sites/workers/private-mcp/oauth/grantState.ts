import type { Role } from "../../../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";

/** The owner of a grant, fixed at the consent. No later request can change it. */
export interface GrantOwner {
  readonly tenant: string;
  readonly site: string;
  /** The id of the member's identity: SHA-256 of issuer and subject. */
  readonly identity: string;
}

/** The present state of a grant. */
export interface GrantState extends GrantOwner {
  readonly role: Role;
  readonly status: TenantStatus;
  /** The site's primary hostname. */
  readonly hostname: string;
}

/** Joins a membership with its site and primary hostname. Both exist once the site has its first documents. */
const ITS_SITE = `
  JOIN sites s ON s.tenant_id = m.tenant_id AND s.id = m.site_id AND s.initialised_at IS NOT NULL
  JOIN domains d ON d.tenant_id = m.tenant_id AND d.site_id = m.site_id AND d.is_primary = 1 AND d.status = 'verified'`;

const OF_GRANT = `agent_records g
  JOIN memberships m ON m.tenant_id = g.tenant_id AND m.site_id = g.site_id AND m.identity_id = g.identity_id
  JOIN tenants t ON t.id = m.tenant_id${ITS_SITE}`;
const STATE = `m.tenant_id AS tenant, m.site_id AS site, m.identity_id AS identity, m.role AS role, t.status AS status, d.hostname AS hostname`;

/** Finds nothing if the grant, the membership or the site is gone. */
const FIND = `SELECT ${STATE} FROM ${OF_GRANT} WHERE g.key = ?1 AND g.expires_at > ?2`;
/** The same query for several grants, with their index in the list. Each token must also exist. */
const FIND_BY_TOKENS = `
  SELECT q.key AS place, ${STATE}
  FROM json_each(?1) q CROSS JOIN ${OF_GRANT}
  WHERE g.key = q.value ->> 'grant' AND g.expires_at > ?2
    AND EXISTS (SELECT 1 FROM agent_records k WHERE k.key = q.value ->> 'token' AND k.expires_at > ?2)`;

/** The record keys of a token and of its grant. */
export interface TokenKeys {
  readonly token: string;
  readonly grant: string;
}

/** Reads the grant state for each token, in the given order; undefined for a token that is no longer valid. */
export async function grantStatesOf(
  db: D1Database,
  tokens: readonly TokenKeys[],
  now: number,
): Promise<(GrantState | undefined)[]> {
  const { results } = await db
    .prepare(FIND_BY_TOKENS)
    .bind(JSON.stringify(tokens), now)
    .all<GrantState & { readonly place: number }>();
  const found = new Map(results.map(({ place, ...state }) => [place, state]));
  return tokens.map((_, place) => found.get(place));
}

export const grantStateStatement = (db: D1Database, grant: string, now: number): D1PreparedStatement =>
  db.prepare(FIND).bind(grant, now);

/** A site that the person may choose, as a member of it. */
export interface SiteChoice extends GrantOwner {
  readonly role: Role;
  readonly name: string;
  readonly hostname: string;
}

const CHOICES = `
  SELECT m.tenant_id AS tenant, m.site_id AS site, m.identity_id AS identity, m.role AS role, s.name AS name, d.hostname AS hostname
  FROM memberships m
  JOIN tenants t ON t.id = m.tenant_id AND t.status <> 'suspended'${ITS_SITE}
  WHERE m.identity_id = ? ORDER BY d.hostname LIMIT ?`;

export async function sitesOf(db: D1Database, identity: string, most: number): Promise<readonly SiteChoice[]> {
  return (await db.prepare(CHOICES).bind(identity, most).all<SiteChoice>()).results;
}
