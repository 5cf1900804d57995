import type { AreaTables } from "../database/tables.ts";

/**
 * Tables of claims and messages, to which every command adds a row, and of the languages to which members are limited.
 */
export const COMMAND_TABLES: AreaTables = {
  tables: {
    claims: { fate: "transient" },
    // The control plane still gets the audit rows of a workspace or site that is gone.
    outbox: { fate: "transient", surviving: { where: "kind = 'audit'", renumbered: "number" } },
    member_languages: { fate: "archived", place: 37 },
  },
  steps: {
    1: [
      `CREATE TABLE claims (
      scope TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)) STRICT`,
      `CREATE INDEX claims_at ON claims (at)`,
      `CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, site TEXT NOT NULL, payload TEXT NOT NULL,
      created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
      `CREATE INDEX outbox_due ON outbox (due_at)`,
    ],
    6: [`CREATE INDEX outbox_kind_due ON outbox (kind, due_at)`],
    14: [
      // Every index costs each command a page write, and the queries that used this index find their rows without it.
      `DROP INDEX outbox_due`,
    ],
    18: [
      // Every command adds a row to both tables, and an index costs each write another page. So only the needed index
      // exists.
      `CREATE TABLE claims_by_key (
      scope TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)) STRICT, WITHOUT ROWID`,
      `INSERT INTO claims_by_key (scope, key, input_digest, answer, at) SELECT scope, key, input_digest, answer, at FROM claims`,
      `DROP TABLE claims`,
      `ALTER TABLE claims_by_key RENAME TO claims`,
      `CREATE TABLE outbox_by_number (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, site TEXT NOT NULL, payload TEXT NOT NULL,
      created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
      `INSERT INTO outbox_by_number (id, kind, site, payload, created_at, attempts, due_at)
     SELECT id, kind, site, payload, created_at, attempts, due_at FROM outbox ORDER BY rowid`,
      `DROP TABLE outbox`,
      `ALTER TABLE outbox_by_number RENAME TO outbox`,
      `CREATE INDEX outbox_kind_due ON outbox (kind, due_at)`,
      `CREATE UNIQUE INDEX outbox_publication ON outbox (id) WHERE kind = 'publication'`,
    ],
    46: [
      `CREATE TABLE member_languages (
      site TEXT NOT NULL, member TEXT NOT NULL, languages TEXT NOT NULL,
      PRIMARY KEY (site, member)) STRICT, WITHOUT ROWID`,
    ],
  },
};
