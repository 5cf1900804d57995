import { EDIT_MARKER } from "../../../runtime/serving/editMarker.ts";
import { pageCacheKey } from "../../../runtime/serving/pageCacheKey.ts";

/**
 * Addresses that may be in the cache: a plain hostname and path, no query string, not under /api or /_editor. Everything
 * spelt in any other way is read with care elsewhere, and is never stored.
 */
const STORABLE =
  /^https?:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]+)?(\/(?!(?:api|_editor)(?:\/|$))[A-Za-z0-9\-._~/]*)$/;

/** The parts of a request that decide whether the cache may answer it. */
export interface Lookup {
  readonly method: string | undefined;
  readonly url: string;
  readonly cookie: string | null | undefined;
}

/** The cache key of a request, or undefined when the cache must not answer it. */
export function storableKeyOf({ method, url, cookie }: Lookup): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (isMarked(cookie)) return undefined;
  const [, hostname, path] = STORABLE.exec(url) ?? [];
  return hostname && path ? pageCacheKey(hostname, path) : undefined;
}

/**
 * Also true for a cookie that merely contains the marker. That costs a cache hit; the opposite mistake would cost an
 * edit.
 */
export const isMarked = (cookie: string | null | undefined): boolean => cookie?.includes(EDIT_MARKER) === true;

/** The workers of one deployment share the cache of this name. */
export const PAGE_CACHE_NAME = "drawbridge-pages";
