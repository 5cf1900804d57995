/**
 * The key of a published answer in the page cache. The site worker stores under it and the workspace purges it, so both
 * must build the same one. `hostname` is normalised, `path` is canonical. Ports and schemes are left out: one entry serves
 * them all.
 */
export const pageCacheKey = (hostname: string, path: string): string => `https://${hostname}${path}`;
