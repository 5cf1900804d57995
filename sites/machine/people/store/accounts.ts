import { randomBytes } from "node:crypto";
import { ACCOUNTS_MAX } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";

export const ACCOUNTS_STEP = `CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  may_make_site INTEGER NOT NULL CHECK (may_make_site IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/** The digest of the site's invitation that made an account. Each makes one. */
export const INVITATIONS_STEP = `ALTER TABLE accounts ADD COLUMN invitation TEXT;
CREATE UNIQUE INDEX accounts_invitation ON accounts (invitation)`;

export interface PersonAccount {
  /** The subject that sites know the person by. It is never given to anybody else. */
  readonly id: string;
  /** The id that authenticators keep. It says nothing about the person. */
  readonly handle: string;
  readonly name: string;
  /** True for a person who may make a site, until they have made it. */
  readonly mayMakeSite: boolean;
  readonly createdAt: number;
}

type Row = Omit<PersonAccount, "mayMakeSite"> & { readonly mayMakeSite: number };

const COLUMNS = "SELECT id, handle, name, may_make_site AS mayMakeSite, created_at AS createdAt FROM accounts";
const ADD = "INSERT INTO accounts (id, handle, name, may_make_site, created_at, invitation) VALUES (?, ?, ?, ?, ?, ?)";

const [ID_BYTES, HANDLE_BYTES] = [16, 32];

const accountIn = (row: Row | undefined): PersonAccount | undefined =>
  row && { ...row, mayMakeSite: row.mayMakeSite === 1 };

/** A new account, which is not stored yet. Authenticators get its handle before it is. */
export const newAccount = (name: string, at: number): PersonAccount => ({
  id: randomBytes(ID_BYTES).toString("base64url"),
  handle: randomBytes(HANDLE_BYTES).toString("base64url"),
  name,
  mayMakeSite: false,
  createdAt: at,
});

export class Accounts {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Stores an account. False if the machine has too many. */
  add({ id, handle, name, mayMakeSite, createdAt }: PersonAccount, invitation: string | null = null): boolean {
    if (this.count() >= ACCOUNTS_MAX) return false;
    this.#database.run(ADD, id, handle, name, Number(mayMakeSite), createdAt, invitation);
    return true;
  }

  /** True if a site's invitation has made an account. */
  isMadeBy(invitation: string): boolean {
    return this.#database.first("SELECT 1 FROM accounts WHERE invitation = ?", invitation) !== undefined;
  }

  find(id: string): PersonAccount | undefined {
    return accountIn(this.#database.first<Row>(`${COLUMNS} WHERE id = ?`, id));
  }

  list(): readonly PersonAccount[] {
    const rows = this.#database.all<Row>(`${COLUMNS} ORDER BY created_at, id`);
    return rows.flatMap((row) => accountIn(row) ?? []);
  }

  count(): number {
    return this.#database.first<{ count: number }>("SELECT count(*) AS count FROM accounts")?.count ?? 0;
  }

  /** Lets a person make a site, or ends that. */
  letMakeSite(id: string, may: boolean): void {
    this.#database.run("UPDATE accounts SET may_make_site = ? WHERE id = ?", Number(may), id);
  }
}
