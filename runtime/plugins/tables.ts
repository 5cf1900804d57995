import type { AreaTables } from "../database/tables.ts";

/**
 * `plugin_packages` has uploads byte for byte; `document` is the digest of those bytes, `digest` the manifest's.
 * `plugin_highest` has the highest version that a site ever had, and its index. It survives the plugin's removal,
 * because an old vulnerable version keeps a valid signature. `plugin_invocations` has a row from before each call;
 * `outcome` is null until the call ends, `report` has the plugin's texts. `plugin_publications` has the last
 * publication reported to plugins. `plugin_data` has the version that wrote a plugin's data, and the oldest that can
 * read it. `plugin_demands` has what a site demands of packages. `plugin_waiting.failure` tells why the data could not be migrated. `plugin_source_maps` has maps that
 * members uploaded; `file` is the mapped module. `plugin_jobs.number` keeps the order of pending calls.
 * `plugin_deliveries` has requests of webhooks that plugins have accepted, or are called for, by the digest of what was
 * signed. Its `number` keeps their order.
 */
export const PLUGIN_TABLES: AreaTables = {
  tables: {
    installs: { fate: "archived", place: 12 },
    plugin_packages: { fate: "archived", place: 13 },
    plugin_package_parts: { fate: "archived", place: 14 },
    plugin_highest: { fate: "archived", place: 15 },
    plugin_grants: { fate: "archived", place: 16 },
    plugin_settings: { fate: "archived", place: 17 },
    plugin_storage: { fate: "archived", place: 18 },
    plugin_storage_use: { fate: "archived", place: 19 },
    // Archives contain no pending hook calls, so a restored site must not repeat them. The old count is not part of its
    // state.
    plugin_publications: { fate: "archived", place: 20, reset: { sequence: 0 } },
    plugin_standings: { fate: "archived", place: 21 },
    plugin_waiting: { fate: "archived", place: 31 },
    plugin_waiting_parts: { fate: "archived", place: 32 },
    plugin_update_rules: { fate: "archived", place: 33 },
    plugin_data: { fate: "archived", place: 34 },
    plugin_demands: { fate: "archived", place: 47 },
    // Writes of a running migration, for some seconds.
    plugin_migration_rows: { fate: "transient" },
    plugin_timers: { fate: "derived" },
    // Pending hook calls may contain visitors' input, and the former workspace may have made them already.
    plugin_jobs: { fate: "transient" },
    plugin_invocations: { fate: "operational" },
    // Source maps are only for records of calls, which no archive contains.
    plugin_source_maps: { fate: "operational" },
    plugin_health: { fate: "operational" },
    plugin_probations: { fate: "operational" },
    // A restored site may take a request again that its former workspace took: plugins' data is of that moment, too.
    plugin_deliveries: { fate: "operational" },
    // The control plane's last answer. A restored site asks again.
    plugin_trust: { fate: "operational" },
  },
  steps: {
    1: [
      `CREATE TABLE installs (
      site TEXT NOT NULL, plugin TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    ],
    7: [
      `CREATE TABLE plugin_packages (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL,
      document TEXT NOT NULL, bytes INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_package_parts (
      site TEXT NOT NULL, plugin TEXT NOT NULL, part INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, plugin, part)) STRICT`,
      `CREATE TABLE plugin_highest (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_grants (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, capabilities TEXT NOT NULL, actor TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_settings (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, secrets TEXT NOT NULL,
      actor TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_storage (
      site TEXT NOT NULL, plugin TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (site, plugin, key)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_storage_use (
      site TEXT NOT NULL, plugin TEXT NOT NULL, bytes INTEGER NOT NULL, keys INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    ],
    10: [
      `ALTER TABLE installs ADD COLUMN reason TEXT`,
      `CREATE TABLE plugin_invocations (
      site TEXT NOT NULL, plugin TEXT NOT NULL, number INTEGER NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
      point TEXT NOT NULL, name TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL, outcome TEXT,
      calls INTEGER NOT NULL, chars INTEGER NOT NULL, denied INTEGER NOT NULL,
      PRIMARY KEY (site, plugin, number)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX plugin_invocations_running ON plugin_invocations (started_at) WHERE outcome IS NULL`,
      `CREATE TABLE plugin_health (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, failures INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_jobs (
      number INTEGER PRIMARY KEY, site TEXT NOT NULL, plugin TEXT NOT NULL, hook TEXT NOT NULL, about TEXT NOT NULL,
      input TEXT NOT NULL, created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
      `CREATE UNIQUE INDEX plugin_jobs_about ON plugin_jobs (site, plugin, hook, about)`,
      `CREATE TABLE plugin_timers (
      site TEXT NOT NULL, plugin TEXT NOT NULL, due_at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_publications (site TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT`,
    ],
    11: [`ALTER TABLE plugin_storage_use ADD COLUMN revision INTEGER NOT NULL DEFAULT 0`],
    12: [
      `CREATE TABLE plugin_standings (
      site TEXT NOT NULL, plugin TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    ],
    24: [
      // Before places existed, ids decided name conflicts. This order keeps each active plugin's names.
      `ALTER TABLE installs ADD COLUMN place INTEGER NOT NULL DEFAULT 0`,
      `UPDATE installs SET place = (
      SELECT count(*) FROM installs AS earlier WHERE earlier.site = installs.site AND earlier.plugin <= installs.plugin)`,
      `ALTER TABLE installs ADD COLUMN agreed TEXT`,
    ],
    25: [
      `CREATE TABLE plugin_probations (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, run INTEGER NOT NULL, at_work INTEGER NOT NULL,
      since INTEGER, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    ],
    31: [`ALTER TABLE plugin_invocations ADD COLUMN report TEXT`],
    33: [
      `CREATE TABLE plugin_waiting (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL,
      document TEXT NOT NULL, bytes INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_waiting_parts (
      site TEXT NOT NULL, plugin TEXT NOT NULL, part INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, plugin, part)) STRICT`,
      // A site's own rule has an empty plugin id.
      `CREATE TABLE plugin_update_rules (
      site TEXT NOT NULL, plugin TEXT NOT NULL, rule TEXT NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    ],
    32: [`CREATE TABLE plugin_trust (only INTEGER PRIMARY KEY CHECK (only = 1), body TEXT NOT NULL) STRICT`],
    34: [`ALTER TABLE plugin_highest ADD COLUMN origin TEXT`],
    35: [
      `CREATE TABLE plugin_data (
      site TEXT NOT NULL, plugin TEXT NOT NULL, storage TEXT NOT NULL, settings TEXT NOT NULL, floor TEXT,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE plugin_migration_rows (
      site TEXT NOT NULL, plugin TEXT NOT NULL, attempt TEXT NOT NULL, key TEXT NOT NULL, value TEXT,
      PRIMARY KEY (site, plugin, attempt, key)) STRICT, WITHOUT ROWID`,
      `ALTER TABLE plugin_waiting ADD COLUMN failure TEXT`,
    ],
    36: [
      `CREATE TABLE plugin_source_maps (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, file TEXT NOT NULL, sources TEXT NOT NULL,
      mappings TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (site, plugin, digest)) STRICT`,
    ],
    49: [
      `CREATE TABLE plugin_deliveries (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
      accepted INTEGER NOT NULL, PRIMARY KEY (site, plugin, digest)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX plugin_deliveries_number ON plugin_deliveries (site, plugin, number)`,
    ],
    67: [`ALTER TABLE plugin_storage ADD COLUMN revision INTEGER NOT NULL DEFAULT 0`],
    69: [
      `CREATE TABLE plugin_demands (site TEXT PRIMARY KEY, days INTEGER NOT NULL, signatures INTEGER NOT NULL) STRICT`,
    ],
  },
};
