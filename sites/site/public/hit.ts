import { PAGE_CACHE_NAME, pageCacheKey } from "../../../runtime/pageCache.ts";
import { noSuchPart } from "../answers.ts";

/**
 * The shortest way from a request to an answer. Nothing here may touch the database, a workspace or a login;
 * each line is paid for by every visitor of every page.
 */

/** The cookie of somebody who came to edit. Alone it grants nothing; it only steps around the cache. */
export const EDIT_MARKER = "svc_mode=edit";

/**
 * Addresses that may be in the cache: a plain hostname and path, no query string, not under /api or /_editor. Everything
 * spelt in any other way is read with care elsewhere, and is never stored.
 */
const STORABLE = /^https?:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]+)?(\/(?!(?:api|_editor)(?:\/|$))[A-Za-z0-9\-._~/]*)$/;

/** The cache key of a request, or undefined when the cache must not answer it. */
export function storableKey(request: Request): string | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  if (hasEditMarker(request)) return undefined;
  const [, hostname, path] = STORABLE.exec(request.url) ?? [];
  return hostname && path ? pageCacheKey(hostname, path) : undefined;
}

/** Also true for a cookie that merely contains the marker: that costs a cache hit, the opposite mistake an edit. */
export const hasEditMarker = (request: Request): boolean => request.headers.get("cookie")?.includes(EDIT_MARKER) === true;

let opened: Promise<Cache> | undefined;

/** Opened once an isolate: the handle holds no request, and opening is a tenth of a hit. */
export const pageCache = (): Promise<Cache> => (opened ??= caches.open(PAGE_CACHE_NAME));

/** What the cache holds for this request. A cache that fails makes the site slower, never unavailable. */
export async function hit(request: Request): Promise<Response | undefined> {
  const key = storableKey(request);
  if (key === undefined) return undefined;
  try {
    const found = await (await pageCache()).match(asLookup(key, request.headers));
    return found?.status === 416 ? withHeaders(found) : found;
  } catch {
    opened = undefined;
    return undefined;
  }
}

/** The cache makes this answer itself, with none of the headers of what it holds. */
const withHeaders = (answer: Response): Response => noSuchPart(answer.headers.get("content-range") ?? "bytes */*");

/** The cache answers conditions and ranges itself; no other header of a visitor reaches it. */
function asLookup(key: string, headers: Headers): string | Request {
  const condition = headers.get("if-none-match");
  // With If-Range the part is wanted only of the version named there, which the cache does not look at.
  const range = headers.has("if-range") ? null : headers.get("range");
  if (condition === null && range === null) return key;
  const passed = new Headers();
  if (condition !== null) passed.set("if-none-match", condition);
  if (range !== null) passed.set("range", range);
  return new Request(key, { headers: passed });
}
