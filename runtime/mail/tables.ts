import type { AreaTables } from "../database/tables.ts";

/**
 * `mail_letters` is the outbox. A row names its subject and never contains the letter's text. `member` is empty for a
 * letter to everybody who wants it. `mail_addresses` has the address of each member, and a code while it is unproven.
 * `mail_choices` has the members' choices for a form, or for a notice that no form's id equals; an empty `form` stands
 * for all forms. `mail_enclosures` has the addresses and links of invitations that wait. `mail_plugin_letters` has what
 * letters of plugins are about, and the last subscription that each has reached. `mail_plugin_clocks` has the times of
 * their daily and weekly ones. `mail_plugin_occasions` has what plugins have sent letters for. Archives have it, because a restored site must not send them again.
 */
export const MAIL_TABLES: AreaTables = {
  tables: {
    mail_letters: { fate: "transient" },
    mail_addresses: { fate: "personal" },
    mail_choices: { fate: "personal" },
    mail_enclosures: { fate: "transient" },
    mail_plugin_letters: { fate: "transient" },
    mail_plugin_clocks: { fate: "transient" },
    mail_plugin_occasions: { fate: "archived", place: 46 },
  },
  steps: {
    47: [
      `CREATE TABLE mail_letters (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, site TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
      member TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
      settled_at INTEGER, failure TEXT, UNIQUE (site, kind, source, member)) STRICT`,
      `CREATE INDEX mail_letters_due ON mail_letters (due_at) WHERE state = 'waiting'`,
      `CREATE TABLE mail_addresses (
      site TEXT NOT NULL, member TEXT NOT NULL, address TEXT NOT NULL, code TEXT, tries INTEGER NOT NULL, code_until INTEGER NOT NULL,
      PRIMARY KEY (site, member)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE mail_choices (
      site TEXT NOT NULL, member TEXT NOT NULL, form TEXT NOT NULL, wanted INTEGER NOT NULL, PRIMARY KEY (site, member, form)) STRICT, WITHOUT ROWID`,
    ],
    49: [
      `ALTER TABLE mail_addresses ADD COLUMN language TEXT NOT NULL DEFAULT ''`,
      `CREATE TABLE mail_enclosures (
      source TEXT PRIMARY KEY, address TEXT NOT NULL, language TEXT NOT NULL, link TEXT NOT NULL) STRICT, WITHOUT ROWID`,
    ],
    52: [
      `ALTER TABLE mail_enclosures ADD COLUMN site TEXT NOT NULL DEFAULT ''`,
      `UPDATE mail_enclosures SET site = coalesce(
      (SELECT site FROM mail_letters WHERE kind = 'invitation' AND mail_letters.source = mail_enclosures.source), '')`,
      `CREATE INDEX mail_letters_waiting ON mail_letters (site, kind) WHERE state = 'waiting'`,
    ],
    56: [
      `CREATE TABLE mail_plugin_letters (
      site TEXT NOT NULL, source TEXT NOT NULL, plugin TEXT NOT NULL, letter TEXT NOT NULL, address TEXT NOT NULL, submission INTEGER,
      data TEXT NOT NULL, PRIMARY KEY (site, source)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE mail_plugin_clocks (
      site TEXT NOT NULL, plugin TEXT NOT NULL, letter TEXT NOT NULL, since INTEGER NOT NULL, due_at INTEGER NOT NULL,
      PRIMARY KEY (site, plugin, letter)) STRICT, WITHOUT ROWID`,
    ],
    64: [
      `CREATE TABLE mail_plugin_occasions (
      site TEXT NOT NULL, plugin TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, plugin, name)) STRICT, WITHOUT ROWID`,
    ],
    68: [`ALTER TABLE mail_plugin_letters ADD COLUMN reached INTEGER NOT NULL DEFAULT 0`],
  },
};
