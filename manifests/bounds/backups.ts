/** Archives, backups, exports, erasures and rewinds. */

/** Largest file of an archive in bytes. One is in memory as a whole when it is made and when it is read; of a larger state there are several. */
export const ARCHIVE_MAX_BYTES = 20 * 1024 * 1024;

/** Size after which a member of an archive of several files is complete, in bytes. A row is never divided, and has 12 MB at most. */
export const ARCHIVE_PART_BYTES = 4 * 1024 * 1024;

/** The time after which a broken archive of several files is removed, in milliseconds. */
export const ARCHIVE_MADE_MS = 60 * 60 * 1000;

/** Longest first line of an archive in bytes. It names sites, members and columns; a hundred sites need 12 kB. */
export const ARCHIVE_HEAD_MAX_BYTES = 256 * 1024;

/** Rows of a table an archive is made of at once. One holds up to 2 MB. */
export const ARCHIVE_ROWS_READ = 8;

/** Newest audit rows in an archive: a third of its bound. The control plane has all rows. */
export const ARCHIVE_AUDIT_ROWS = 20_000;

/** Most backups of a tenant. More are refused, because removing the oldest by itself could remove the last good one. */
export const BACKUPS_MAX = 100;

/** Most exports of a tenant, and the time for which one can be downloaded, in milliseconds. */
export const EXPORTS_MAX = 10;
export const EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Keys of the public store that an erasure removes in one turn. It needs as many calls to find them, and stays below
 * the platform's 1,000.
 */
export const ERASED_AT_ONCE = 400;

/** Keys one deletion of storage takes: the platform's own number. */
export const STORAGE_DELETE_MAX = 1_000;

/** The farthest rewind in milliseconds: the platform promises 30 days. */
export const REWIND_BACK_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/** The longest life of a session that shall begin again in the past, in milliseconds. The caller ends it earlier. */
export const REWIND_END_MS = 2_000;

/** Times a workspace that ends is asked again whether it has begun anew. */
export const REWIND_ATTEMPTS = 5;

/** Characters shown of what the platform says when it does not go back. */
export const REWIND_WORDS_MAX_CHARS = 300;

/** Media files one request copies between stores. Each takes two of the platform's 1,000 subrequests. */
export const MEDIA_COPIES_MAX = 300;

/** Archives one member makes or checks in ARCHIVES_WINDOW_SECONDS. Each keeps the workspace busy for up to a second. */
export const ARCHIVES_PER_WINDOW = 30;
export const ARCHIVES_WINDOW_SECONDS = 60 * 60;
