import { INVITATION_LINK_KEPT_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { can, ROLES } from "../../../runtime/commands/permissions.ts";

/** The permissions that a member needs to invite a person with this role. */
const inviting = (role: Role) => (role === "owner" ? (["members.manage", "owners.manage"] as const) : "members.manage");

/** Each role that may invite, with the role it may invite with. */
const PAIRS = ROLES.flatMap((by) =>
  ROLES.filter((role) => can(by, inviting(role))).map((role) => `('${by}', '${role}')`),
).join(", ");

/** Holds for a link `l` whose maker has the right to invite with its role. */
const MAKER_MAY = `EXISTS (
  SELECT 1 FROM memberships m WHERE m.tenant_id = l.tenant_id AND m.site_id = l.site_id AND m.identity_id = l.maker_id
    AND (m.role, l.role) IN (VALUES ${PAIRS}))`;

/** Holds for a link `l` that counts at a time: unused, not taken back, in time, and its maker could make it now. */
export const countsAt = (time: string): string =>
  `l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ${time} AND ${MAKER_MAY}`;

/** The state of a link `l` in a word. */
export const stateAt = (time: string): string =>
  `CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.revoked_at IS NOT NULL OR NOT ${MAKER_MAY} THEN 'revoked'
    WHEN l.expires_at <= ${time} THEN 'expired' ELSE 'open' END`;

export const LINK_STATES = ["open", "used", "expired", "revoked"] as const;

/** Takes back all links of a maker. */
export const TAKE_BACK_ALL = `
  UPDATE invitation_links AS l SET revoked_at = ?1
  WHERE l.tenant_id = ?2 AND l.site_id = ?3 AND l.maker_id = ?4 AND l.used_at IS NULL AND l.revoked_at IS NULL`;

/** Takes back the links of a maker who may not invite with their role any more. A later role brings none of them back. */
export const TAKE_BACK = `${TAKE_BACK_ALL} AND NOT ${MAKER_MAY}`;

const SWEEP = `
  DELETE FROM invitation_links WHERE id IN (SELECT id FROM invitation_links WHERE expires_at <= ? LIMIT ?)`;

/** Removes links that ended long ago, with the names on them. Every login does so too, because a site may make no other link. */
export const sweepLinks = (DB: D1Database, now: number): D1PreparedStatement =>
  DB.prepare(SWEEP).bind(now - INVITATION_LINK_KEPT_MS, LOGIN_SWEEP_ROWS);
