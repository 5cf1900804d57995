import { namedPageCache } from "../../shared/pageCache/namedPageCache.ts";
import { isMarked, storableKeyOf } from "../../shared/pageCache/storable.ts";
import { noSuchPart } from "../answers.ts";

/**
 * The shortest way from a request to an answer. Nothing here may touch the database, a workspace or a login;
 * each line is paid for by every visitor of every page.
 */

/** The cache key of a request, or undefined when the cache must not answer it. */
export const storableKey = ({ method, url, headers }: Request): string | undefined =>
  storableKeyOf({ method, url, cookie: headers.get("cookie") });

export const hasEditMarker = ({ headers }: Request): boolean => isMarked(headers.get("cookie"));

/** The page cache of this isolate. */
export const pageCache = namedPageCache();

/** Looks up this request in the cache. A failing cache makes the site slower, never unavailable. */
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

/** The cache makes this 416 answer itself, without the stored headers, so we add them. */
const withHeaders = (answer: Response): Response => noSuchPart(answer.headers.get("content-range") ?? "bytes */*");

/** The cache answers conditions and ranges itself; no other header of a visitor reaches it. */
function asLookup(key: string, headers: Headers): string | Request {
  const condition = headers.get("if-none-match");
  // If-Range wants the part only of the version it names, and the cache does not check that.
  const range = headers.has("if-range") ? null : headers.get("range");
  if (condition === null && range === null) return key;
  const passed = new Headers();
  if (condition !== null) passed.set("if-none-match", condition);
  if (range !== null) passed.set("range", range);
  return new Request(key, { headers: passed });
}
