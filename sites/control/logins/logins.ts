import { LOGIN_IDLE_MS, LOGIN_LIFETIME_MS, LOGIN_SEEN_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { newSecret } from "../../platform/login/secret.ts";
import { endGrants } from "../agents/agentGrants.ts";
import type { Condition } from "../sql/condition.ts";
import { FROM_HOSTNAMES, joinOwnHostname } from "../tenants/hostnames.ts";
import { sweepLinks } from "../people/invitations.ts";
import { sweepJoinings } from "../people/joinings.ts";
import { joinMembership, joinMembersOf } from "../people/members.ts";
import type { Portion } from "../sql/portion.ts";
import type { SiteRef } from "../tenants/sites.ts";
import { joinTenant } from "../tenants/tenants.ts";

/** A logged-in member of a site, with their present role. */
export interface LoggedInMember {
  /** The id of the identity: SHA-256 of issuer and subject. */
  readonly identity: string;
  readonly tenant: string;
  readonly site: string;
  readonly role: Role;
  readonly status: TenantStatus;
  /** The id of the login, which is not its secret. */
  readonly loginSession: string;
}

/** A login, as its cookie names it. */
export interface Login {
  readonly id: string;
  readonly secret: string;
  readonly hostname: string;
}

/** SQL condition: a login is neither revoked nor expired. */
const isUnended = (of: string, now: string): string => `${of}.revoked_at IS NULL AND ${of}.expires_at > ${now}`;
const LAST_USE = "max(l.created_at, ifnull(l.seen_at, 0))";
/** SQL condition: login `l` is valid. It is neither revoked nor expired, and its last use is not too long ago. */
const isValid = (now: string, idleSince: string): string => `${isUnended("l", now)} AND ${LAST_USE} > ${idleSince}`;

/** SQL condition: a person has ever logged in. */
export const hasLogins = (identity: string): string =>
  `EXISTS (SELECT 1 FROM login_sessions l WHERE l.identity_id = ${identity})`;

/** SQL condition: a person has ever logged in at a site. */
export const hasLoginsAt = (tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM login_sessions WHERE tenant_id = ${tenant} AND site_id = ${site})`;

/** A login with its member, while the hostname is the site's own. */
const OF_MEMBER = `
  FROM login_sessions l ${joinOwnHostname("l")}
  ${joinMembership("l")}
  ${joinTenant("l.tenant_id")}`;

/**
 * Inserts a login only if the person is a member. A login that another login allowed expires with that one. Otherwise a
 * login could renew itself forever without the identity provider.
 */
const OPEN = `
  INSERT INTO login_sessions (id, identity_id, tenant_id, site_id, hostname, created_at, seen_at, expires_at, parent)
  SELECT ?1, m.identity_id, m.tenant_id, m.site_id, d.hostname, ?6, ?6, ifnull(p.expires_at, ?7), ifnull(p.parent, p.id)
  ${FROM_HOSTNAMES} ${joinMembersOf("d")}
  LEFT JOIN login_sessions p ON p.id = ?8 AND p.identity_id = m.identity_id AND ${isUnended("p", "?6")}
  WHERE d.hostname = ?2 AND d.status = 'verified' AND d.tenant_id = ?3 AND d.site_id = ?4 AND m.identity_id = ?5
    AND (?8 IS NULL OR p.id IS NOT NULL)
  RETURNING expires_at AS expires`;
/** Revokes the browser's previous login, and the logins that it allowed, once the new login exists. */
const REPLACE = `
  UPDATE login_sessions SET revoked_at = ?3
  WHERE (id = ?2 OR parent = ?2) AND id <> ?1 AND hostname = ?4 AND revoked_at IS NULL AND EXISTS (SELECT 1 FROM login_sessions WHERE id = ?1)`;
const SWEEP = "DELETE FROM login_sessions WHERE id IN (SELECT id FROM login_sessions WHERE expires_at <= ? LIMIT ?)";

const FIND = `
  SELECT l.identity_id AS identity, l.tenant_id AS tenant, l.site_id AS site, m.role AS role, t.status AS status,
    l.id AS loginSession, ${LAST_USE} AS seen
  ${OF_MEMBER}
  WHERE l.id = ?1 AND l.hostname = ?2 AND ${isValid("?3", "?4")}`;
const SEEN = "UPDATE login_sessions SET seen_at = ?2 WHERE id = ?1";

const END = `
  UPDATE login_sessions SET revoked_at = ?3 WHERE (id = ?1 OR parent = ?1) AND hostname = ?2 AND revoked_at IS NULL
  RETURNING id, identity_id AS identity, tenant_id AS tenant, site_id AS site`;
/** The owner of a login that has not ended. */
const OWNER = `
  SELECT l.identity_id AS identity FROM login_sessions l WHERE l.id = ?1 AND l.hostname = ?2 AND ${isUnended("l", "?3")}`;
/** Ends the logins on every site of the installation. */
const END_ALL = `
  UPDATE login_sessions SET revoked_at = ?2 WHERE identity_id = ?1 AND revoked_at IS NULL
  RETURNING id, identity_id AS identity, tenant_id AS tenant, site_id AS site`;

export interface LoginOpening {
  readonly place: { readonly hostname: string; readonly route: SiteRef };
  readonly identity: string;
  /** The secret of the browser's previous login. */
  readonly before: string | undefined;
  /** The id of the login that allowed this one; undefined if the person has just logged in at the identity provider. */
  readonly allowedBy?: string;
  readonly now: number;
}

/** A login that has just begun. */
export interface OpenedLogin {
  readonly id: string;
  readonly secret: string;
  readonly lifetime: number;
}

/** Logs a member in. Undefined, and nothing is written, for a person who is no member. */
export async function openLogin(db: D1Database, opening: LoginOpening): Promise<OpenedLogin | undefined> {
  const { place, identity, before, allowedBy = null, now } = opening;
  const secret = newSecret();
  const {
    hostname,
    route: { tenant, site },
  } = place;
  const [id, old] = await Promise.all([sha256Hex(secret), sha256Hex(before ?? "")]);
  const [opened] = await db.batch([
    db.prepare(OPEN).bind(id, hostname, tenant, site, identity, now, now + LOGIN_LIFETIME_MS, allowedBy),
    db.prepare(REPLACE).bind(id, old, now, hostname),
    db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
    sweepJoinings(db, now),
    sweepLinks(db, now),
  ]);
  const [row] = (opened?.results ?? []) as { expires: number }[];
  return row && { id, secret, lifetime: row.expires - now };
}

const END_PEOPLE = `
  UPDATE login_sessions SET revoked_at = ?2
  WHERE identity_id IN (SELECT value FROM json_each(?1)) AND revoked_at IS NULL`;

/** Ends the logins of these people at all sites. */
export const stopLoginsOf = (db: D1Database, ids: readonly string[], now: number): D1PreparedStatement =>
  db.prepare(END_PEOPLE).bind(JSON.stringify(ids), now);

type Named = Pick<Login, "id" | "hostname">;

/**
 * The member of a login; null if the login is revoked, expired or idle for too long. Updates the time of its last use
 * at intervals.
 */
export async function findMember(db: D1Database, { id, hostname }: Named, now: number): Promise<LoggedInMember | null> {
  const found = await db
    .prepare(FIND)
    .bind(id, hostname, now, now - LOGIN_IDLE_MS)
    .first<LoggedInMember & { readonly seen: number }>();
  if (!found) return null;
  const { seen, ...member } = found;
  if (now - seen >= LOGIN_SEEN_MS) await db.prepare(SEEN).bind(id, now).run();
  return member;
}

/** A login that has just ended. */
export type EndedLogin = Pick<LoggedInMember, "identity" | "tenant" | "site"> & Pick<Login, "id">;

/** Ends a login and the logins that it allowed. */
export async function endLogin(db: D1Database, { id, hostname }: Named, now: number): Promise<readonly EndedLogin[]> {
  return (await db.prepare(END).bind(id, hostname, now).all<EndedLogin>()).results;
}

/** Ends all logins and agent grants of the login's owner, at all sites. The given login must be valid itself. */
export async function endEverything(
  db: D1Database,
  { id, hostname }: Named,
  now: number,
): Promise<readonly EndedLogin[]> {
  const owner = await db.prepare(OWNER).bind(id, hostname, now).first<{ identity: string }>();
  if (!owner) return [];
  const [ended] = await db.batch<EndedLogin>([db.prepare(END_ALL).bind(owner.identity, now), endGrants(db, owner)]);
  return ended?.results ?? [];
}

/** A valid login, with the current role of its member. */
export interface HeldLogin {
  readonly login: string;
  readonly role: Role;
  readonly status: TenantStatus;
}

/** Asks the control plane which of these logins are still valid. */
export type HeldLogins = (logins: readonly string[]) => Promise<readonly HeldLogin[]>;

const HELD = `
  SELECT l.id AS login, m.role AS role, t.status AS status
  ${OF_MEMBER}
  WHERE l.id IN (SELECT value FROM json_each(?1)) AND ${isValid("?2", "?3")}`;

export const heldLogins =
  (db: D1Database): HeldLogins =>
  async (logins) => {
    const now = Date.now();
    const { results } = await db
      .prepare(HELD)
      .bind(JSON.stringify(logins), now, now - LOGIN_IDLE_MS)
      .all<HeldLogin>();
    return results;
  };

/** A member's login. The id is a digest of the cookie's secret and gives no access. */
export interface OwnLogin {
  readonly id: string;
  readonly hostname: string;
  /** `program` for a program that the member allowed, such as the command line. */
  readonly kind: "browser" | "program";
  readonly createdAt: number;
  /** When the login was last used, exact to a few minutes. */
  readonly usedAt: number;
  readonly expiresAt: number;
}

/** Logins of a person. */
const OWN = `FROM login_sessions l WHERE l.identity_id = ?1 AND ${isValid("?2", "?3")}`;
const LIST_OWN = `
  SELECT l.id AS id, l.hostname AS hostname, iif(l.parent IS NULL, 'browser', 'program') AS kind,
    l.created_at AS createdAt, ${LAST_USE} AS usedAt, l.expires_at AS expiresAt
  ${OWN} AND (l.created_at, l.id) < (?4, ?5) ORDER BY l.created_at DESC, l.id DESC LIMIT ?6`;
const FIND_OWN = `SELECT l.tenant_id AS tenant, l.site_id AS site ${OWN} AND l.id = ?4`;
const STOP =
  "UPDATE login_sessions SET revoked_at = ?1 WHERE (id = ?2 OR parent = ?2) AND identity_id = ?3 AND revoked_at IS NULL";
const IS_GOOD = "EXISTS (SELECT 1 FROM login_sessions WHERE id = ? AND identity_id = ? AND revoked_at IS NULL)";
const STOP_AT_SITE = `
  UPDATE login_sessions SET revoked_at = ?
  WHERE tenant_id = ? AND site_id = ? AND identity_id = ? AND revoked_at IS NULL`;

/** A person's valid logins at all sites, the newest first. */
export async function ownLogins(
  db: D1Database,
  identity: string,
  { now, before: [at, id], most }: Portion,
): Promise<readonly OwnLogin[]> {
  const rows = db.prepare(LIST_OWN).bind(identity, now, now - LOGIN_IDLE_MS, at, id, most);
  return (await rows.all<OwnLogin>()).results;
}

/** The site of a person's own valid login; null if there is none with this id. */
export const siteOfLogin = (db: D1Database, identity: string, id: string, now: number): Promise<SiteRef | null> =>
  db
    .prepare(FIND_OWN)
    .bind(identity, now, now - LOGIN_IDLE_MS, id)
    .first<SiteRef>();

/** The condition that a person's own login is not revoked. */
export const isUnrevoked = (identity: string, id: string): Condition => ({ sql: IS_GOOD, values: [id, identity] });

/** Ends a person's own login and the logins that it allowed. */
export const stopLogin = (db: D1Database, identity: string, id: string, at: number): D1PreparedStatement =>
  db.prepare(STOP).bind(at, id, identity);

/** Ends all logins of a person at one site, so that none becomes valid again with a later invitation. */
export const stopLoginsAt = (
  db: D1Database,
  { tenant, site }: SiteRef,
  identity: string,
  at: number,
): D1PreparedStatement => db.prepare(STOP_AT_SITE).bind(at, tenant, site, identity);

const REMOVE_AT = "DELETE FROM login_sessions WHERE tenant_id = ? AND site_id = ?";

/** Removes all logins at a site that is gone. */
export const removeLoginsAt = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(REMOVE_AT).bind(tenant, site);
