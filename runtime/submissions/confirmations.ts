import { FORM_CONFIRM_MS } from "../../manifests/bounds/forms.ts";
import { personOf } from "../forms/mailAddress.ts";
import { type Powers, first } from "../powers/powers.ts";

/** A submission whose visitor was asked to confirm an address. */
export interface Confirmation {
  readonly submission: number;
  /** The secret in the link of the letter. Empty after a restore. */
  readonly secret: string;
  readonly address: string;
  /** The language of the page with the form. */
  readonly language: string;
  /** The time until which a confirmed submission is kept. */
  readonly keptUntil: number;
  /** The time until which the link is valid. */
  readonly until: number;
  readonly confirmedAt: number | null;
  /** The form as `<plugin id>/<name>`, if visitors subscribe with it. It said so when the visitor was asked. */
  readonly subscribed: string;
  /** The person of the address, for a subscription. */
  readonly person: string;
}

interface Asked extends Pick<Confirmation, "submission" | "address" | "language" | "keptUntil" | "subscribed"> {
  readonly site: string;
}

const COLUMNS =
  "submission, secret, address, language, kept_until AS keptUntil, until, confirmed_at AS confirmedAt, subscribed, person";

/** The confirmations of visitors' addresses. The submission itself is stored before, so an answer is never lost. */
export class FormConfirmations {
  readonly #powers: Pick<Powers, "sql" | "now" | "newId">;

  constructor(powers: Pick<Powers, "sql" | "now" | "newId">) {
    this.#powers = powers;
  }

  /** Asks for a confirmation. The caller holds the transaction, and adds the letter. */
  ask({ submission, site, address, language, keptUntil, subscribed }: Asked): void {
    const { sql, now, newId } = this.#powers;
    sql.all(
      `INSERT INTO form_confirmations (submission, site, secret, address, language, kept_until, until, subscribed, person)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      submission,
      site,
      `${newId()}${newId()}`.replaceAll("-", ""),
      address,
      language,
      keptUntil,
      now() + FORM_CONFIRM_MS,
      subscribed,
      subscribed === "" ? "" : personOf(address),
    );
  }

  /** Undefined if the submission asked for no confirmation. */
  of(site: string, submission: number): Confirmation | undefined {
    const query = `SELECT ${COLUMNS} FROM form_confirmations WHERE submission = ? AND site = ?`;
    return first<Confirmation>(this.#powers.sql, query, submission, site);
  }

  /** The confirmation of a valid link. It stays valid after the confirmation, which happens once. */
  linked(site: string, secret: string): Confirmation | undefined {
    const query = `SELECT ${COLUMNS} FROM form_confirmations WHERE secret = ? AND secret <> '' AND site = ? AND until > ?`;
    return first<Confirmation>(this.#powers.sql, query, secret, site, this.#powers.now());
  }

  confirm({ submission }: Confirmation): void {
    const { sql, now } = this.#powers;
    sql.all("UPDATE form_confirmations SET confirmed_at = ? WHERE submission = ?", now(), submission);
  }

  /** The numbers of all submissions with which a person asked for the same letters, confirmed or not. */
  ofPerson(site: string, { subscribed, person }: Pick<Confirmation, "subscribed" | "person">): number[] {
    const query = "SELECT submission FROM form_confirmations WHERE site = ? AND subscribed = ? AND person = ?";
    return this.#powers.sql
      .all<{ submission: number }>(query, site, subscribed, person)
      .map(({ submission }) => submission);
  }

  /** The numbers of the subscriptions of a form after one of them. Each person has one. */
  subscribersAfter(site: string, form: string, after: number, most: number): number[] {
    const query = `SELECT submission FROM form_confirmations WHERE site = ? AND subscribed = ? AND subscribed <> ''
      AND confirmed_at IS NOT NULL AND submission > ? ORDER BY submission LIMIT ?`;
    return this.#powers.sql
      .all<{ submission: number }>(query, site, form, after, most)
      .map(({ submission }) => submission);
  }

  subscriberCount(site: string, form: string): number {
    const query = `SELECT count(*) AS n FROM form_confirmations
      WHERE site = ? AND subscribed = ? AND subscribed <> '' AND confirmed_at IS NOT NULL`;
    return first<{ n: number }>(this.#powers.sql, query, site, form)?.n ?? 0;
  }

  forget(submission: number): void {
    this.#powers.sql.all("DELETE FROM form_confirmations WHERE submission = ?", submission);
  }
}
