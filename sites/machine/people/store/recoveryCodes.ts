import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";
import { secretDigest } from "./secret.ts";

export const CODES_STEP = `CREATE TABLE recovery_codes (
  id TEXT PRIMARY KEY CHECK (length(id) = 64),
  account TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_account ON recovery_codes (account)`;

/** Without letters that people confuse with digits or other letters. */
const LETTERS = "abcdefghjkmnpqrstvwxyz23456789";
const [GROUPS, GROUP] = [6, 4];

const newGroup = (): string => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** 24 of 30 letters: 117 bits. The codes of all accounts differ, so a code names its account. */
const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join("-");

const normalised = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

export class RecoveryCodes {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Replaces an account's codes. Answers the new ones, which are never shown again. */
  renew(account: string, at: number): readonly string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    this.#database.atomically(() => {
      this.#database.run("DELETE FROM recovery_codes WHERE account = ?", account);
      for (const code of codes)
        this.#database.run(
          "INSERT INTO recovery_codes (id, account, created_at) VALUES (?, ?, ?)",
          secretDigest(normalised(code)),
          account,
          at,
        );
    });
    return codes;
  }

  /** Takes a code, which then is gone. Answers its account. */
  take(typed: string): string | undefined {
    const taken = this.#database.first<{ account: string }>(
      "DELETE FROM recovery_codes WHERE id = ? RETURNING account",
      secretDigest(normalised(typed)),
    );
    return taken?.account;
  }

  left(account: string): number {
    const sql = "SELECT count(*) AS count FROM recovery_codes WHERE account = ?";
    return this.#database.first<{ count: number }>(sql, account)?.count ?? 0;
  }
}
