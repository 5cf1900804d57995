import { Accounts } from "./accounts.ts";
import { PeopleDatabase } from "./database.ts";
import { Events } from "./events.ts";
import { Facts } from "./facts.ts";
import { AccountLinks } from "./links.ts";
import { Passkeys } from "./passkeys.ts";
import { Passwords } from "./passwords.ts";
import { RecoveryCodes } from "./recoveryCodes.ts";
import { STEPS } from "./schema.ts";
import { Sessions } from "./sessions.ts";

/** The accounts of this machine's people, with everything that belongs to them. */
export class PeopleStore implements Disposable {
  readonly #database: PeopleDatabase;
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  readonly passwords: Passwords;
  readonly codes: RecoveryCodes;
  readonly links: AccountLinks;
  readonly sessions: Sessions;
  readonly events: Events;
  readonly facts: Facts;

  constructor(path: string) {
    const database = new PeopleDatabase(path, STEPS);
    this.#database = database;
    this.accounts = new Accounts(database);
    this.passkeys = new Passkeys(database);
    this.passwords = new Passwords(database);
    this.codes = new RecoveryCodes(database);
    this.links = new AccountLinks(database);
    this.sessions = new Sessions(database);
    this.events = new Events(database);
    this.facts = new Facts(database);
  }

  atomically<T>(work: () => T): T {
    return this.#database.atomically(work);
  }

  hold(): Disposable {
    return this.#database.hold();
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }
}
