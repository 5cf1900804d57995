import { INVITATION_LINK_KEPT_MS, LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { can, ROLES } from "../../../runtime/commands/permissions.ts";

/** The permissions that inviting a person with this role requires. */
const inviting = (role: Role) => (role === "owner" ? (["members.manage", "owners.manage"] as const) : "members.manage");

/** SQL pairs of a role and the roles that it may invite. */
const PAIRS = ROLES.flatMap((by) =>
  ROLES.filter((role) => can(by, inviting(role))).map((role) => `('${by}', '${role}')`),
).join(", ");

/** SQL condition: the maker of link `l` may invite with its role now. */
const MAKER_MAY = `EXISTS (
  SELECT 1 FROM memberships m WHERE m.tenant_id = l.tenant_id AND m.site_id = l.site_id AND m.identity_id = l.maker_id
    AND (m.role, l.role) IN (VALUES ${PAIRS}))`;

/**
 * SQL condition: link `l` is valid at a time. It is unused, not revoked and not expired, and its maker could make it
 * now.
 */
export const countsAt = (time: string): string =>
  `l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ${time} AND ${MAKER_MAY}`;

/** SQL expression for the state of link `l`. */
export const stateAt = (time: string): string =>
  `CASE WHEN l.used_at IS NOT NULL THEN 'used' WHEN l.revoked_at IS NOT NULL OR NOT ${MAKER_MAY} THEN 'revoked'
    WHEN l.expires_at <= ${time} THEN 'expired' ELSE 'open' END`;

export const LINK_STATES = ["open", "used", "expired", "revoked"] as const;

/** Revokes all open links of a maker. */
export const TAKE_BACK_ALL = `
  UPDATE invitation_links AS l SET revoked_at = ?1
  WHERE l.tenant_id = ?2 AND l.site_id = ?3 AND l.maker_id = ?4 AND l.used_at IS NULL AND l.revoked_at IS NULL`;

/**
 * Revokes the links of a maker whose present role may not make them. They stay revoked if the maker's role changes
 * again.
 */
export const TAKE_BACK = `${TAKE_BACK_ALL} AND NOT ${MAKER_MAY}`;

const SWEEP = `
  DELETE FROM invitation_links WHERE id IN (SELECT id FROM invitation_links WHERE expires_at <= ? LIMIT ?)`;

/**
 * Removes links that ended long ago, with the names in them. Each login calls this too, because a site may make no
 * further links.
 */
export const sweepLinks = (DB: D1Database, now: number): D1PreparedStatement =>
  DB.prepare(SWEEP).bind(now - INVITATION_LINK_KEPT_MS, LOGIN_SWEEP_ROWS);
