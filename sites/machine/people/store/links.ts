import type { PeopleDatabase } from "./database.ts";
import { secretDigest, newAccountSecret } from "./secret.ts";

/** The id is the SHA-256 of the secret. Only a claim names an account. */
export const LINKS_STEP = `CREATE TABLE account_links (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'invited', 'claim')),
  account TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/**
 * The use of a link, which works once. `owner` makes an account that may make a site, and `invited` makes an account.
 * `claim` gives an existing account a passkey.
 */
export type AccountLinkKind = "owner" | "invited" | "claim";

export interface Link {
  readonly kind: AccountLinkKind;
  readonly account: string | null;
}

const ADD = "INSERT INTO account_links (id, kind, account, expires_at) VALUES (?, ?, ?, ?)";
const FIND = "SELECT kind, account FROM account_links WHERE id = ? AND expires_at > ?";
const TAKE = "DELETE FROM account_links WHERE id = ? AND expires_at > ? RETURNING kind, account";

export class AccountLinks {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Answers the secret, which is stored nowhere. A new link of the first owner ends the earlier ones. */
  make({ kind, account }: Link, now: number, lifetime: number): string {
    const secret = newAccountSecret();
    this.#database.atomically(() => {
      if (kind === "owner") this.endOwners();
      this.#database.run("DELETE FROM account_links WHERE expires_at <= ?", now);
      this.#database.run(ADD, secretDigest(secret), kind, account, now + lifetime);
    });
    return secret;
  }

  /** Reads a link without taking it. */
  find(secret: string, now: number): Link | undefined {
    return this.#database.first<Link>(FIND, secretDigest(secret), now);
  }

  /** Takes a link. Only one of two who try gets it. */
  take(secret: string, now: number): Link | undefined {
    return this.#database.first<Link>(TAKE, secretDigest(secret), now);
  }

  endOwners(): void {
    this.#database.run("DELETE FROM account_links WHERE kind = 'owner'");
  }
}
