import { LOGIN_IDLE_MS, LOGIN_LIFETIME_MS, LOGIN_SEEN_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Env } from "../powers/env.ts";
import type { AddressedSite } from "./addressedSite.ts";
import type { LoggedInMember } from "../powers/loggedInMember.ts";
import { endGrants } from "../../control/agentGrants.ts";
import { newSecret } from "../../platform/login/secret.ts";
import { sweepLinks } from "./invitationLinks.ts";
import { sweepJoinings } from "./joinings.ts";

/** A login, as its cookie names it. */
export interface Login {
  readonly id: string;
  readonly secret: string;
  readonly hostname: string;
}

/**
 * Inserts a login only if the person is a member. A login that another login allowed expires with that one. Otherwise a
 * login could renew itself forever without the identity provider.
 */
const OPEN = `
  INSERT INTO login_sessions (id, identity_id, tenant_id, site_id, hostname, created_at, seen_at, expires_at, parent)
  SELECT ?1, m.identity_id, m.tenant_id, m.site_id, d.hostname, ?6, ?6, ifnull(p.expires_at, ?7), ifnull(p.parent, p.id)
  FROM domains d JOIN memberships m ON m.tenant_id = d.tenant_id AND m.site_id = d.site_id
  LEFT JOIN login_sessions p ON p.id = ?8 AND p.identity_id = m.identity_id AND p.revoked_at IS NULL AND p.expires_at > ?6
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
    l.id AS loginSession, max(l.created_at, ifnull(l.seen_at, 0)) AS seen
  FROM login_sessions l
  JOIN domains d ON d.hostname = l.hostname AND d.status = 'verified'
    AND d.tenant_id = l.tenant_id AND d.site_id = l.site_id
  JOIN memberships m ON m.tenant_id = l.tenant_id AND m.site_id = l.site_id AND m.identity_id = l.identity_id
  JOIN tenants t ON t.id = l.tenant_id
  WHERE l.id = ? AND l.hostname = ? AND l.revoked_at IS NULL AND l.expires_at > ? AND max(l.created_at, ifnull(l.seen_at, 0)) > ?`;
const SEEN = "UPDATE login_sessions SET seen_at = ?2 WHERE id = ?1";

const END = `
  UPDATE login_sessions SET revoked_at = ?3 WHERE (id = ?1 OR parent = ?1) AND hostname = ?2 AND revoked_at IS NULL
  RETURNING id, identity_id AS identity, tenant_id AS tenant, site_id AS site`;
/** The owner of a valid login. */
const OWNER =
  "SELECT identity_id AS identity FROM login_sessions WHERE id = ? AND hostname = ? AND revoked_at IS NULL AND expires_at > ?";
/** Ends the logins on every site of the installation. */
const END_ALL = `
  UPDATE login_sessions SET revoked_at = ?2 WHERE identity_id = ?1 AND revoked_at IS NULL
  RETURNING id, identity_id AS identity, tenant_id AS tenant, site_id AS site`;

export interface LoginOpening {
  readonly place: AddressedSite;
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
export async function openLogin({ DB }: Pick<Env, "DB">, opening: LoginOpening): Promise<OpenedLogin | undefined> {
  const { place, identity, before, allowedBy = null, now } = opening;
  const secret = newSecret();
  const {
    hostname,
    route: { tenant, site },
  } = place;
  const [id, old] = await Promise.all([sha256Hex(secret), sha256Hex(before ?? "")]);
  const [opened] = await DB.batch([
    DB.prepare(OPEN).bind(id, hostname, tenant, site, identity, now, now + LOGIN_LIFETIME_MS, allowedBy),
    DB.prepare(REPLACE).bind(id, old, now, hostname),
    DB.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
    sweepJoinings(DB, now),
    sweepLinks(DB, now),
  ]);
  const [row] = (opened?.results ?? []) as { expires: number }[];
  return row && { id, secret, lifetime: row.expires - now };
}

type Named = Pick<Login, "id" | "hostname">;

/**
 * The member of a login; null if the login is revoked, expired or idle for too long. Updates the time of its last use
 * at intervals.
 */
export async function findMember(
  { DB }: Pick<Env, "DB">,
  { id, hostname }: Named,
  now: number,
): Promise<LoggedInMember | null> {
  const found = await DB.prepare(FIND)
    .bind(id, hostname, now, now - LOGIN_IDLE_MS)
    .first<LoggedInMember & { readonly seen: number }>();
  if (!found) return null;
  const { seen, ...member } = found;
  if (now - seen >= LOGIN_SEEN_MS) await DB.prepare(SEEN).bind(id, now).run();
  return member;
}

/** A login that has just ended. */
export type EndedLogin = Pick<LoggedInMember, "identity" | "tenant" | "site"> & Pick<Login, "id">;

/** Ends a login and the logins that it allowed. */
export async function endLogin(
  { DB }: Pick<Env, "DB">,
  { id, hostname }: Named,
  now: number,
): Promise<readonly EndedLogin[]> {
  return (await DB.prepare(END).bind(id, hostname, now).all<EndedLogin>()).results;
}

/** Ends all logins and agent grants of the login's owner, at all sites. The given login must be valid itself. */
export async function endEverything(
  { DB }: Pick<Env, "DB">,
  { id, hostname }: Named,
  now: number,
): Promise<readonly EndedLogin[]> {
  const owner = await DB.prepare(OWNER).bind(id, hostname, now).first<{ identity: string }>();
  if (!owner) return [];
  const [ended] = await DB.batch<EndedLogin>([DB.prepare(END_ALL).bind(owner.identity, now), endGrants(DB, owner)]);
  return ended?.results ?? [];
}
