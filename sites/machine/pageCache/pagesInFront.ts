import type { IncomingMessage, ServerResponse } from "node:http";
import { PAGE_CACHE_NAME, storableKeyOf, type Lookup } from "../../platform/pageCache/storable.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { answerFrom } from "./answering.ts";
import type { WorkerAnswer } from "./answer.ts";
import type { CachedAnswer, MachinePageCache } from "./pageCache.ts";

/** A request that was answered from the cache. */
export interface AnsweredRequest {
  /** The screened URL. */
  readonly url: string;
  readonly method: string | undefined;
  /** The network address of the client. */
  readonly client: string;
  /** The connection that brought the request. */
  readonly connection: object;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
}

type Seen = (request: AnsweredRequest, answer: WorkerAnswer) => void;

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
    const { method, headers, socket } = request;
    const found = hasBody(headers)
      ? undefined
      : this.find({ method, url, cookie: headers.cookie, accept: headers.accept });
    if (!found) return false;
    answerFrom(found, { request, response, age: this.ageOf(found), accepted: headers["accept-encoding"] });
    const header = (name: string): string | undefined => {
      const value = headers[name];
      return typeof value === "string" ? value : undefined;
    };
    this.seen?.({ url, method, client, connection: socket, header }, found);
    return true;
  }

  /** The cached page of a request without a body. Undefined if there is none, or if a worker must answer. */
  find(lookup: Lookup): CachedAnswer | undefined {
    const key = isPlainAbroad(lookup.url) ? undefined : storableKeyOf(lookup);
    return key === undefined ? undefined : this.#cache.find(pageKey(key));
  }

  /** Seconds since an answer was stored. */
  ageOf(answer: CachedAnswer): number {
    return this.#cache.ageOf(answer);
  }
}

/** A request with a body goes to the workers. Its unread body would be parsed as the connection's next request. */
const hasBody = ({ "content-length": length, "transfer-encoding": coding }: IncomingMessage["headers"]): boolean =>
  coding !== undefined || (length !== undefined && length !== "0");

/** A real hostname needs https. The site worker redirects plain http, so the cache may not answer it. */
const isPlainAbroad = (url: string): boolean => {
  if (!url.startsWith("http://")) return false;
  const [, hostname] = /^http:\/\/([^/:]+)/.exec(url) ?? [];
  return hostname !== undefined && !isLocalHostname(hostname);
};

/** The key of an answer in a named cache. */
export const keyIn = (name: string, key: string): string => `${name} ${key}`;

const pageKey = (key: string): string => keyIn(PAGE_CACHE_NAME, key);
