import type { AreaTables } from "../database/tables.ts";

/**
 * `tenant` has one row once an operator has set a status; without a row, the tenant is active. `tenant_name` has the
 * tenant's name while no site names it.
 */
export const TENANCY_TABLES: AreaTables = {
  tables: {
    // A restore copies everything to the public store again, so the old progress is not part of the state.
    sites: { fate: "archived", place: 1, reset: { refreshed: 0 } },
    rate_limits: { fate: "transient" },
    tenant: { fate: "operational", surviving: {} },
    tenant_name: { fate: "operational", surviving: {} },
  },
  steps: {
    1: [
      `CREATE TABLE sites (
      site TEXT PRIMARY KEY, tenant TEXT NOT NULL, origin TEXT NOT NULL, hostnames TEXT NOT NULL, input_digest TEXT NOT NULL,
      change INTEGER NOT NULL, release INTEGER NOT NULL, sequence INTEGER NOT NULL, refreshed INTEGER NOT NULL,
      recheck INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT`,
    ],
    3: [
      `CREATE TABLE tenant (status TEXT NOT NULL) STRICT`,
      `CREATE TABLE rate_limits (id TEXT PRIMARY KEY, free_at REAL NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE INDEX rate_limits_free ON rate_limits (free_at)`,
    ],
    14: [`DROP INDEX rate_limits_free`],
    19: [`CREATE TABLE tenant_name (name TEXT NOT NULL) STRICT`],
    // NULL until an operator has stated what the site begins with.
    37: [`ALTER TABLE sites ADD COLUMN beginning_digest TEXT`],
    // The feeds of earlier sites have published ids with the present origin.
    39: [
      `ALTER TABLE sites ADD COLUMN first_origin TEXT NOT NULL DEFAULT ''`,
      `UPDATE sites SET first_origin = origin`,
    ],
  },
};
