/**
 * The name and the keys of the cache in front of published answers. The site worker reads and fills it,
 * whoever publishes deletes from it: both must build the same key.
 */
export const PAGE_CACHE_NAME = "drawbridge-pages";

/** `hostname` is normalised, `path` is canonical. Ports and schemes are left out: one entry serves them all. */
export const pageCacheKey = (hostname: string, path: string): string => `https://${hostname}${path}`;
