import { avifOf } from "../../../manifests/shapes/mediaTypes.ts";
import { EDIT_MARKER, GUEST_COOKIE } from "../../../runtime/serving/editMarker.ts";
import { pageCacheKey } from "../../../runtime/serving/pageCacheKey.ts";

/**
 * URLs that the cache may store: a plain hostname and path, no query string, not under /api, /_editor or /_draft. The
 * worker stores an answer only under the canonical spelling of its path, so any other is looked up in vain.
 */
const STORABLE =
  /^https?:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]+)?(\/(?!(?:api|_editor|_draft|_reader)(?:\/|$))(?:[A-Za-z0-9\-._~/]|%[89A-F][0-9A-F])*)$/;

/** The parts of a request that decide whether the cache may answer. */
export interface Lookup {
  readonly method: string | undefined;
  readonly url: string;
  readonly cookie: string | null | undefined;
  readonly accept: string | null | undefined;
}

/** The address of a picture in a width, which browsers get in the best form that they take. */
const OF_WIDTH = /^\/media\/[0-9a-f]{64}\/[^/]+\/(w[0-9]+)$/;

/** Tells whether a browser takes AVIF, by its Accept header. */
export const takesAvif = (accept: string | null | undefined): boolean => accept?.includes("image/avif") === true;

/** The path under which an answer is kept. A picture in a width has one for each form. */
const keptPath = (path: string, accept: Lookup["accept"]): string =>
  path.startsWith("/media/") && takesAvif(accept) && OF_WIDTH.test(path) ? avifOf(path) : path;

/** The cache key of a request; undefined if the cache may not answer it. */
export function storableKeyOf({ method, url, cookie, accept }: Lookup): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (isMarked(cookie)) return undefined;
  const [, hostname, path] = STORABLE.exec(url) ?? [];
  return hostname && path ? pageCacheKey(hostname, keptPath(path, accept)) : undefined;
}

/**
 * True if the cookies contain the edit marker or a share link's secret, even within another value. A false positive
 * costs a cache hit. A false negative would show the published page in place of the draft.
 */
export const isMarked = (cookie: string | null | undefined): boolean =>
  cookie?.includes(EDIT_MARKER) === true || cookie?.includes(GUEST_COOKIE) === true;

/** The name of the cache that all workers of a deployment share. */
export const PAGE_CACHE_NAME = "drawbridge-pages";
