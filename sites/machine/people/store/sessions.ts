import { ACCOUNT_SESSION_MS } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";
import { secretDigest, newAccountSecret } from "./secret.ts";

/** The id is the SHA-256 of the secret in the browser's cookie. A session by a recovery code allows only a new passkey. */
export const SESSIONS_STEP = `CREATE TABLE account_sessions (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  account TEXT NOT NULL,
  proof TEXT NOT NULL CHECK (proof IN ('passkey', 'code')),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/** Earlier sessions have no time of a proof, so they count as proven long ago. */
export const PROVEN_STEP = `ALTER TABLE account_sessions ADD COLUMN proven_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_sessions ADD COLUMN interaction TEXT`;

/** A password may prove a session, too, which the table did not allow. */
export const PASSWORD_SESSIONS_STEP = `ALTER TABLE account_sessions RENAME TO account_sessions_before;
CREATE TABLE account_sessions (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  account TEXT NOT NULL,
  proof TEXT NOT NULL CHECK (proof IN ('passkey', 'password', 'code')),
  expires_at INTEGER NOT NULL,
  proven_at INTEGER NOT NULL,
  interaction TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO account_sessions SELECT id, account, proof, expires_at, proven_at, interaction FROM account_sessions_before;
DROP TABLE account_sessions_before`;

export interface Session {
  readonly account: string;
  readonly proof: "passkey" | "password" | "code";
  /** The time of the proof. */
  readonly provenAt: number;
  /** The login at a site for which the person proved it; null for a login at the account's own page. */
  readonly interaction: string | null;
}

const ADD = `INSERT INTO account_sessions (id, account, proof, expires_at, proven_at, interaction)
  VALUES (?, ?, ?, ?, ?, ?)`;
const FIND = `SELECT account, proof, proven_at AS provenAt, interaction
  FROM account_sessions WHERE id = ? AND expires_at > ?`;

export class Sessions {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Opens a session, and ends the one that this browser had. Answers the secret for its cookie. */
  open({ account, proof, provenAt, interaction }: Session, now: number, before: string | undefined): string {
    const secret = newAccountSecret();
    this.#database.atomically(() => {
      if (before !== undefined) this.close(before);
      this.#database.run("DELETE FROM account_sessions WHERE expires_at <= ?", now);
      const expiresAt = now + ACCOUNT_SESSION_MS;
      this.#database.run(ADD, secretDigest(secret), account, proof, expiresAt, provenAt, interaction);
    });
    return secret;
  }

  find(secret: string, now: number): Session | undefined {
    return this.#database.first<Session>(FIND, secretDigest(secret), now);
  }

  close(secret: string): void {
    this.#database.run("DELETE FROM account_sessions WHERE id = ?", secretDigest(secret));
  }

  /** Ends all sessions of an account. */
  closeAll(account: string): void {
    this.#database.run("DELETE FROM account_sessions WHERE account = ?", account);
  }

  /** Ends the sessions of an account that a recovery code opened. */
  closeRecoveries(account: string): void {
    this.#database.run("DELETE FROM account_sessions WHERE account = ? AND proof = 'code'", account);
  }
}
