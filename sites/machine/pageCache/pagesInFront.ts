import type { IncomingMessage, ServerResponse } from "node:http";
import { PAGE_CACHE_NAME, storableKeyOf } from "../../platform/pageCache/storable.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { answerFrom } from "./answering.ts";
import type { WorkerAnswer } from "./answer.ts";
import type { MachinePageCache } from "./pageCache.ts";

type Seen = (url: string, request: IncomingMessage, answer: WorkerAnswer, client: string) => void;

/**
 * Answers requests from the page cache without a worker, also while workerd restarts. The rules are the site worker's
 * own (`hit.ts`), so visitors cannot tell the two apart.
 */
export class PagesInFront {
  readonly #cache: MachinePageCache;
  /** Learns of each answer after it was written. */
  seen: Seen | undefined;

  constructor(cache: MachinePageCache) {
    this.#cache = cache;
  }

  /**
   * Answers a request if its page is cached, and returns true. `url` is the screened URL, and `client` the network
   * address of the client.
   */
  answers(url: string, request: IncomingMessage, response: ServerResponse, client = ""): boolean {
    const { method, headers } = request;
    const key =
      hasBody(headers) || isPlainAbroad(url) ? undefined : storableKeyOf({ method, url, cookie: headers.cookie });
    const found = key === undefined ? undefined : this.#cache.find(pageKey(key));
    if (!found) return false;
    answerFrom(found, { request, response, age: this.#cache.ageOf(found), accepted: headers["accept-encoding"] });
    this.seen?.(url, request, found, client);
    return true;
  }
}

/** A request with a body goes to the workers. Its unread body would be parsed as the connection's next request. */
const hasBody = ({ "content-length": length, "transfer-encoding": coding }: IncomingMessage["headers"]): boolean =>
  coding !== undefined || (length !== undefined && length !== "0");

/** A real hostname needs https. The site worker redirects plain http, so the cache may not answer it. */
const isPlainAbroad = (url: string): boolean => {
  const [, hostname] = /^http:\/\/([^/:]+)/.exec(url) ?? [];
  return hostname !== undefined && !isLocalHostname(hostname);
};

/** The key of an answer in a named cache. */
export const keyIn = (name: string, key: string): string => `${name} ${key}`;

const pageKey = (key: string): string => keyIn(PAGE_CACHE_NAME, key);
