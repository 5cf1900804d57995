/** The client of a site's API, with the login of `svc login`. */
import { randomUUID } from "node:crypto";
import { type Invocation, Trouble } from "../command/command.ts";
import { readSite } from "./address.ts";
import { keptLogin } from "./logins.ts";
import { problemOf } from "./problem.ts";
import { type SiteRequest, type SiteReply, requestSite } from "./request.ts";

export interface ChangeOptions {
  readonly body?: unknown;
  /** The version that the change builds on, for documents with versions. */
  readonly version?: number;
}

/**
 * A connection may break after the site has made the change. A repetition with the same idempotency key is harmless.
 */
const ATTEMPTS = 3;

export class SiteSession {
  readonly site: string;
  readonly #cookie: string;

  constructor(site: string, cookie: string) {
    this.site = site;
    this.#cookie = cookie;
  }

  /** Sends a request with the login, and hands on whatever the site answers. */
  ask(path: string, { headers, ...what }: SiteRequest): Promise<SiteReply> {
    const origin = what.method === undefined ? {} : { origin: this.site };
    return this.#persistently(path, { ...what, headers: { cookie: this.#cookie, ...origin, ...headers } });
  }

  async get<T>(path: string): Promise<T> {
    return this.#read(await requestSite(this.site, path, { headers: { cookie: this.#cookie } }));
  }

  async change<T>(
    method: NonNullable<SiteRequest["method"]>,
    path: string,
    { body, version }: ChangeOptions = {},
  ): Promise<T> {
    const match = version === undefined ? {} : { "if-match": `"${version}"` };
    const headers = { cookie: this.#cookie, origin: this.site, "idempotency-key": randomUUID(), ...match };
    return this.#read(await this.#persistently(path, { method, headers, ...(body === undefined ? {} : { body }) }));
  }

  async #persistently(path: string, what: SiteRequest): Promise<SiteReply> {
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return await requestSite(this.site, path, what);
      } catch (error) {
        if (!(error instanceof Trouble)) throw error;
      }
    }
    return requestSite(this.site, path, what);
  }

  #read<T>(reply: SiteReply): T {
    if (reply.status === 401) throw notLoggedIn(this.site);
    if (reply.status >= 300) throw new Trouble(`refused: ${reply.status}`, problemOf(reply, { site: this.site }));
    return JSON.parse(reply.text) as T;
  }
}

const notLoggedIn = (site: string): Trouble =>
  new Trouble(`Not logged in at ${site}. Log in with: svc login --site ${site}`);

/** The session at the site that an option names. */
export function sessionFor({ options, environment, now }: Invocation, option?: string): SiteSession {
  const site = readSite(options, environment, option);
  const kept = keptLogin(site, environment, now);
  if (!kept) throw notLoggedIn(site);
  return new SiteSession(site, `${kept.cookie}=${kept.login}`);
}
