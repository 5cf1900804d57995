import { JOINING_MS, LOGIN_SWEEP_ROWS, MEMBERS_MAX } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { Identity } from "../../platform/login/identify.ts";
import { countsAt, FROM_LINKS, isValidLink, joinLink } from "./invitations.ts";
import { type Membership, addFoundMember, nameOfMember, membersAt } from "./members.ts";
import { type SiteRef, joinItsSite } from "../tenants/sites.ts";
import { joinTenant } from "../tenants/tenants.ts";

/** A browser that has opened an invitation link. */
export interface Joining {
  readonly id: string;
  readonly link: string;
  readonly siteName: string;
  readonly role: Role;
  /** The name of the inviting member; null if they have none. */
  readonly maker: string | null;
  /** The person's verified identity; null before the login. */
  readonly identity: Identity | null;
}

/** A browser's joining, at the hostname of its cookie. */
export interface JoiningRef {
  readonly id: string;
  readonly hostname: string;
}

/** Inserts no row if the link is not valid. */
const OPEN = `
  INSERT INTO joinings (id, link_id, hostname, expires_at)
  SELECT ?1, l.id, ?3, ?4 ${FROM_LINKS}
  WHERE l.id = ?2 AND l.tenant_id = ?5 AND l.site_id = ?6 AND ${countsAt("?7")}`;
const SWEEP = "DELETE FROM joinings WHERE id IN (SELECT id FROM joinings WHERE expires_at <= ? LIMIT ?)";
const FIND = `
  SELECT j.id AS id, l.id AS link, s.name AS siteName, l.role AS role, j.issuer AS issuer, j.subject AS subject,
    ${nameOfMember({ tenant: "l.tenant_id", site: "l.site_id", identity: "l.maker_id" })} AS maker
  FROM joinings j ${joinLink("j.link_id")}
  ${joinItsSite("l.tenant_id", "l.site_id")}
  WHERE j.id = ?1 AND j.hostname = ?2 AND j.expires_at > ?3 AND l.tenant_id = ?4 AND l.site_id = ?5 AND ${countsAt("?3")}`;
const PROVE = `
  UPDATE joinings SET id = ?6, issuer = ?4, subject = ?5 WHERE id = ?1 AND hostname = ?2 AND expires_at > ?3
    AND ${isValidLink("joinings.link_id", "?3")}
  RETURNING expires_at AS expires`;
const END = "DELETE FROM joinings WHERE id = ?";

/** Opens a link in a browser; false if the link is not valid at this site. */
export async function addJoining(
  db: D1Database,
  { id, hostname }: JoiningRef,
  link: string,
  { tenant, site }: SiteRef,
  now: number,
): Promise<boolean> {
  const [opened] = await db.batch([
    db.prepare(OPEN).bind(id, link, hostname, now + JOINING_MS, tenant, site, now),
    sweepJoinings(db, now),
  ]);
  return opened?.meta.changes === 1;
}

type Row = Omit<Joining, "identity"> & { readonly issuer: string | null; readonly subject: string | null };

/** The opened invitation; undefined if it is not valid. */
export async function findOpened(
  db: D1Database,
  { id, hostname }: JoiningRef,
  { tenant, site }: SiteRef,
  now: number,
): Promise<Joining | undefined> {
  const row = await db.prepare(FIND).bind(id, hostname, now, tenant, site).first<Row>();
  if (!row) return undefined;
  const { issuer, subject, ...joining } = row;
  return { ...joining, identity: issuer === null || subject === null ? null : { issuer, subject } };
}

/** Stores the person's identity, and gives the row another id. Answers its end; undefined if it is not valid. */
export async function proveOpened(
  db: D1Database,
  { id, hostname }: JoiningRef,
  { issuer, subject }: Identity,
  next: string,
  now: number,
): Promise<number | undefined> {
  const proven = db.prepare(PROVE).bind(id, hostname, now, issuer, subject, next);
  return (await proven.first<{ expires: number }>())?.expires;
}

/** Finds the role and name of the link that a browser has opened and a person has proven themselves for. */
const OFFERED = `
  l.role AS role, l.name AS name ${FROM_LINKS}
  JOIN joinings j ON j.link_id = l.id ${joinTenant("l.tenant_id")}
  WHERE l.id = ?5 AND l.tenant_id = ?1 AND l.site_id = ?2 AND j.id = ?6 AND j.issuer = ?7 AND j.subject = ?8
    AND j.expires_at > ?4 AND t.status = 'active' AND ${countsAt("?4")}
    AND ${membersAt("?1", "?2")} < ?9`;

/**
 * Adds the member whom a link invites. The whole batch fails if the link is invalid, the site is full or the browser's
 * row is gone.
 */
export const addInvited = (
  db: D1Database,
  member: Membership,
  { id, link }: Pick<Joining, "id" | "link">,
  { issuer, subject }: Identity,
  at: number,
): D1PreparedStatement =>
  addFoundMember(db, member, at, { sql: OFFERED, values: [link, id, issuer, subject, MEMBERS_MAX] });

/**
 * Removes expired joinings, with the identities in them. Each login calls this too, because no further link may ever be
 * opened.
 */
export const sweepJoinings = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS);

export const endJoining = (db: D1Database, id: string): D1PreparedStatement => db.prepare(END).bind(id);
