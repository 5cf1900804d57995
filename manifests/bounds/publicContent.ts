/** Copying a publication to the public store and the page cache. */

/** Longest time in seconds for which a shared cache may serve an outdated page, if it did not get the purge. */
export const PUBLIC_STALE_SECONDS = 30;

/** Pages whose Markdown one turn copies to the public store. The platform allows 1,000 such calls in a turn. */
export const PUBLIC_REFRESH_PAGES = 200;

/** Pages that are copied at the same time: the number of connections that a worker may have waiting. */
export const PUBLIC_PUTS_AT_ONCE = 6;

/**
 * Characters of values that one call brings to the public store of one machine, which stores them together. A longer
 * value has a call of its own.
 */
export const PUBLIC_CALL_MAX_CHARS = 4 * 1024 * 1024;

/**
 * The time in milliseconds for which replaced public content stays readable. Readers of the store may lag by a minute
 * or more.
 */
export const PUBLIC_GARBAGE_KEPT_MS = 60 * 60 * 1000;

/**
 * Bytes of replaced public content that stay readable, of each site, and the time in milliseconds for which they do in
 * any case. Readers of the store may lag by a minute.
 */
export const PUBLIC_GARBAGE_MAX_BYTES = 16 * 1024 * 1024;
export const PUBLIC_GARBAGE_LEAST_MS = 2 * 60 * 1000;

/** The pause in milliseconds between two sweeps of a site's replaced public content. */
export const PUBLIC_SWEEP_EVERY_MS = 60 * 1000;

/**
 * Most changed paths that one publication purges from the page cache. Further pages expire within PUBLIC_STALE_SECONDS.
 */
export const PURGE_MAX_PATHS = 200;

/**
 * Most addresses purged in one turn. With the turn's pages, garbage and names they stay below the 1,000 calls that the
 * platform allows.
 */
export const PURGE_MAX_KEYS = 500;

/**
 * Most changed paths that leave the page cache in one turn, before a publication is answered. Each has two addresses,
 * and the platform allows 1,000 calls.
 */
export const UNCOVER_PATHS = 400;

/**
 * Size in bytes after which a part of a site's public index is split. A changed page rewrites its part, and a reader
 * reads all parts: 25,000 pages have about 730.
 */
export const PUBLIC_INDEX_PART_BYTES = 32 * 1024;

/** Parts of the index that one turn writes. With its pages they stay below the 1,000 calls that the platform allows. */
export const PUBLIC_INDEX_PARTS_PER_TURN = 64;

/** Most turns that one queue message may take to copy a publication, each of PUBLIC_REFRESH_PAGES pages. */
export const REFRESH_TURNS_PER_MESSAGE = 20;

/** Longest dead letter that is kept unshortened, in characters of JSON. */
export const DEAD_LETTER_MAX_CHARS = 16_384;

/** Memory in bytes for the bodies in one machine's page cache: two thousand average pages, or some hundred pictures. */
export const PAGE_CACHE_MAX_BYTES = 64 * 1024 * 1024;

/** Largest answer in bytes that the page cache keeps: the largest file that is offered to it. */
export const PAGE_CACHED_MAX_BYTES = 8 * 1024 * 1024;

/**
 * The time in milliseconds for which one machine waits for the answer to a lookup in its page cache. An answer that a
 * publication overtook is kept out of the cache, unless it takes longer.
 */
export const FILL_MAX_MS = 10_000;

/** Most places of the page cache whose answers are waited for at the same time. */
export const FILLS_MAX = 10_000;

/** Memory in bytes for compressed answers beside the page cache. A compressed page has a quarter of its length. */
export const COMPRESSED_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Most stored addresses of a site that visitors asked for in vain, and most that are counted but not written yet. The
 * alarm writes these so many milliseconds after the first, and at once when no place is left.
 */
export const MISSED_ADDRESSES_KEPT = 500;
export const MISSED_ADDRESSES_PENDING = 50;
export const MISSED_WRITTEN_AFTER_MS = 10_000;

/** Longest address in vain that is counted, in characters, and the days without a visit after which it is forgotten. */
export const MISSED_ADDRESS_MAX_CHARS = 200;
export const MISSED_ADDRESS_DAYS = 90;

/** Most addresses in vain that one answer lists. */
export const MISSED_ADDRESSES_LISTED = 100;

/**
 * Memory in bytes for the pages that visitors of a site asked for last, as text and as bytes: about five average pages.
 * A machine with 500 sites in use holds at most 128 MB of them.
 */
export const WANTED_PAGES_MAX_BYTES = 262_144;

/** Days for which the numbers of visits stay. */
export const VISIT_DAYS = 400;

/** Most pages and most referring hosts of a site that one day names. Visits of all others are counted together. */
export const VISIT_PATHS_A_DAY = 200;
export const VISIT_HOSTS_A_DAY = 100;

/** Longest address and longest host that are counted by name, in characters. */
export const VISIT_PATH_MAX_CHARS = 200;
export const VISIT_HOST_MAX_CHARS = 100;

/** Visits that one client, and one network address, can cause in a day, before its further ones are left out. */
export const VISITS_A_CLIENT = 100;
export const VISITS_AN_ADDRESS = 1_000;

/** Counters of clients, and of addresses, in one process: each has one by its digest, and may share it with others. */
export const VISIT_CLIENT_COUNTERS = 65_536;

/** Most hostnames whose visits one process counts before it hands them on. */
export const VISIT_HOSTNAMES_PENDING = 500;

/** Milliseconds for which a worker, and the entrance of one machine, gathers visits before it hands them on. */
export const VISITS_GATHERED_MS = 10_000;
export const MACHINE_VISITS_GATHERED_MS = 60_000;

/** Most hostnames whose visits a worker hands on at once. */
export const VISITS_HANDED_AT_ONCE = 10;

/** Most visits of one page or host in one message, and the largest message of one machine in bytes. */
export const VISITS_A_MESSAGE = 1_000_000;
export const VISITS_MESSAGE_MAX_BYTES = 32 * 1024 * 1024;

/** Most pages, and most referring hosts, that one answer lists. */
export const VISITS_LISTED = 50;

/** The days of which one part of an export tells. */
export const VISITS_EXPORTED_DAYS = 20;

/** Largest script in bytes that reports a visit, and the largest report. */
export const VISIT_SCRIPT_MAX_BYTES = 300;
export const VISIT_REPORT_MAX_BYTES = 8_192;
