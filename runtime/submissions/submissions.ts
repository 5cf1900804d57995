import {
  SUBMISSIONS_CHARS,
  SUBMISSIONS_MAX,
  SUBMISSIONS_READ,
  SUBMISSIONS_SEARCHED,
  SUBMISSIONS_SWEPT,
} from "../../manifests/bounds/forms.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Powers, type SqlValue, first } from "../powers/powers.ts";
import { normalized } from "../search/normalized.ts";
import type { FormConfirmations } from "./confirmations.ts";
import type { FormFiles } from "./files.ts";
import { isFileAnswer, type FormValues } from "../forms/values.ts";

export interface Submission {
  readonly id: number;
  /** The form's type at the time of sending, as `<plugin id>/<name>`. */
  readonly type: string;
  /** The time of sending. All times here are milliseconds since the epoch. */
  readonly at: number;
  readonly expiresAt: number;
  readonly read: boolean;
  readonly fields: FormValues;
}

export interface NewSubmission {
  readonly site: string;
  /** `<page id>.<section id>`. */
  readonly form: string;
  readonly type: string;
  readonly title: string;
  readonly keptMs: number;
  readonly fields: FormValues;
  /** Names of fields with personal data. */
  readonly personal: readonly string[];
  /** True if letters to the visitor may have links that act on the submission. */
  readonly isLinked?: boolean;
}

export interface FormTotal {
  readonly form: string;
  readonly type: string;
  readonly title: string;
  readonly total: number;
  readonly unread: number;
  readonly lastAt: number;
}

/** A submission for exports and hooks. */
export interface SubmissionRecord extends Submission {
  readonly site: string;
  readonly form: string;
  readonly personal: readonly string[];
}

/** The facts of a new submission that change its form's totals. */
interface Counted extends Pick<NewSubmission, "type" | "title"> {
  readonly names: readonly string[];
  readonly at: number;
  readonly bytes: number;
}

interface Row {
  readonly site: string;
  readonly form: string;
  readonly number: number;
  readonly type: string;
  readonly at: number;
  readonly expires_at: number;
  readonly read: number;
  readonly fields: string;
  readonly personal: string;
}

export interface WantedSubmissions {
  /** Only submissions with a lower number. */
  readonly before: number;
  readonly unread: boolean;
  readonly limit: number;
}

/** The least characters of a link's secret. Those of the kernel have more. */
const SECRET_MIN_CHARS = 32;

/** Bytes of a submission's row and indexes besides its answers. */
const SUBMISSION_ROW_BYTES = 250;

/** The most forms that one letter lists. */
const RECEIVED_FORMS = 20;

const COLUMNS = "site, form, number, type, at, expires_at, read, fields, personal";

const recordOf = ({ number, expires_at: expiresAt, read, fields, personal, ...row }: Row): SubmissionRecord => ({
  ...row,
  id: number,
  expiresAt,
  read: read === 1,
  fields: JSON.parse(fields) as FormValues,
  personal: JSON.parse(personal) as string[],
});

/**
 * Stores visitors' submissions, only in the tenant's own database. Totals are stored beside them, because counting a
 * hundred thousand rows would slow every list.
 */
export class Submissions {
  readonly #powers: Powers;
  readonly #files: FormFiles;
  readonly #confirmations: FormConfirmations;

  constructor(powers: Powers, files: FormFiles, confirmations: FormConfirmations) {
    this.#powers = powers;
    this.#files = files;
    this.#confirmations = confirmations;
  }

  /** The submission of a link: `<number>.<secret>`. Submissions without a secret have no link. */
  linked(site: string, given: string): SubmissionRecord | undefined {
    const [number = "", secret = ""] = given.split(".");
    if (!/^[1-9][0-9]{0,14}$/.test(number) || secret.length < SECRET_MIN_CHARS) return undefined;
    const row = first<Row>(
      this.#powers.sql,
      `SELECT ${COLUMNS} FROM form_submissions WHERE number = ? AND site = ? AND secret = ?`,
      Number(number),
      site,
      secret,
    );
    return row && recordOf(row);
  }

  /**
   * The text that proves a link of a submission, for a letter to its visitor. Undefined without the submission. It is made
   * here if there is none: archives have no secrets, so the links of earlier letters are void after a restore.
   */
  secretOf(site: string, id: number): string | undefined {
    const { sql, newId } = this.#powers;
    const query = "SELECT secret FROM form_submissions WHERE number = ? AND site = ?";
    const stored = first<{ secret: string }>(sql, query, id, site)?.secret;
    if (stored === undefined) return undefined;
    const secret = stored === "" ? newId() : stored;
    if (stored === "")
      sql.all("UPDATE form_submissions SET secret = ? WHERE number = ? AND site = ?", secret, id, site);
    return `${id}.${secret}`;
  }

  /** Stores a submission. The caller holds the transaction. */
  add({ site, form, type, title, keptMs, fields, personal, isLinked }: NewSubmission): number {
    const { sql, now } = this.#powers;
    const at = now();
    const [answers, named] = [JSON.stringify(fields), JSON.stringify(personal)];
    const number =
      first<{ number: number }>(
        sql,
        `INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal, secret) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?) RETURNING number`,
        site,
        form,
        type,
        at,
        at + keptMs,
        answers,
        named,
        isLinked === true ? this.#powers.newId() : "",
      )?.number ?? 0;
    // Numbers are never used again, so with a small one there cannot be too many, and nothing is summed.
    if (number > SUBMISSIONS_MAX) this.requireRoom(site);
    const bytes = utf8Length(answers) + utf8Length(named);
    this.#count(site, form, { type, title, names: Object.keys(fields), at, bytes });
    return number;
  }

  /** Throws a `Refusal` if the site has as many submissions as it may have. */
  requireRoom(site: string): void {
    if (this.#ofSite(site) >= SUBMISSIONS_MAX) throw new Refusal("TOO_LARGE", { maxSubmissions: SUBMISSIONS_MAX });
  }

  find(site: string, id: number): SubmissionRecord | undefined {
    const row = first<Row>(
      this.#powers.sql,
      `SELECT ${COLUMNS} FROM form_submissions WHERE number = ? AND site = ?`,
      id,
      site,
    );
    return row && recordOf(row);
  }

  require(site: string, form: string, id: number): SubmissionRecord {
    const found = this.find(site, id);
    if (found?.form !== form) throw new Refusal("NOT_FOUND");
    return found;
  }

  /** Lists submissions, newest first. */
  list(site: string, form: string, { before, unread, limit }: WantedSubmissions): SubmissionRecord[] {
    const values: SqlValue[] = [site, form, before];
    const query = `SELECT ${COLUMNS} FROM form_submissions WHERE site = ? AND form = ? AND number < ?${unread ? " AND read = 0" : ""} ORDER BY number DESC LIMIT ?`;
    return this.#powers.sql.all<Row>(query, ...values, limit).map(recordOf);
  }

  /**
   * Searches submissions for a text, newest first. The text may be anywhere, so some thousand are read one by one.
   * `next` is the position to continue from, even without a match. Null at the end.
   */
  search(
    site: string,
    form: string,
    text: string,
    { before, unread, limit }: WantedSubmissions,
  ): { found: SubmissionRecord[]; next: number | null } {
    const needle = folded(text);
    const found: SubmissionRecord[] = [];
    let [looked, chars, last] = [0, 0, before];
    for (const one of oneByOne(before, (from) =>
      this.list(site, form, { before: from, unread, limit: SUBMISSIONS_READ }),
    )) {
      if (looked === SUBMISSIONS_SEARCHED || chars >= SUBMISSIONS_CHARS) return { found, next: last };
      const texts = textsOf(one.fields);
      const isFound = texts.some((held) => folded(held).includes(needle));
      if (isFound && found.length === limit) return { found, next: found.at(-1)?.id ?? null };
      if (isFound) found.push(one);
      looked += 1;
      chars += texts.reduce((sum, held) => sum + held.length, 0);
      last = one.id;
    }
    return { found, next: null };
  }

  /** Yields submissions, oldest first, for an export during which more may arrive. */
  after(site: string, form: string, after: number): Iterable<SubmissionRecord> {
    const query = `SELECT ${COLUMNS} FROM form_submissions WHERE site = ? AND form = ? AND number > ? ORDER BY number LIMIT ?`;
    return oneByOne(after, (from) =>
      this.#powers.sql.all<Row>(query, site, form, from, SUBMISSIONS_READ).map(recordOf),
    );
  }

  mark({ site, form, id, read }: SubmissionRecord, isRead: boolean): void {
    if (read === isRead) return;
    this.#powers.sql.all("UPDATE form_submissions SET read = ? WHERE number = ?", isRead ? 1 : 0, id);
    this.#powers.sql.all(
      "UPDATE form_totals SET unread = unread + ? WHERE site = ? AND form = ?",
      isRead ? -1 : 1,
      site,
      form,
    );
  }

  /**
   * The forms that visitors sent from a moment to another, each with the number of all forms together. A submission
   * counts from its confirmation, if it waited for one.
   */
  received(
    site: string,
    since: number,
    until: number,
  ): { form: string; title: string; count: number; total: number }[] {
    return this.#powers.sql.all(
      `SELECT sent.form, coalesce(max(totals.title), sent.form) AS title, count(*) AS count, sum(count(*)) OVER () AS total
       FROM form_submissions AS sent LEFT JOIN form_totals AS totals ON totals.site = sent.site AND totals.form = sent.form
       LEFT JOIN form_confirmations AS asked ON asked.submission = sent.number
       WHERE sent.site = ? AND (asked.submission IS NULL OR asked.confirmed_at IS NOT NULL)
       AND coalesce(asked.confirmed_at, sent.at) >= ? AND coalesce(asked.confirmed_at, sent.at) < ?
       GROUP BY sent.form ORDER BY count DESC, sent.form LIMIT ?`,
      site,
      since,
      until,
      RECEIVED_FORMS,
    );
  }

  /** Sets the time at which a submission expires, in milliseconds since the epoch. */
  keepUntil(id: number, expiresAt: number): void {
    this.#powers.sql.all("UPDATE form_submissions SET expires_at = ? WHERE number = ?", expiresAt, id);
  }

  /**
   * Gives unconfirmed submissions of a restored archive their full retention, because their links are void. The caller
   * holds the transaction.
   */
  keepUnconfirmed(): void {
    this.#powers.sql.all(
      `UPDATE form_submissions SET expires_at = asked.kept_until FROM form_confirmations AS asked
       WHERE asked.submission = form_submissions.number AND asked.secret = '' AND asked.confirmed_at IS NULL`,
    );
  }

  remove({ site, form, id, read }: Pick<SubmissionRecord, "site" | "form" | "id" | "read">): void {
    const [removed] = this.#powers.sql.all<{ bytes: number }>(
      "DELETE FROM form_submissions WHERE number = ? RETURNING length(CAST(fields AS BLOB)) + length(CAST(personal AS BLOB)) AS bytes",
      id,
    );
    this.#files.forget(id);
    this.#confirmations.forget(id);
    this.#powers.sql.all(
      "UPDATE form_totals SET total = total - 1, unread = unread - ?, bytes = max(0, bytes - ?) WHERE site = ? AND form = ?",
      read ? 0 : 1,
      removed?.bytes ?? 0,
      site,
      form,
    );
  }

  /** Deletes expired submissions, at most SUBMISSIONS_SWEPT. */
  sweep(): void {
    const { sql, now } = this.#powers;
    // Selects no answers, because a thousand of the longest submissions exceed the memory.
    const query =
      "SELECT site, form, number, read FROM form_submissions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?";
    const expired = sql.all<Pick<Row, "site" | "form" | "number" | "read">>(query, now(), SUBMISSIONS_SWEPT);
    for (const { site, form, number, read } of expired) this.remove({ site, form, id: number, read: read === 1 });
    sql.all("DELETE FROM form_totals WHERE total = 0");
  }

  /** The time of the next expiry. Undefined without submissions. */
  nextExpiry(): number | undefined {
    return (
      first<{ at: number | null }>(this.#powers.sql, "SELECT min(expires_at) AS at FROM form_submissions")?.at ??
      undefined
    );
  }

  totals(site: string): FormTotal[] {
    return this.#powers.sql.all<FormTotal>(
      "SELECT form, type, title, total, unread, last_at AS lastAt FROM form_totals WHERE site = ? ORDER BY last_at DESC, form",
      site,
    );
  }

  /** Tells whether the form has submissions, or had some until the last cleanup. */
  has(site: string, form: string): boolean {
    return first(this.#powers.sql, "SELECT 1 FROM form_totals WHERE site = ? AND form = ?", site, form) !== undefined;
  }

  /** Names of all fields that visitors ever answered, in the order of their first answer. */
  names(site: string, form: string): string[] {
    const row = first<{ names: string }>(
      this.#powers.sql,
      "SELECT names FROM form_totals WHERE site = ? AND form = ?",
      site,
      form,
    );
    return row ? (JSON.parse(row.names) as string[]) : [];
  }

  #count(site: string, form: string, { type, title, names, at, bytes }: Counted): void {
    const { sql } = this.#powers;
    const sentNames = JSON.stringify(names);
    const stored = first<{ names: string }>(
      sql,
      `INSERT INTO form_totals (site, form, type, title, names, total, unread, last_at, bytes) VALUES (?, ?, ?, ?, ?, 1, 1, ?, ?)
       ON CONFLICT (site, form) DO UPDATE SET
         type = excluded.type, title = excluded.title, total = total + 1, unread = unread + 1,
         last_at = excluded.last_at, bytes = bytes + excluded.bytes RETURNING names`,
      site,
      form,
      type,
      title,
      sentNames,
      at,
      bytes,
    )?.names;
    if (stored === undefined || stored === sentNames) return;
    const all = JSON.stringify([...new Set([...(JSON.parse(stored) as string[]), ...names])]);
    if (all !== stored) sql.all("UPDATE form_totals SET names = ? WHERE site = ? AND form = ?", all, site, form);
  }

  /** The bytes that the submissions of all sites take in the database. */
  bytes(): number {
    const query = "SELECT sum(bytes) + sum(total) * ? AS n FROM form_totals";
    return first<{ n: number | null }>(this.#powers.sql, query, SUBMISSION_ROW_BYTES)?.n ?? 0;
  }

  #ofSite(site: string): number {
    return (
      first<{ n: number | null }>(this.#powers.sql, "SELECT sum(total) AS n FROM form_totals WHERE site = ?", site)
        ?.n ?? 0
    );
  }
}

/** Yields records in small groups, so that memory holds one group at a time. `read` reads the group after a number. */
function* oneByOne(from: number, read: (from: number) => readonly SubmissionRecord[]): Generator<SubmissionRecord> {
  for (let last: number | undefined = from; last !== undefined;) {
    const rows: readonly SubmissionRecord[] = read(last);
    yield* rows;
    last = rows.length === SUBMISSIONS_READ ? rows.at(-1)?.id : undefined;
  }
}

const folded = (text: string): string => normalized(text, "NFKC").toLowerCase();

const textOf = (value: unknown): string => (isFileAnswer(value) ? value.name : String(value));

const textsOf = (fields: FormValues): string[] => Object.values(fields).flat().map(textOf);
