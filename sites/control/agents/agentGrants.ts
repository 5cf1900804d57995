import { AGENT_GRANTS_MAX } from "../../../manifests/bounds/agents.ts";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { Condition } from "../sql/condition.ts";
import { joinPrimaryHostname } from "../tenants/hostnames.ts";
import { type Membership, isMember, JOIN_OPENED_SITE, joinMembership } from "../people/members.ts";
import type { Portion } from "../sql/portion.ts";
import type { SiteRef } from "../tenants/sites.ts";
import { joinTenant } from "../tenants/tenants.ts";

/** The SQL clause that joins a grant as `g`. */
export const joinGrant = (key: string): string => `JOIN agent_records g ON g.key = ${key}`;

/** SQL condition: a grant or token has this value. */
export const isGrantValue = (key: string, value: string): string =>
  `EXISTS (SELECT 1 FROM agent_records WHERE key = ${key} AND value = ${value})`;

/** SQL condition: an agent may act for a member of a site. */
export const hasGrantsAt = (tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM agent_records WHERE tenant_id = ${tenant} AND site_id = ${site})`;

/** Selects an identity's grants: at all sites, or at one. */
export interface GrantsOf {
  readonly identity: string;
  readonly site?: SiteRef;
}

const END_ALL = "DELETE FROM agent_records WHERE identity_id = ?1";
const END_AT_SITE = `${END_ALL} AND tenant_id = ?2 AND site_id = ?3`;

/**
 * Ends an identity's grants with their refresh tokens. The effect is immediate, because each call of an agent reads its
 * grant. Rows of access tokens stay for up to an hour, but are useless without a grant.
 */
export const endGrants = (db: D1Database, { identity, site }: GrantsOf): D1PreparedStatement =>
  site ? db.prepare(END_AT_SITE).bind(identity, site.tenant, site.site) : db.prepare(END_ALL).bind(identity);

const END_OF_SITE = "DELETE FROM agent_records WHERE tenant_id = ? AND site_id = ?";

/** Ends all grants at a site. */
export const endGrantsAt = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(END_OF_SITE).bind(tenant, site);

const END_OF_PEOPLE = "DELETE FROM agent_records WHERE identity_id IN (SELECT value FROM json_each(?))";

/** Ends the grants of these people at all sites. */
export const endGrantsOf = (db: D1Database, ids: readonly string[]): D1PreparedStatement =>
  db.prepare(END_OF_PEOPLE).bind(JSON.stringify(ids));

/** Deletes all but a member's most recently used grants, which leaves room for one more. */
const MAKE_ROOM = `
  DELETE FROM agent_records WHERE key IN (
    SELECT key FROM agent_records WHERE identity_id = ?1 AND tenant_id = ?2 AND site_id = ?3
    ORDER BY max(ifnull(used_at, 0), json_extract(value, '$.createdAt') * 1000) DESC, key LIMIT -1 OFFSET ?4)`;

/** Ends the member's least recently used grants at this site above the limit. */
export const endExcessGrants = (db: D1Database, { identity, tenant, site }: Membership): D1PreparedStatement =>
  db.prepare(MAKE_ROOM).bind(identity, tenant, site, AGENT_GRANTS_MAX - 1);

/** The present state of a grant. Its owner is fixed at the consent, and no later request can change it. */
export interface GrantState extends Membership {
  readonly role: Role;
  readonly status: TenantStatus;
  /** The site's primary hostname. */
  readonly hostname: string;
}

const OF_GRANT = `agent_records g ${joinMembership("g")} ${joinTenant("m.tenant_id")}${JOIN_OPENED_SITE}`;
const STATE = `m.tenant_id AS tenant, m.site_id AS site, m.identity_id AS identity, m.role AS role, t.status AS status, d.hostname AS hostname`;

/** Finds nothing if the grant, the membership or the site is gone. */
const FIND_STATE = `SELECT ${STATE} FROM ${OF_GRANT} WHERE g.key = ?1 AND g.expires_at > ?2`;
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
export async function readGrantStates(
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

/** Finds a `GrantState`. */
export const grantStateStatement = (db: D1Database, grant: string, now: number): D1PreparedStatement =>
  db.prepare(FIND_STATE).bind(grant, now);

/** The value of a grant or token, with its number of changes. */
export interface GrantValue {
  readonly value: string;
  readonly revision: number;
}

/** A grant or token to write. Value and metadata are JSON. */
export type WrittenGrant = readonly [key: string, value: string, metadata: string | null, until: number];

const READ = "SELECT value, revision FROM agent_records WHERE key = ? AND expires_at > ?";
const LIVES = "SELECT 1 FROM agent_records WHERE key = ? AND expires_at > ?";
const LIST =
  "SELECT key, metadata FROM agent_records WHERE key > ?1 AND key < ?2 AND expires_at > ?3 ORDER BY key LIMIT ?4";
/**
 * Adds a grant only if its owner is a member at this moment. Otherwise a removed member's grant could come back to life
 * with a later invitation.
 */
const ADD = `
  INSERT INTO agent_records (key, value, metadata, revision, expires_at) SELECT ?1, ?2, ?3, 1, ?4
  WHERE ${isMember({
    tenant: "json_extract(?2, '$.metadata.tenant')",
    site: "json_extract(?2, '$.metadata.site')",
    identity: "json_extract(?2, '$.metadata.identity')",
  })}`;
/**
 * Replaces a grant only at the revision that was read, and only for its present refresh token. An authorization code
 * precedes the first token, so both are null then.
 */
const CHANGE = `
  UPDATE agent_records SET value = ?2, metadata = ?3, expires_at = ?4, revision = revision + 1
  WHERE key = ?1 AND revision = ?5 AND json_extract(value, '$.refreshTokenId') IS json_extract(?2, '$.previousRefreshTokenId')`;
/** Adds a token only if its grant still has the value that this request wrote. */
const ADD_TOKEN = `
  INSERT INTO agent_records (key, value, metadata, revision, expires_at) SELECT ?1, ?2, ?3, 1, ?4
  WHERE ${isGrantValue("?5", "?6")}`;
const REMOVE = "DELETE FROM agent_records WHERE key = ?";
const SWEEP = "DELETE FROM agent_records WHERE key IN (SELECT key FROM agent_records WHERE expires_at <= ? LIMIT ?)";

/** Finds a `GrantValue`. */
export const readGrant = (db: D1Database, key: string, now: number): D1PreparedStatement =>
  db.prepare(READ).bind(key, now);

/** Tells whether an access token is still there. A client may have revoked it alone. */
export const lives = async (db: D1Database, key: string, now: number): Promise<boolean> =>
  (await db.prepare(LIVES).bind(key, now).first()) !== null;

export interface ListedKey {
  readonly key: string;
  readonly metadata: string | null;
}

/** Keys between two texts, in order. */
export async function keysBetween(
  db: D1Database,
  [from, to]: readonly [from: string, to: string],
  now: number,
  most: number,
): Promise<readonly ListedKey[]> {
  return (await db.prepare(LIST).bind(from, to, now, most).all<ListedKey>()).results;
}

export const addGrant = (db: D1Database, row: WrittenGrant): D1PreparedStatement => db.prepare(ADD).bind(...row);

export const changeGrant = (db: D1Database, row: WrittenGrant, revision: number): D1PreparedStatement =>
  db.prepare(CHANGE).bind(...row, revision);

export const addToken = (db: D1Database, row: WrittenGrant, [grant, value]: WrittenGrant): D1PreparedStatement =>
  db.prepare(ADD_TOKEN).bind(...row, grant, value);

export const removeGrant = (db: D1Database, key: string): D1PreparedStatement => db.prepare(REMOVE).bind(key);

export const sweepGrants = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS);

/** A grant, as members see it. `scopes` is a JSON list. */
export interface ListedGrant {
  readonly id: string;
  /** The id of the member whom the agent acts for. */
  readonly member: string;
  readonly hostname: string | null;
  readonly client: string;
  readonly name: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  /** When the agent last called; null before the first call. */
  readonly usedAt: number | null;
  readonly expiresAt: number;
}

/** Lists grants. A grant whose code was not redeemed is left out, because it expires within minutes. */
const GRANTS = `
  SELECT g.grant_id AS id, g.identity_id AS member, d.hostname AS hostname, json_extract(g.value, '$.clientId') AS client,
    json_extract(g.value, '$.metadata.name') AS name, json_extract(g.value, '$.scope') AS scopes,
    json_extract(g.value, '$.createdAt') * 1000 AS createdAt, g.used_at AS usedAt, g.expires_at AS expiresAt
  FROM agent_records g LEFT ${joinPrimaryHostname("g.tenant_id", "g.site_id")}
  WHERE g.grant_id IS NOT NULL AND json_extract(g.value, '$.refreshTokenId') IS NOT NULL AND g.expires_at > ?1
    AND (json_extract(g.value, '$.createdAt') * 1000, g.grant_id) < (?2, ?3)`;
const NEWEST = "ORDER BY json_extract(g.value, '$.createdAt') DESC, g.grant_id DESC LIMIT ?4";
const OWN = `${GRANTS} AND g.identity_id = ?5 ${NEWEST}`;
const OF_SITE = `${GRANTS} AND g.tenant_id = ?5 AND g.site_id = ?6 ${NEWEST}`;

/** A person's grants at all sites, the newest first. */
export const ownGrants = (db: D1Database, identity: string, portion: Portion): Promise<readonly ListedGrant[]> =>
  listed(db, OWN, [identity], portion);

/** The grants of all members of a site, the newest first. */
export const grantsAt = (
  db: D1Database,
  { tenant, site }: SiteRef,
  portion: Portion,
): Promise<readonly ListedGrant[]> => listed(db, OF_SITE, [tenant, site], portion);

async function listed(
  db: D1Database,
  sql: string,
  whose: readonly string[],
  { now, before: [at, id], most }: Portion,
): Promise<readonly ListedGrant[]> {
  const rows = db.prepare(sql).bind(now, at, id, most, ...whose);
  return (await rows.all<ListedGrant>()).results;
}

/** A grant with its owner, and the owner's role if they are still a member. */
export interface OwnedGrant extends Membership {
  readonly key: string;
  readonly role: Role | null;
}

const FIND = `
  SELECT g.key AS key, g.tenant_id AS tenant, g.site_id AS site, g.identity_id AS identity, m.role AS role
  FROM agent_records g LEFT ${joinMembership("g")}
  WHERE g.grant_id = ?1 AND g.expires_at > ?2`;
const IS_THERE = "EXISTS (SELECT 1 FROM agent_records WHERE key = ?)";

export const findGrant = (db: D1Database, id: string, now: number): Promise<OwnedGrant | null> =>
  db.prepare(FIND).bind(id, now).first<OwnedGrant>();

export const isGrantThere = (key: string): Condition => ({ sql: IS_THERE, values: [key] });

/** Stores when a grant was last used, for members who review their agents. */
const USE = `
  UPDATE agent_records SET used_at = (
    SELECT max(ifnull(agent_records.used_at, 0), max(c.value ->> 'at')) FROM json_each(?1) c WHERE c.value ->> 'grant' = agent_records.key)
  WHERE key IN (SELECT value ->> 'grant' FROM json_each(?1))`;

/** Notes the last use of the grants in a JSON list of calls. */
export const useGrants = (db: D1Database, calls: string): D1PreparedStatement => db.prepare(USE).bind(calls);
