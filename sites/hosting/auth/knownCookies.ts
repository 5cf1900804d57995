import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import type { Login } from "./logins.ts";

/** A login that a cookie of ours names, until the cookie itself is over. */
export interface SignedLogin {
  readonly login: Login;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * Cookies whose signature this isolate has verified. That a text was signed by us does not change; whether the login it
 * names still counts is asked elsewhere, each time. With another secret nothing of it holds.
 */
export class KnownCookies {
  readonly #known = new BoundedMap<string, SignedLogin>(LOGINS_KNOWN_MAX);
  readonly #now: () => number;
  #signedWith: string | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `name` is the whole cookie and the hostname it came to. */
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
