/** Requests to the API: rates, bodies, pages of lists. */

/** Rows of one page of a list when the caller names no number, and the most it may name. */
export const LIST_ROWS = 50;
export const LIST_MAX_ROWS = 200;

/**
 * Changes that one member may make in WRITES_WINDOW_SECONDS. Typing causes one a second; a script pastes a page in ten.
 */
export const WRITES_PER_WINDOW = 300;
export const WRITES_WINDOW_SECONDS = 60;

/** Subjects of rate limits whose state a workspace caches: twice the members that a site may have. */
export const RATE_SUBJECTS_KNOWN = 1_000;

/**
 * Time limit in milliseconds for receiving a whole body, and for each 32 KB of a streamed one. That is 1 KB a second,
 * and half a megabit a second for the largest document.
 */
export const BODY_TIMEOUT_MS = 30_000;

/** Largest request about people, hostnames, moments or releases, in bytes: a few names. */
export const SMALL_BODY_MAX_BYTES = 16 * 1024;

/**
 * Reads of the API by one member of a site in READS_WINDOW_SECONDS, in one isolate. An editor opens page after page
 * within it, and a crawl is far beyond it.
 */
export const READS_PER_WINDOW = 1_200;
export const READS_WINDOW_SECONDS = 60;

/** Members whose reads an isolate counts at once. */
export const READ_SUBJECTS_KNOWN = 10_000;

/** Exports and visitors' files that one member may download in EXPORTS_WINDOW_SECONDS. */
export const EXPORTS_PER_WINDOW = 120;
export const EXPORTS_WINDOW_SECONDS = 3_600;

/** Most pages of one batch. With pages of usual length, its transaction takes under a second. */
export const BATCH_MAX_ITEMS = 100;

/** Largest request with a batch, in bytes: 100 pages of 40 KB. */
export const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Batches that one member may send in BATCHES_WINDOW_SECONDS. An import of 20,000 pages sends 200, and a machine stores
 * fewer in that time.
 */
export const BATCHES_PER_WINDOW = 240;
export const BATCHES_WINDOW_SECONDS = 60;
