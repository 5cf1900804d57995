import { FORM_CONFIRM_MS } from "../../manifests/bounds/forms.ts";
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
}

interface Asked extends Pick<Confirmation, "submission" | "address" | "language" | "keptUntil"> {
  readonly site: string;
}

const COLUMNS = "submission, secret, address, language, kept_until AS keptUntil, until, confirmed_at AS confirmedAt";

/** The confirmations of visitors' addresses. The submission itself is stored before, so an answer is never lost. */
export class FormConfirmations {
  readonly #powers: Pick<Powers, "sql" | "now" | "newId">;

  constructor(powers: Pick<Powers, "sql" | "now" | "newId">) {
    this.#powers = powers;
  }

  /** Asks for a confirmation. The caller holds the transaction, and adds the letter. */
  ask({ submission, site, address, language, keptUntil }: Asked): void {
    const { sql, now, newId } = this.#powers;
    sql.all(
      `INSERT INTO form_confirmations (submission, site, secret, address, language, kept_until, until) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      submission,
      site,
      `${newId()}${newId()}`.replaceAll("-", ""),
      address,
      language,
      keptUntil,
      now() + FORM_CONFIRM_MS,
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

  forget(submission: number): void {
    this.#powers.sql.all("DELETE FROM form_confirmations WHERE submission = ?", submission);
  }
}
