import type { AreaTables } from "../database/tables.ts";

/**
 * `plugin_packages` holds uploads byte for byte; `document` is the digest of those bytes, `digest` the manifest's.
 * `plugin_highest` holds the highest version that a site has had, and the index that it is from. It outlives the plugin's removal, because an old
 * version with a known hole keeps a valid signature. `plugin_invocations` holds a row from before each call; `outcome`
 * is null until the call ends. `report` holds the plugin's words about it. `plugin_publications` holds the last publication that plugins were told of.
 * `plugin_data` says which version wrote a plugin's data, and the oldest that knows its form. `plugin_waiting.failure` says why
 * the data could not be brought over.
 * `plugin_source_maps` holds what a member uploaded beside a package; `file` is the module of the package it is of.
 * `plugin_jobs.number` keeps the order in which calls came to be owed.
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
    // No archive holds owed hooks, so a restored site repeats no publication; the old count is not part of its state.
    plugin_publications: { fate: "archived", place: 20, reset: { sequence: 0 } },
    plugin_standings: { fate: "archived", place: 21 },
    plugin_waiting: { fate: "archived", place: 31 },
    plugin_waiting_parts: { fate: "archived", place: 32 },
    plugin_update_rules: { fate: "archived", place: 33 },
    plugin_data: { fate: "archived", place: 34 },
    // The writes of a migration, for the seconds until they are done or forgotten.
    plugin_migration_rows: { fate: "transient" },
    plugin_timers: { fate: "derived" },
    // Owed hooks may hold visitors' words, and the old workspace may have made the calls already.
    plugin_jobs: { fate: "transient" },
    plugin_invocations: { fate: "operational" },
    // A map serves the records of calls, which no archive holds.
    plugin_source_maps: { fate: "operational" },
    plugin_health: { fate: "operational" },
    plugin_probations: { fate: "operational" },
    // The control plane's answer, remembered: a restored site asks for today's.
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
      // Before there were places, ids decided who has a name. This order keeps each active plugin's names.
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
      // The rule of a site has no plugin.
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
  },
};
