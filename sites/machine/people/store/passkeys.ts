import { PASSKEYS_MAX } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";

const TABLE = `CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID`;
const INDEX = "CREATE INDEX passkeys_account ON passkeys (account)";

export const PASSKEYS_STEP = `${TABLE}; ${INDEX}`;

export interface Passkey {
  /** The credential's id, in base64url. */
  readonly id: string;
  readonly account: string;
  /** The hostname that the passkey was made for. It works at no other one. */
  readonly rpId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  /** The ways in which browsers reach the authenticator, as a JSON list. */
  readonly transports: string;
  readonly name: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

const COLUMNS = `SELECT id, account, rp_id AS rpId, public_key AS publicKey, counter, transports, name,
  created_at AS createdAt, used_at AS usedAt FROM passkeys`;
const ADD = `INSERT INTO passkeys (id, account, rp_id, public_key, counter, transports, name, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
/** The last condition makes one of two answers with the same counter lose. */
const USE = `UPDATE passkeys SET counter = ?1, used_at = ?2 WHERE id = ?3 AND counter = ?4`;

export class Passkeys {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Stores a passkey. False if its account has too many, or the credential is known already. */
  add(passkey: Omit<Passkey, "usedAt">): boolean {
    const { id, account, rpId, publicKey, counter, transports, name, createdAt } = passkey;
    if (this.find(id) !== undefined || this.of(account).length >= PASSKEYS_MAX) return false;
    this.#database.run(ADD, id, account, rpId, publicKey, counter, transports, name, createdAt);
    return true;
  }

  find(id: string): Passkey | undefined {
    return this.#database.first<Passkey>(`${COLUMNS} WHERE id = ?`, id);
  }

  of(account: string): readonly Passkey[] {
    return this.#database.all<Passkey>(`${COLUMNS} WHERE account = ? ORDER BY created_at, id`, account);
  }

  /** The number of passkeys of all accounts that work at a hostname. */
  countAt(rpId: string): number {
    const sql = "SELECT count(*) AS count FROM passkeys WHERE rp_id = ?";
    return this.#database.first<{ count: number }>(sql, rpId)?.count ?? 0;
  }

  /** Records a use. False if another use has changed the counter meanwhile. */
  use({ id, counter }: Pick<Passkey, "id" | "counter">, next: number, at: number): boolean {
    return this.#database.run(USE, next, at, id, counter) > 0;
  }

  remove(account: string, id: string): boolean {
    return this.#database.run("DELETE FROM passkeys WHERE id = ? AND account = ?", id, account) > 0;
  }
}
