import { ACCOUNT_EVENTS_MAX } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";

export const EVENTS_STEP = `CREATE TABLE account_events (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  account TEXT NOT NULL,
  about TEXT
) STRICT;
CREATE INDEX account_events_account ON account_events (account, id)`;

/** The events that are recorded for a person. */
export type EventKind =
  | "account.make"
  | "account.login"
  | "account.recover"
  | "passkey.add"
  | "passkey.remove"
  | "passkey.copied"
  | "password.set"
  | "password.remove"
  | "password.miss"
  | "password.pause"
  | "codes.renew"
  | "link.make"
  | "site.make";

export interface AccountEvent {
  readonly at: number;
  readonly kind: EventKind;
  /** The name of a passkey or site; never a secret. */
  readonly about: string | null;
}

const SWEEP = `DELETE FROM account_events WHERE account = ?1 AND id NOT IN (
  SELECT id FROM account_events WHERE account = ?1 ORDER BY id DESC LIMIT ?2)`;

export class Events {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  add(account: string, kind: EventKind, at: number, about: string | null = null): void {
    this.#database.run(
      "INSERT INTO account_events (at, kind, account, about) VALUES (?, ?, ?, ?)",
      at,
      kind,
      account,
      about,
    );
    this.#database.run(SWEEP, account, ACCOUNT_EVENTS_MAX);
  }

  /** The newest events of an account, the latest first. */
  newest(account: string, most: number): readonly AccountEvent[] {
    const sql = "SELECT at, kind, about FROM account_events WHERE account = ? ORDER BY id DESC LIMIT ?";
    return this.#database.all<AccountEvent>(sql, account, most);
  }
}
