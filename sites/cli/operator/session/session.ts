/** The client of a deployment's API under /api/admin, with the operator's bearer. */
import { type Invocation, Trouble } from "../../command/command.ts";
import { readSite } from "../../site/address.ts";
import { codeIn, problemOf } from "../../site/problem.ts";
import { type SiteRequest, type SiteReply, requestSite } from "../../site/request.ts";
import { bearerFor, localPort, localSecret } from "./bearer.ts";

/** The longest wait for an answer, in milliseconds. Copying a tenant's whole state takes long. */
const TIMEOUT_MS = 600_000;

/** The interval between two progress messages, in milliseconds. */
const PROGRESS_MS = 5_000;

/** The largest number of pages that a list command follows. Nobody reads more in a terminal. */
export const PAGES_MAX = 200;

const REMEDIES: Readonly<Record<number, string>> = {
  401: "Use the site worker's PROVISIONING_SECRET, or a token from svc operator tokens make that has not expired.",
  403: "Only the PROVISIONING_SECRET can make, list and revoke tokens, trust keys, and change members.",
};

/** The server answers an unknown hostname and a wrong bearer with the same 404, so that strangers learn nothing. */
const NOWHERE = "No site is served under this hostname, or the token is wrong.";

interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string | null;
}

export interface OperatorReply<T> {
  readonly status: number;
  readonly value: T;
}

export class OperatorSession {
  readonly site: string;
  readonly #bearer: string;
  readonly #tell: Invocation["tell"];

  constructor(site: string, bearer: string, tell: Invocation["tell"]) {
    this.site = site;
    this.#bearer = bearer;
    this.#tell = tell;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send<T>("GET", path)).value;
  }

  /** Reads a file of at most `maxBytes`. Undefined if there is none. */
  async file(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const headers = { authorization: `Bearer ${this.#bearer}` };
    const reply = await this.#patiently(
      requestSite(this.site, `/api/admin${path}`, { headers, timeoutMs: TIMEOUT_MS, maxBytes }),
    );
    if (reply.status < 300) return reply.bytes;
    if (reply.status === 404 && codeIn(problemOf(reply, { site: this.site })) === "NOT_FOUND") return undefined;
    throw new Trouble(`refused: ${reply.status}`, this.#refusal(reply));
  }

  /**
   * Sends the request once. If its answer is lost, the operator must look at the result, because a repetition may act
   * twice.
   */
  async send<T>(method: NonNullable<SiteRequest["method"]>, path: string, body?: unknown): Promise<OperatorReply<T>> {
    const headers = { authorization: `Bearer ${this.#bearer}` };
    const reply = await this.#patiently(
      requestSite(this.site, `/api/admin${path}`, {
        method,
        headers,
        timeoutMs: TIMEOUT_MS,
        ...(body !== undefined && { body }),
      }),
    );
    return { status: reply.status, value: this.#read<T>(reply) };
  }

  /** Sends a file as it is. A repetition is harmless, because each file is stored under its digest. */
  async put<T>(path: string, file: Uint8Array): Promise<T> {
    const headers = { authorization: `Bearer ${this.#bearer}` };
    const asked = { method: "PUT", headers, timeoutMs: TIMEOUT_MS, file } as const;
    return this.#read<T>(await this.#patiently(requestSite(this.site, `/api/admin${path}`, asked)));
  }

  /** Yields the pages of a list, and says so when it stops at the bound. */
  async *pages<T extends object>(path: string): AsyncGenerator<T & { readonly cursor?: string | null }> {
    let cursor: string | null | undefined;
    for (let number = 0; number < PAGES_MAX && cursor !== null; number++) {
      const page: T & { cursor?: string | null } = await this.get(
        cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
      );
      yield page;
      cursor = page.cursor ?? null;
    }
    if (cursor !== null) this.#tell(`There are more than ${PAGES_MAX} pages. The rest is left out.`);
  }

  /** All items of a list, from all pages. */
  async all<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    for await (const page of this.pages<Page<T>>(path)) items.push(...page.items);
    return items;
  }

  async #patiently<T>(work: Promise<T>): Promise<T> {
    let seconds = 0;
    const timer = setInterval(
      () => this.#tell(`Waiting for ${this.site}, ${(seconds += PROGRESS_MS / 1000)} s.`),
      PROGRESS_MS,
    );
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  #read<T>(reply: SiteReply): T {
    if (reply.status >= 300) throw new Trouble(`refused: ${reply.status}`, this.#refusal(reply));
    try {
      return JSON.parse(reply.text) as T;
    } catch {
      throw new Trouble(`${this.site} answered with text that is not JSON.`);
    }
  }

  #refusal(reply: SiteReply): Trouble["outcome"] {
    const outcome = problemOf(reply, { site: this.site });
    const isUnknown = reply.status === 404 && codeIn(outcome) === undefined;
    const remedy = isUnknown ? NOWHERE : REMEDIES[reply.status];
    return remedy === undefined ? outcome : { ...outcome, talk: [...(outcome.talk ?? []), remedy] };
  }
}

/** The port of `svc start` unless its folder says otherwise. */
const USUAL_PORT = 8787;

function siteNamed(invocation: Invocation): string {
  const { options, environment } = invocation;
  const isNamed = options.text("site") !== undefined || (environment["SVC_SITE"] ?? "") !== "";
  return isNamed || localSecret(invocation) === undefined
    ? readSite(options, environment)
    : `http://localhost:${localPort(invocation) ?? USUAL_PORT}`;
}

export function operatorSession(invocation: Invocation): OperatorSession {
  const site = siteNamed(invocation);
  return new OperatorSession(site, bearerFor(site, invocation), invocation.tell);
}
