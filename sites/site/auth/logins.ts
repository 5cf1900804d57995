import { LOGIN_LIFETIME_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds.ts";
import type { Role } from "../../../runtime/permissions.ts";
import { digestOf } from "../../shared/digest.ts";
import type { Env } from "../env.ts";
import type { TenantStatus } from "../public/routing.ts";
import type { Place } from "./place.ts";
import { newSecret } from "../../shared/login/secret.ts";

/** Somebody who is logged in to a site and a member of it, with the role they have now. */
export interface Member {
  /** Id of the identity: SHA-256 of issuer and subject. */
  readonly identity: string;
  readonly tenant: string;
  readonly site: string;
  readonly role: Role;
  /** Status of the tenant. */
  readonly status: TenantStatus;
  /** Id of the login, which is not its secret. */
  readonly loginSession: string;
}

/** A login as a cookie names it. */
export interface Login {
  readonly id: string;
  readonly secret: string;
  readonly hostname: string;
}

/** Only a member gets a row, and whether somebody is one is decided by the statement that writes it. */
const OPEN = `
  INSERT INTO login_sessions (id, identity_id, tenant_id, site_id, hostname, created_at, expires_at)
  SELECT ?1, m.identity_id, m.tenant_id, m.site_id, d.hostname, ?6, ?7
  FROM domains d JOIN memberships m ON m.tenant_id = d.tenant_id AND m.site_id = d.site_id
  WHERE d.hostname = ?2 AND d.status = 'verified' AND d.tenant_id = ?3 AND d.site_id = ?4 AND m.identity_id = ?5`;
/** The login this browser had before ends with the new one. */
const REPLACE = `
  UPDATE login_sessions SET revoked_at = ?3
  WHERE id = ?2 AND hostname = ?4 AND revoked_at IS NULL AND EXISTS (SELECT 1 FROM login_sessions WHERE id = ?1)`;
const SWEEP = "DELETE FROM login_sessions WHERE id IN (SELECT id FROM login_sessions WHERE expires_at <= ? LIMIT ?)";

const FIND = `
  SELECT l.identity_id AS identity, l.tenant_id AS tenant, l.site_id AS site, m.role AS role, t.status AS status,
    l.id AS loginSession
  FROM login_sessions l
  JOIN domains d ON d.hostname = l.hostname AND d.status = 'verified'
    AND d.tenant_id = l.tenant_id AND d.site_id = l.site_id
  JOIN memberships m ON m.tenant_id = l.tenant_id AND m.site_id = l.site_id AND m.identity_id = l.identity_id
  JOIN tenants t ON t.id = l.tenant_id
  WHERE l.id = ? AND l.hostname = ? AND l.revoked_at IS NULL AND l.expires_at > ?`;

const END = `
  UPDATE login_sessions SET revoked_at = ?3 WHERE id = ?1 AND hostname = ?2 AND revoked_at IS NULL RETURNING id`;
/** On every site of the installation; asked for with a login that is itself still good. */
const END_ALL = `
  UPDATE login_sessions SET revoked_at = ?3 WHERE revoked_at IS NULL AND identity_id = (
    SELECT identity_id FROM login_sessions WHERE id = ?1 AND hostname = ?2 AND revoked_at IS NULL AND expires_at > ?3)
  RETURNING id`;

export interface Opening {
  readonly place: Place;
  readonly identity: string;
  /** Secret of the login this browser came with. */
  readonly before: string | undefined;
  readonly now: number;
}

/** Logs a member in and answers the secret for the cookie; undefined, and nothing written, for anybody else. */
export async function openLogin({ DB }: Pick<Env, "DB">, opening: Opening): Promise<string | undefined> {
  const { place, identity, before, now } = opening;
  const secret = newSecret();
  const { hostname, route: { tenant, site } } = place;
  const [id, old] = await Promise.all([digestOf(secret), digestOf(before ?? "")]);
  const [opened] = await DB.batch([
    DB.prepare(OPEN).bind(id, hostname, tenant, site, identity, now, now + LOGIN_LIFETIME_MS),
    DB.prepare(REPLACE).bind(id, old, now, hostname),
    DB.prepare(SWEEP).bind(now, LOGIN_SWEEP_ROWS),
  ]);
  return opened?.meta.changes === 1 ? secret : undefined;
}

type Named = Pick<Login, "id" | "hostname">;

export const findMember = ({ DB }: Pick<Env, "DB">, { id, hostname }: Named, now: number): Promise<Member | null> =>
  DB.prepare(FIND).bind(id, hostname, now).first<Member>();

/** Ends one login, or all of its owner's. Answers the ids of those it ended. */
export async function endLogins({ DB }: Pick<Env, "DB">, login: Named, everywhere: boolean): Promise<string[]> {
  const { id, hostname } = login;
  const { results } = await DB.prepare(everywhere ? END_ALL : END).bind(id, hostname, Date.now()).all<{ id: string }>();
  return results.map((row) => row.id);
}
