import { PASSWORD_PAUSE_MS, WRONG_CODES } from "../../../../manifests/bounds/logins.ts";
import type { PeopleDatabase } from "./database.ts";

/** An account has one password or none. */
export const PASSWORDS_STEP = `CREATE TABLE account_passwords (
  account TEXT PRIMARY KEY,
  login TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  seed TEXT NOT NULL,
  used_step INTEGER NOT NULL,
  wrong_codes INTEGER NOT NULL DEFAULT 0,
  paused_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID`;

/** A password with the app that belongs to it. Neither counts without the other. */
export interface Password {
  readonly account: string;
  /** The name that the machine chose for this login. Nobody can guess it from the person's name. */
  readonly login: string;
  readonly hash: string;
  /** The secret that the app shares, in base64url. */
  readonly seed: string;
  /** The time step of the last code. A code counts once. */
  readonly usedStep: number;
  /** Until then no code counts, because too many wrong ones came with the right password. 0 without a pause since a login. */
  readonly pausedUntil: number;
}

const FIND = `SELECT account, login, hash, seed, used_step AS usedStep, paused_until AS pausedUntil FROM account_passwords`;
/** The end of an earlier password ends its pause. A login of another account is never replaced: it fails. */
const SET = `INSERT INTO account_passwords (account, login, hash, seed, used_step) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (account) DO UPDATE SET login = excluded.login, hash = excluded.hash, seed = excluded.seed,
    used_step = excluded.used_step, wrong_codes = 0, paused_until = 0`;
/** The last condition makes one of two uses of a code lose. */
const USE = `UPDATE account_passwords SET used_step = ?1, wrong_codes = 0, paused_until = 0
  WHERE account = ?2 AND used_step < ?1`;
const MISS =
  "UPDATE account_passwords SET wrong_codes = wrong_codes + 1 WHERE account = ? RETURNING wrong_codes AS wrong";
const PAUSE = "UPDATE account_passwords SET wrong_codes = 0, paused_until = ? WHERE account = ?";

export class Passwords {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  /** Stores an account's password, in place of an earlier one. Throws if another account has the login. */
  set({ account, login, hash, seed, usedStep }: Omit<Password, "pausedUntil">): void {
    this.#database.run(SET, account, login, hash, seed, usedStep);
  }

  of(account: string): Password | undefined {
    return this.#database.first<Password>(`${FIND} WHERE account = ?`, account);
  }

  byLogin(login: string): Password | undefined {
    return this.#database.first<Password>(`${FIND} WHERE login = ?`, login);
  }

  /** Records the use of a code. False if it was used already. */
  use({ account }: Password, step: number): boolean {
    return this.#database.run(USE, step, account) > 0;
  }

  /**
   * Counts a wrong code that came with the right password. Returns the event that the person must see: the first wrong
   * code since a login, and each pause. A pause begins the count anew. Its first wrong code is no event, or it would
   * push others out twice as fast.
   */
  miss({ account, pausedUntil }: Password, now: number): "password.miss" | "password.pause" | undefined {
    const { wrong = 0 } = this.#database.first<{ wrong: number }>(MISS, account) ?? {};
    if (wrong < WRONG_CODES) return wrong === 1 && pausedUntil === 0 ? "password.miss" : undefined;
    this.#database.run(PAUSE, now + PASSWORD_PAUSE_MS, account);
    return "password.pause";
  }

  remove(account: string): boolean {
    return this.#database.run("DELETE FROM account_passwords WHERE account = ?", account) > 0;
  }
}
