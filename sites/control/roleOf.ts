import type { Role } from "../../runtime/commands/permissions.ts";
import type { RoleOf } from "../../runtime/publishing/scheduleRunner.ts";

const ROLE = "SELECT role FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";

/** Reads a member's current role from the control plane. */
export const roleOf =
  (db: D1Database): RoleOf =>
  async ({ tenant, site, identity }) =>
    (await db.prepare(ROLE).bind(tenant, site, identity).first<{ role: Role }>())?.role;
