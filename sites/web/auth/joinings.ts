import { JOINING_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { EDITOR_PATH } from "../../../runtime/rendering/editorEntry.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import type { Identity } from "../../platform/login/identify.ts";
import { newSecret } from "../../platform/login/secret.ts";
import type { TokenInput } from "../../platform/login/token.ts";
import { readToken, writeToken } from "../../platform/login/token.ts";
import { readCookie } from "../../requests/readCookie.ts";
import type { Env } from "../powers/env.ts";
import type { AddressedSite } from "./addressedSite.ts";
import { dropCookie, JOINING_COOKIE, keepCookie } from "./cookies.ts";
import { countsAt } from "./invitationLinks.ts";

/** The page at which an invited person says whether they join. */
export const JOIN_PATH = `${EDITOR_PATH}/join`;

/** The address of an invitation. Browsers do not send the fragment, so no server log contains the secret. */
export const linkOf = (origin: string, secret: string): string => `${origin}${JOIN_PATH}#${secret}`;

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

/** Inserts no row if the link is not valid. */
const OPEN = `
  INSERT INTO joinings (id, link_id, hostname, expires_at)
  SELECT ?1, l.id, ?3, ?4 FROM invitation_links l
  WHERE l.id = ?2 AND l.tenant_id = ?5 AND l.site_id = ?6 AND ${countsAt("?7")}`;
const KNOWN = "SELECT 1 FROM invitation_links WHERE id = ? AND tenant_id = ? AND site_id = ?";
const SWEEP = "DELETE FROM joinings WHERE id IN (SELECT id FROM joinings WHERE expires_at <= ? LIMIT ?)";
const FIND = `
  SELECT j.id AS id, l.id AS link, s.name AS siteName, l.role AS role, j.issuer AS issuer, j.subject AS subject,
    (SELECT name FROM memberships WHERE tenant_id = l.tenant_id AND site_id = l.site_id AND identity_id = l.maker_id) AS maker
  FROM joinings j JOIN invitation_links l ON l.id = j.link_id
  JOIN sites s ON s.tenant_id = l.tenant_id AND s.id = l.site_id
  WHERE j.id = ?1 AND j.hostname = ?2 AND j.expires_at > ?3 AND l.tenant_id = ?4 AND l.site_id = ?5 AND ${countsAt("?3")}`;
const PROVE = `
  UPDATE joinings SET id = ?6, issuer = ?4, subject = ?5 WHERE id = ?1 AND hostname = ?2 AND expires_at > ?3
    AND EXISTS (SELECT 1 FROM invitation_links l WHERE l.id = joinings.link_id AND ${countsAt("?3")})
  RETURNING expires_at AS expires`;
const END = "DELETE FROM joinings WHERE id = ?";

/** Opens a link in this browser. Answers the cookie, or undefined if the link is not valid at this site. */
export async function openJoining(
  { DB, SESSION_SECRET }: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname, route: { tenant, site } }: AddressedSite,
  secret: string,
  now: number,
): Promise<string | undefined> {
  const browser = newSecret();
  const [id, link] = await Promise.all([sha256Hex(browser), sha256Hex(secret)]);
  const [opened] = await DB.batch([
    DB.prepare(OPEN).bind(id, link, hostname, now + JOINING_MS, tenant, site, now),
    sweepJoinings(DB, now),
  ]);
  if (opened?.meta.changes !== 1) return undefined;
  return keepJoining(SESSION_SECRET, { hostname, secret: browser, now, lifetime: JOINING_MS });
}

/** Tells whether a secret was ever an invitation to this site. Links that ended long ago are forgotten. */
export async function isInvitation(
  { DB }: Pick<Env, "DB">,
  { route: { tenant, site } }: AddressedSite,
  secret: string,
): Promise<boolean> {
  const found = await DB.prepare(KNOWN)
    .bind(await sha256Hex(secret), tenant, site)
    .first();
  return found !== null;
}

async function keepJoining(key: string, token: Omit<TokenInput, "kind">): Promise<string> {
  return keepCookie(JOINING_COOKIE, await writeToken(key, { kind: "svc-joining+jwt", ...token }), token.lifetime);
}

type Row = Omit<Joining, "identity"> & { readonly issuer: string | null; readonly subject: string | null };

/** The invitation that this browser has opened; undefined if none is valid. */
export async function findJoining(
  request: Request,
  env: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname, route: { tenant, site } }: AddressedSite,
  now: number,
): Promise<Joining | undefined> {
  const id = await idIn(request, env, hostname);
  if (id === undefined) return undefined;
  const row = await env.DB.prepare(FIND).bind(id, hostname, now, tenant, site).first<Row>();
  if (!row) return undefined;
  const { issuer, subject, ...joining } = row;
  return { ...joining, identity: issuer === null || subject === null ? null : { issuer, subject } };
}

/**
 * Stores the person's identity with the opened invitation, and answers a new cookie; undefined without a valid one. The
 * old cookie ends, because another user of a shared computer may know it.
 */
export async function proveJoining(
  request: Request,
  env: Pick<Env, "DB" | "SESSION_SECRET">,
  { hostname }: AddressedSite,
  { issuer, subject }: Identity,
  now: number,
): Promise<string | undefined> {
  const id = await idIn(request, env, hostname);
  if (id === undefined) return undefined;
  const secret = newSecret();
  const proven = env.DB.prepare(PROVE).bind(id, hostname, now, issuer, subject, await sha256Hex(secret));
  const row = await proven.first<{ expires: number }>();
  return row ? keepJoining(env.SESSION_SECRET, { hostname, secret, now, lifetime: row.expires - now }) : undefined;
}

/**
 * Removes expired joinings, with the identities in them. Each login calls this too, because no further link may ever be
 * opened.
 */
export const sweepJoinings = (DB: D1Database, now: number): D1PreparedStatement =>
  DB.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS);

export const endJoining = ({ DB }: Pick<Env, "DB">, id: string): D1PreparedStatement => DB.prepare(END).bind(id);
export const dropJoining = (): string => dropCookie(JOINING_COOKIE);

async function idIn(
  request: Request,
  { SESSION_SECRET }: Pick<Env, "SESSION_SECRET">,
  hostname: string,
): Promise<string | undefined> {
  const secret = await readToken(SESSION_SECRET, "svc-joining+jwt", hostname, readCookie(request, JOINING_COOKIE));
  return secret === undefined ? undefined : sha256Hex(secret);
}
