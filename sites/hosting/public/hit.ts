import { EDIT_MARKER } from "../../../runtime/serving/editMarker.ts";
import { pageCacheKey } from "../../../runtime/serving/pageCacheKey.ts";
import { namedPageCache } from "../../shared/pageCache/namedPageCache.ts";
import { noSuchPart } from "../answers.ts";

/**
 * The shortest way from a request to an answer. Nothing here may touch the database, a workspace or a login;
 * each line is paid for by every visitor of every page.
 */

/**
 * Addresses that may be in the cache: a plain hostname and path, no query string, not under /api or /_editor. Everything
 * spelt in any other way is read with care elsewhere, and is never stored.
 */
const STORABLE =
  /^https?:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]+)?(\/(?!(?:api|_editor)(?:\/|$))[A-Za-z0-9\-._~/]*)$/;

/** The cache key of a request, or undefined when the cache must not answer it. */
export function storableKey(request: Request): string | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  if (hasEditMarker(request)) return undefined;
  const [, hostname, path] = STORABLE.exec(request.url) ?? [];
  return hostname && path ? pageCacheKey(hostname, path) : undefined;
}

/**
 * Also true for a cookie that merely contains the marker. That costs a cache hit; the opposite mistake would cost an
 * edit.
 */
export const hasEditMarker = (request: Request): boolean =>
  request.headers.get("cookie")?.includes(EDIT_MARKER) === true;

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
