import { LOGIN_IDLE_MS } from "../../manifests/bounds/logins.ts";
import type { Role } from "../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../runtime/tenancy/tenant.ts";

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
  FROM login_sessions l
  JOIN domains d ON d.hostname = l.hostname AND d.status = 'verified'
    AND d.tenant_id = l.tenant_id AND d.site_id = l.site_id
  JOIN memberships m ON m.tenant_id = l.tenant_id AND m.site_id = l.site_id AND m.identity_id = l.identity_id
  JOIN tenants t ON t.id = l.tenant_id
  WHERE l.id IN (SELECT value FROM json_each(?1)) AND l.revoked_at IS NULL AND l.expires_at > ?2
    AND max(l.created_at, ifnull(l.seen_at, 0)) > ?3`;

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
