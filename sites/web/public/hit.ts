import { namedPageCache } from "../../platform/pageCache/namedPageCache.ts";
import { isMarked, storableKeyOf } from "../../platform/pageCache/storable.ts";
import { noSuchPart } from "../http/answers.ts";

/**
 * The fast path from a request to a cached answer. It must not use the database, a workspace or a login, because every
 * page view runs it.
 */

/** The cache key of a request; undefined if the cache must not answer it. */
export const storableKey = ({ method, url, headers }: Request): string | undefined =>
  storableKeyOf({ method, url, cookie: headers.get("cookie"), accept: headers.get("accept") });

export const hasEditMarker = ({ headers }: Request): boolean => isMarked(headers.get("cookie"));

/** The page cache. */
export const pageCache = namedPageCache();

/** Looks a request up in the cache. A failing cache makes the site slower, and never unavailable. */
export async function hit(request: Request): Promise<Response | undefined> {
  const key = storableKey(request);
  if (key === undefined) return undefined;
  try {
    const found = await pageCache.find(asLookup(key, request.headers));
    return found?.status === 416 ? withHeaders(found) : found;
  } catch {
    return undefined;
  }
}

/** Adds our headers to a 416 that the cache made itself. */
const withHeaders = (answer: Response): Response => noSuchPart(answer.headers.get("content-range") ?? "bytes */*");

/** The lookup of a request. The cache handles conditions and ranges; other request headers are not passed to it. */
function asLookup(key: string, headers: Headers): string | Request {
  const condition = headers.get("if-none-match");
  // With If-Range, the part is wanted only of one version, which the cache does not check.
  const range = headers.has("if-range") ? null : headers.get("range");
  if (condition === null && range === null) return key;
  const passed = new Headers();
  if (condition !== null) passed.set("if-none-match", condition);
  if (range !== null) passed.set("range", range);
  return new Request(key, { headers: passed });
}
