import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import { LOGIN_KNOWN_MS, LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import type { LoggedInMember } from "../../control/logins/logins.ts";

interface Entry extends Span {
  readonly member: LoggedInMember;
}

/**
 * Caches logins in this isolate, so that an editor's page with thirty requests causes one query. The lifetime counts
 * from before the query, so a revoked login lives no longer than stated. Negative results are not cached.
 */
export class KnownLogins {
  readonly #known = new BoundedMap<string, Entry>(LOGINS_KNOWN_MAX);
  readonly #now: () => number;
  /**
   * The number of `forget` calls. An answer is not cached if a call came during its query, because the answer may be
   * stale.
   */
  #forgotten = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Finds the member of a login. `key` combines the hostname and the login's id. */
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
