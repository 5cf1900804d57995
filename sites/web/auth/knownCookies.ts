import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import type { Login } from "../../control/logins/logins.ts";

/** A login that a verified cookie names, until the cookie expires. */
export interface SignedLogin {
  readonly login: Login;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * Cookies whose signature this isolate has verified, because a signature stays valid. Each request still checks
 * elsewhere whether the login is valid. A changed secret empties the cache.
 */
export class KnownCookies {
  readonly #known = new BoundedMap<string, SignedLogin>(LOGINS_KNOWN_MAX);
  readonly #now: () => number;
  #signedWith: string | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Finds a verified cookie. `name` is the whole cookie with the hostname that received it. */
  async find(
    signedWith: string,
    name: string,
    verify: () => Promise<SignedLogin | undefined>,
  ): Promise<Login | undefined> {
    if (signedWith !== this.#signedWith) this.#forgetAll(signedWith);
    const known = this.#known.get(name);
    if (known && this.#now() < known.expires) return known.login;
    this.#known.delete(name);
    const verified = await verify();
    if (verified && signedWith === this.#signedWith) this.#known.set(name, verified);
    return verified?.login;
  }

  #forgetAll(signedWith: string): void {
    this.#known.clear();
    this.#signedWith = signedWith;
  }
}
