import { LOGIN_KNOWN_MS, LOGINS_KNOWN_MAX } from "../../../manifests/bounds.ts";
import type { Member } from "./logins.ts";

interface Entry {
  readonly member: Member;
  readonly until: number;
}

/**
 * What this isolate knows about logins, so that an editor's page with thirty requests is one question to the database.
 * Counted from before the question, so that nothing is believed longer after its revocation than stated.
 * That somebody is not logged in is never remembered.
 */
export class KnownLogins {
  readonly #known = new Map<string, Entry>();
  readonly #now: () => number;
  /** Counts what was forgotten: an answer that was on its way meanwhile may be out of date. */
  #forgotten = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `key` names a login under a hostname. */
  async find(key: string, ask: () => Promise<Member | null>): Promise<Member | null> {
    const asked = this.#now();
    const entry = this.#known.get(key);
    if (entry && asked < entry.until) return entry.member;
    this.#known.delete(key);
    const forgotten = this.#forgotten;
    const member = await ask();
    if (member && forgotten === this.#forgotten) this.#keep(key, { member, until: asked + LOGIN_KNOWN_MS });
    return member;
  }

  forget(isMeant: (member: Member) => boolean): void {
    this.#forgotten += 1;
    for (const [key, { member }] of this.#known) if (isMeant(member)) this.#known.delete(key);
  }

  #keep(key: string, entry: Entry): void {
    const oldest = this.#known.size >= LOGINS_KNOWN_MAX ? this.#known.keys().next() : undefined;
    if (oldest && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(key, entry);
  }
}
