import { INVITATION_LINK_KEPT_MS, INVITATION_LINKS_MAX, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { type Role, can, ROLES } from "../../../runtime/commands/permissions.ts";
import type { IsLinkOpen } from "../../../runtime/mail/receivers.ts";
import type { Condition } from "../sql/condition.ts";
import type { PersonRecord } from "./identities.ts";
import { hasOwnerAt, isMember } from "./members.ts";
import type { Portion } from "../sql/portion.ts";
import type { SiteRef } from "../tenants/sites.ts";

/** The permissions that inviting a person with this role requires. */
const inviting = (role: Role) => (role === "owner" ? (["members.manage", "owners.manage"] as const) : "members.manage");

/** SQL pairs of a role and the roles that it may invite. */
const PAIRS = ROLES.flatMap((by) =>
  ROLES.filter((role) => can(by, inviting(role))).map((role) => `('${by}', '${role}')`),
).join(", ");

/**
 * The maker of an operator's links, which is nobody: no provider has such an issuer. The id is the one of every identity,
 * the SHA-256 of issuer and subject.
 */
export const OPERATOR_MAKER: PersonRecord = {
  id: "3fa585c52eaa0b8f6503047f57927ddd342008dd13fbc29e00d5012922f89dce",
  issuer: "operator:",
  subject: "owner-link",
};

/**
 * SQL condition: the maker of link `l` may invite with its role now. An operator's link only makes the owner of a site
 * without owners.
 */
const MAKER_MAY = `(${isMember(
  { tenant: "l.tenant_id", site: "l.site_id", identity: "l.maker_id" },
  `(m.role, l.role) IN (VALUES ${PAIRS})`,
)} OR (l.maker_id = '${OPERATOR_MAKER.id}' AND l.role = 'owner' AND NOT ${hasOwnerAt("l.tenant_id", "l.site_id")}))`;

/**
 * SQL condition: link `l` is valid at a time. It is unused, not revoked and not expired, and its maker could make it
 * now.
 */
export const countsAt = (time: string): string =>
  `l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ${time} AND ${MAKER_MAY}`;

/** The SQL clause that reads links as `l`. */
export const FROM_LINKS = "FROM invitation_links l";

/** The SQL clause that joins a link as `l`. */
export const joinLink = (link: string): string => `JOIN invitation_links l ON l.id = ${link}`;

/** SQL condition: the link with this id is valid at a time. */
export const isValidLink = (link: string, time: string): string =>
  `EXISTS (SELECT 1 ${FROM_LINKS} WHERE l.id = ${link} AND ${countsAt(time)})`;

/** SQL condition: a person has made a link for another site. */
export const hasLinksElsewhere = (maker: string, tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM invitation_links l WHERE l.maker_id = ${maker} AND (l.tenant_id <> ${tenant} OR l.site_id <> ${site}))`;

/** SQL expression for the state of link `l`. */
const stateAt = (time: string): string =>
  `CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.revoked_at IS NOT NULL OR NOT ${MAKER_MAY} THEN 'revoked'
    WHEN l.expires_at <= ${time} THEN 'expired' ELSE 'open' END`;

export const LINK_STATES = ["open", "used", "expired", "revoked"] as const;

/** An invitation link, without its secret. */
export interface LinkRecord {
  /** The SHA-256 of the secret, which gives no access. */
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  /** The id of the member who made it. */
  readonly maker: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: (typeof LINK_STATES)[number];
  readonly usedAt: number | null;
  readonly usedBy: string | null;
}

const OPEN = `
  (SELECT count(*) FROM invitation_links l WHERE l.tenant_id = ?1 AND l.site_id = ?2 AND ${countsAt("?3")}) < ?4`;
/** The same condition with anonymous placeholders, for a batch that binds values in order. */
const ROOM = OPEN.replaceAll(/\?\d/g, "?");

/** The condition that a site has room for one more open link. Null if it has none now. */
export async function roomForLink(db: D1Database, { tenant, site }: SiteRef, at: number): Promise<Condition | null> {
  const values = [tenant, site, at, INVITATION_LINKS_MAX];
  const room = await db
    .prepare(`SELECT ${OPEN} AS has`)
    .bind(...values)
    .first<{ has: number }>();
  return room?.has === 1 ? { sql: ROOM, values } : null;
}

const MAKE = `
  INSERT INTO invitation_links (id, tenant_id, site_id, role, name, maker_id, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export const addLink = (
  db: D1Database,
  { tenant, site }: SiteRef,
  { id, role, name, maker, createdAt, expiresAt }: LinkRecord,
): D1PreparedStatement => db.prepare(MAKE).bind(id, tenant, site, role, name, maker, createdAt, expiresAt);

const LINKS = `
  SELECT l.id, l.role, l.name, l.maker_id AS maker, l.created_at AS createdAt, l.expires_at AS expiresAt,
    l.used_at AS usedAt, l.used_by AS usedBy, ${stateAt("?3")} AS state
  FROM invitation_links l WHERE l.tenant_id = ?1 AND l.site_id = ?2`;
const LIST = `${LINKS} AND (l.created_at, l.id) < (?4, ?5) ORDER BY l.created_at DESC, l.id DESC LIMIT ?6`;
const FIND = `${LINKS} AND l.id = ?4`;
const KNOWN = "SELECT 1 FROM invitation_links WHERE id = ? AND tenant_id = ? AND site_id = ?";

/** Links of a site, the newest first. */
export async function linksBefore(
  db: D1Database,
  { tenant, site }: SiteRef,
  { now, before: [at, id], most }: Portion,
): Promise<readonly LinkRecord[]> {
  return (await db.prepare(LIST).bind(tenant, site, now, at, id, most).all<LinkRecord>()).results;
}

export const findLink = (
  db: D1Database,
  { tenant, site }: SiteRef,
  id: string,
  now: number,
): Promise<LinkRecord | null> => db.prepare(FIND).bind(tenant, site, now, id).first<LinkRecord>();

/** Tells whether a link was ever made for this site. Links that ended long ago are forgotten. */
export const isKnownLink = async (db: D1Database, { tenant, site }: SiteRef, id: string): Promise<boolean> =>
  (await db.prepare(KNOWN).bind(id, tenant, site).first()) !== null;

/** Answers the workspaces whether a link opens its site now. */
export const isLinkOpen =
  (db: D1Database, now: () => number): IsLinkOpen =>
  async ({ tenant, site, link }) =>
    (await findLink(db, { tenant, site }, link, now()))?.state === "open";

const USE = "UPDATE invitation_links SET used_at = ?2, used_by = ?3 WHERE id = ?1";
const REVOKE = "UPDATE invitation_links SET revoked_at = ? WHERE id = ?";
/** A used link cannot be revoked. */
const UNUSED =
  "EXISTS (SELECT 1 FROM invitation_links WHERE id = ? AND tenant_id = ? AND site_id = ? AND used_at IS NULL)";

export const takeLink = (db: D1Database, id: string, identity: string, at: number): D1PreparedStatement =>
  db.prepare(USE).bind(id, at, identity);

export const revokeLink = (db: D1Database, id: string, at: number): D1PreparedStatement =>
  db.prepare(REVOKE).bind(at, id);

export const isUnused = ({ tenant, site }: SiteRef, id: string): Condition => ({
  sql: UNUSED,
  values: [id, tenant, site],
});

const TAKE_BACK_ALL = `
  UPDATE invitation_links AS l SET revoked_at = ?1
  WHERE l.tenant_id = ?2 AND l.site_id = ?3 AND l.maker_id = ?4 AND l.used_at IS NULL AND l.revoked_at IS NULL`;
const TAKE_BACK = `${TAKE_BACK_ALL} AND NOT ${MAKER_MAY}`;

/** Revokes all open links of a maker. */
export const takeBackAllLinks = (
  db: D1Database,
  { tenant, site }: SiteRef,
  maker: string,
  at: number,
): D1PreparedStatement => db.prepare(TAKE_BACK_ALL).bind(at, tenant, site, maker);

/**
 * Revokes the links of a maker whose present role may not make them. They stay revoked if the maker's role changes
 * again. The statement must follow the one that changes the role.
 */
export const takeBackLinks = (
  db: D1Database,
  { tenant, site }: SiteRef,
  maker: string,
  at: number,
): D1PreparedStatement => db.prepare(TAKE_BACK).bind(at, tenant, site, maker);

const REMOVE_ALL = "DELETE FROM invitation_links WHERE tenant_id = ?1 AND site_id = ?2";

export const removeLinksOf = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(REMOVE_ALL).bind(tenant, site);

const SWEEP = `
  DELETE FROM invitation_links WHERE id IN (SELECT id FROM invitation_links WHERE expires_at <= ? LIMIT ?)`;

/**
 * Removes links that ended long ago, with the names in them. Each login calls this too, because a site may make no
 * further links.
 */
export const sweepLinks = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(SWEEP).bind(now - INVITATION_LINK_KEPT_MS, LOGIN_SWEEP_ROWS);
