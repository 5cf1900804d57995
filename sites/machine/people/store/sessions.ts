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

export interface Session {
  readonly account: string;
  readonly proof: "passkey" | "code";
}

const ADD = "INSERT INTO account_sessions (id, account, proof, expires_at) VALUES (?, ?, ?, ?)";
const FIND = "SELECT account, proof FROM account_sessions WHERE id = ? AND expires_at > ?";

export class Sessions {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Opens a session, and ends the one that this browser had. Answers the secret for its cookie. */
  open({ account, proof }: Session, now: number, before: string | undefined): string {
    const secret = newAccountSecret();
    this.#database.atomically(() => {
      if (before !== undefined) this.close(before);
      this.#database.run("DELETE FROM account_sessions WHERE expires_at <= ?", now);
      this.#database.run(ADD, secretDigest(secret), account, proof, now + ACCOUNT_SESSION_MS);
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
}
