import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { Span } from "../../../manifests/memory/span.ts";
import { isWithin } from "../../../manifests/memory/span.ts";
import { LOGIN_KNOWN_MS, LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import type { LoggedInMember } from "./loggedInMember.ts";

interface Entry extends Span {
  readonly member: LoggedInMember;
}

/**
 * Caches logins in this isolate, so that an editor's page with thirty requests asks the database once. The time counts
 * from before the question, so no revoked login lives longer than stated. It never caches that a visitor is not logged
 * in.
 */
export class KnownLogins {
  readonly #known = new BoundedMap<string, Entry>(LOGINS_KNOWN_MAX);
  readonly #now: () => number;
  /** Counts the forgotten entries: an answer that was under way meanwhile may be out of date. */
  #forgotten = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `key` names a login under a hostname. */
  async find(key: string, ask: () => Promise<LoggedInMember | null>): Promise<LoggedInMember | null> {
    const asked = this.#now();
    const entry = this.#known.get(key);
    if (entry && isWithin(entry, asked)) return entry.member;
    this.#known.delete(key);
    const forgotten = this.#forgotten;
    const member = await ask();
    if (member && forgotten === this.#forgotten)
      this.#known.set(key, { member, from: asked, until: asked + LOGIN_KNOWN_MS });
    return member;
  }

  forget(isMeant: (member: LoggedInMember) => boolean): void {
    this.#forgotten += 1;
    for (const [key, { member }] of this.#known) if (isMeant(member)) this.#known.delete(key);
  }
}
