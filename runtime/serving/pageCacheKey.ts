/**
 * The cache key of a published answer. The site worker stores under it and the workspace purges it, so both must use
 * this function. `hostname` is normalised, `path` is canonical. The key has no port and no scheme, so they share an
 * entry.
 */
export const pageCacheKey = (hostname: string, path: string): string => `https://${hostname}${path}`;
