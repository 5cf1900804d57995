/** Bounds of what a publication carries to the public store and the page cache. */

/** Longest a shared cache may serve a page after a publication it did not hear of, in seconds. */
export const PUBLIC_STALE_SECONDS = 30;

/** Pages whose Markdown is carried to the public store in one turn. The platform allows 1,000 such calls in one. */
export const PUBLIC_REFRESH_PAGES = 200;

/** Pages that are carried at the same time: as many as a worker may have connections that wait. */
export const PUBLIC_PUTS_AT_ONCE = 6;

/**
 * The time for which replaced public content stays readable, in milliseconds: readers of the store may lag by a minute
 * or more.
 */
export const PUBLIC_GARBAGE_KEPT_MS = 60 * 60 * 1000;

/** Most changed paths purged from the page cache after one publication; beyond it pages age out within PUBLIC_STALE_SECONDS. */
export const PURGE_MAX_PATHS = 200;

/** Most addresses purged in one turn. With the pages, garbage and names of that turn they are fewer than the 1,000 calls the platform allows. */
export const PURGE_MAX_KEYS = 500;

/**
 * Size after which a site's public index continues in another value, in bytes. The store takes 25 MB, a reader has 128
 * MB.
 */
export const PUBLIC_INDEX_PART_BYTES = 4 * 1024 * 1024;

/** Turns one queue message may take to carry a publication, each of PUBLIC_REFRESH_PAGES pages. */
export const REFRESH_TURNS_PER_MESSAGE = 20;

/** Longest dead letter kept word for word, in characters of JSON. */
export const DEAD_LETTER_MAX_CHARS = 16_384;

/** Memory for the bodies of one machine's page cache, in bytes: two thousand pages of usual length, or some hundred pictures. */
export const PAGE_CACHE_MAX_BYTES = 64 * 1024 * 1024;

/** Largest answer that this cache keeps, in bytes: the largest file that is offered to it. */
export const PAGE_CACHED_MAX_BYTES = 8 * 1024 * 1024;

/** Memory for compressed forms of answers beside the page cache, in bytes: a page takes a quarter of its length. */
export const COMPRESSED_MAX_BYTES = 16 * 1024 * 1024;
