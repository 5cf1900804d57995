import type { Role } from "../../runtime/commands/permissions.ts";
import type { RoleOf } from "../../runtime/publishing/scheduleRunner.ts";

const ROLE = "SELECT role FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";

/** Asks the control plane, where a membership ends. */
export const roleOf =
  (db: D1Database): RoleOf =>
  async ({ tenant, site, identity }) =>
    (await db.prepare(ROLE).bind(tenant, site, identity).first<{ role: Role }>())?.role;
