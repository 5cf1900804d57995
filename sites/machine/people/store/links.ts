import type { PeopleDatabase } from "./database.ts";
import { secretDigest, newAccountSecret } from "./secret.ts";

/** The id is the SHA-256 of the secret. Only a claim names an account. */
export const LINKS_STEP = `CREATE TABLE account_links (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'invited', 'claim')),
  account TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/** Adds the kind `further`, and the site's invitation. SQLite changes no check in place. */
export const FURTHER_LINKS_STEP = `ALTER TABLE account_links RENAME TO earlier_account_links;
CREATE TABLE account_links (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'further', 'invited', 'claim')),
  account TEXT,
  invitation TEXT UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO account_links (id, kind, account, expires_at) SELECT id, kind, account, expires_at FROM earlier_account_links;
DROP TABLE earlier_account_links`;

/**
 * The use of a link, which works once. `owner` makes the first owner of an empty machine, and `further` another person of
 * the operator: both may make a site. `invited` makes an account, and `claim` gives an existing account a passkey.
 */
export type AccountLinkKind = "owner" | "further" | "invited" | "claim";

export interface Link {
  readonly kind: AccountLinkKind;
  readonly account: string | null;
  /** The digest of the site's invitation that was shown for the link. */
  readonly invitation: string | null;
}

/** A link to make. */
export type AccountLink = Pick<Link, "kind" | "account"> & Partial<Pick<Link, "invitation">>;

/** True for a link whose person may make a site. */
export const allowsSite = ({ kind }: Link): boolean => kind === "owner" || kind === "further";

const ADD = "INSERT INTO account_links (id, kind, account, invitation, expires_at) VALUES (?, ?, ?, ?, ?)";
const FIND = "SELECT kind, account, invitation FROM account_links WHERE id = ? AND expires_at > ?";
const TAKE = "DELETE FROM account_links WHERE id = ? AND expires_at > ? RETURNING kind, account, invitation";

export class AccountLinks {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /**
   * Answers the secret, which is stored nowhere. A new link ends the earlier ones of the first owner, of the claimed
   * account or of the invitation.
   */
  make({ kind, account, invitation = null }: AccountLink, now: number, lifetime: number): string {
    const secret = newAccountSecret();
    this.#database.atomically(() => {
      if (kind === "owner") this.endOwners();
      if (kind === "claim") this.endClaims(account);
      this.#database.run("DELETE FROM account_links WHERE expires_at <= ? OR invitation = ?", now, invitation);
      this.#database.run(ADD, secretDigest(secret), kind, account, invitation, now + lifetime);
    });
    return secret;
  }

  /** Reads a link without taking it. */
  find(secret: string, now: number): Link | undefined {
    return this.#database.first<Link>(FIND, secretDigest(secret), now);
  }

  /** Takes a link. Only one of two who try gets it. A taken claim ends all claims of its account. */
  take(secret: string, now: number): Link | undefined {
    return this.#database.atomically(() => {
      const taken = this.#database.first<Link>(TAKE, secretDigest(secret), now);
      if (taken?.kind === "claim") this.endClaims(taken.account);
      return taken;
    });
  }

  endOwners(): void {
    this.#database.run("DELETE FROM account_links WHERE kind = 'owner'");
  }

  endClaims(account: string | null): void {
    this.#database.run("DELETE FROM account_links WHERE kind = 'claim' AND account = ?", account);
  }
}
