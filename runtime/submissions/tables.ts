import type { AreaTables } from "../database/tables.ts";

/**
 * `form_submissions` has submissions by form id. `form_totals` has their numbers, because counting rows is slow, and
 * the bytes of their answers.
 * `form_files` has the sent files. `form_leftovers` has files to remove from storage, with the time. `form_tokens` has
 * used tokens until they expire, and marks of answers that plugins keep. `form_confirmations` has the submissions whose visitor was asked to confirm an address.
 */
export const SUBMISSION_TABLES: AreaTables = {
  tables: {
    // The secret of an archive would cancel for a visitor, or show what they booked.
    form_submissions: { fate: "submitted", place: 25, reset: { secret: "" } },
    form_totals: { fate: "submitted", place: 26 },
    // No backup contains the files' bytes, because they could not be deleted from there in time. A restore checks which
    // files still exist.
    form_files: { fate: "submitted", place: 27 },
    // A secret of the archive would confirm nothing that its visitor still reads.
    form_confirmations: { fate: "submitted", place: 38, reset: { secret: "" } },
    form_tokens: { fate: "transient" },
    form_leftovers: { fate: "transient", surviving: {} },
    form_secret: { fate: "secret" },
  },
  steps: {
    15: [
      `CREATE TABLE form_submissions (
      number INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL, form TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, read INTEGER NOT NULL, fields TEXT NOT NULL, personal TEXT NOT NULL) STRICT`,
      `CREATE INDEX form_submissions_form ON form_submissions (site, form)`,
      `CREATE INDEX form_submissions_unread ON form_submissions (site, form) WHERE read = 0`,
      `CREATE INDEX form_submissions_expiry ON form_submissions (expires_at)`,
      `CREATE TABLE form_totals (
      site TEXT NOT NULL, form TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, names TEXT NOT NULL, total INTEGER NOT NULL,
      unread INTEGER NOT NULL, last_at INTEGER NOT NULL, PRIMARY KEY (site, form)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE form_tokens (nonce TEXT PRIMARY KEY, submission INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE TABLE form_secret (secret TEXT NOT NULL) STRICT`,
    ],
    21: [
      `CREATE TABLE form_files (
      submission INTEGER NOT NULL, number INTEGER NOT NULL, site TEXT NOT NULL, field TEXT NOT NULL, prefix TEXT NOT NULL,
      name TEXT NOT NULL, type TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER, height INTEGER, digest TEXT NOT NULL,
      parts INTEGER NOT NULL, media TEXT, PRIMARY KEY (submission, number)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX form_files_held ON form_files (bytes) WHERE parts > 0`,
      `CREATE TABLE form_leftovers (prefix TEXT PRIMARY KEY, bytes INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    ],
    37: [
      `ALTER TABLE form_totals ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0`,
      `UPDATE form_totals SET bytes = coalesce((SELECT sum(length(fields) + length(personal)) FROM form_submissions
      WHERE form_submissions.site = form_totals.site AND form_submissions.form = form_totals.form), 0)`,
    ],
    49: [
      `CREATE TABLE form_confirmations (
      submission INTEGER PRIMARY KEY, site TEXT NOT NULL, secret TEXT NOT NULL, address TEXT NOT NULL, language TEXT NOT NULL,
      kept_until INTEGER NOT NULL, until INTEGER NOT NULL, confirmed_at INTEGER) STRICT`,
      `CREATE INDEX form_confirmations_secret ON form_confirmations (secret) WHERE secret <> ''`,
    ],
    60: [`ALTER TABLE form_submissions ADD COLUMN secret TEXT NOT NULL DEFAULT ''`],
    68: [
      `ALTER TABLE form_confirmations ADD COLUMN subscribed TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE form_confirmations ADD COLUMN person TEXT NOT NULL DEFAULT ''`,
      `CREATE INDEX form_confirmations_subscribed ON form_confirmations (site, subscribed, person) WHERE subscribed <> ''`,
    ],
    67: [`ALTER TABLE form_tokens ADD COLUMN mark TEXT NOT NULL DEFAULT ''`],
  },
};
