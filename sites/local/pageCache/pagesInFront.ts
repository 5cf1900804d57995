import type { IncomingMessage, ServerResponse } from "node:http";
import { PAGE_CACHE_NAME, storableKeyOf } from "../../shared/pageCache/storable.ts";
import { isLocalHostname } from "../../shared/localHostname.ts";
import { answerFrom } from "./answering.ts";
import type { MachinePageCache } from "./pageCache.ts";

/**
 * Answers what is in the page cache without asking a worker, also while workerd is away. It decides as the site worker
 * does (`hit.ts`), so a visitor cannot tell which of them answered.
 */
export class PagesInFront {
  readonly #cache: MachinePageCache;

  constructor(cache: MachinePageCache) {
    this.#cache = cache;
  }

  /** True if the answer is given. `url` is the screened address of the request. */
  answers(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers } = request;
    const key =
      hasBody(headers) || isPlainAbroad(url) ? undefined : storableKeyOf({ method, url, cookie: headers.cookie });
    const found = key === undefined ? undefined : this.#cache.find(pageKey(key));
    if (!found) return false;
    answerFrom(found, { request, response, age: this.#cache.ageOf(found), accepted: headers["accept-encoding"] });
    return true;
  }
}

/** A body that nobody reads would be the next request of its connection. */
const hasBody = ({ "content-length": length, "transfer-encoding": coding }: IncomingMessage["headers"]): boolean =>
  coding !== undefined || (length !== undefined && length !== "0");

/** A real name has https alone: the site worker redirects. */
const isPlainAbroad = (url: string): boolean => {
  const [, hostname] = /^http:\/\/([^/:]+)/.exec(url) ?? [];
  return hostname !== undefined && !isLocalHostname(hostname);
};

/** The key of an answer in the cache of a name. */
export const keyIn = (name: string, key: string): string => `${name} ${key}`;

const pageKey = (key: string): string => keyIn(PAGE_CACHE_NAME, key);
