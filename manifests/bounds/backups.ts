/** Archives, backups, exports, erasures and rewinds. */

/**
 * Largest archive file in bytes, because making and reading one holds it in memory whole. A larger state is split into
 * several files.
 */
export const ARCHIVE_MAX_BYTES = 20 * 1024 * 1024;

/** Size in bytes after which the next part of a split archive begins. A row is never split, and has at most 12 MB. */
export const ARCHIVE_PART_BYTES = 4 * 1024 * 1024;

/** Age in milliseconds at which an unfinished split archive is removed. */
export const ARCHIVE_MADE_MS = 60 * 60 * 1000;

/** Longest first line of an archive in bytes. It names sites, members and columns; a hundred sites need 12 kB. */
export const ARCHIVE_HEAD_MAX_BYTES = 256 * 1024;

/** Bytes of rows after which the making of an archive lets waiting requests go first. A larger row goes alone. */
export const ARCHIVE_TURN_BYTES = 128 * 1024;

/** Rows of a table that an archive reads at once. A row holds up to 2 MB. */
export const ARCHIVE_ROWS_READ = 8;

/** Newest audit rows that an archive takes, a third of its size limit. The control plane keeps all rows. */
export const ARCHIVE_AUDIT_ROWS = 20_000;

/**
 * Most backups of a tenant. A further one is refused. Removing the oldest automatically could remove the last good
 * backup.
 */
export const BACKUPS_MAX = 100;

/** Most exports of a tenant, and the time in milliseconds for which one can be downloaded. */
export const EXPORTS_MAX = 10;
export const EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Objects of the public store that an erasure removes in one turn. Finding them takes as many calls again, and the
 * platform allows 1,000.
 */
export const ERASED_AT_ONCE = 400;

/** Most keys in one storage deletion, as the platform limits it. */
export const STORAGE_DELETE_MAX = 1_000;

/** Farthest rewind in milliseconds. The platform promises 30 days. */
export const REWIND_BACK_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Longest time in milliseconds that an object lives on after it was told to restart at an earlier moment. The caller
 * usually ends it sooner.
 */
export const REWIND_END_MS = 2_000;

/** Most attempts to reach a workspace while it restarts. */
export const REWIND_ATTEMPTS = 5;

/** Most characters shown of the platform's error when a rewind fails. */
export const REWIND_WORDS_MAX_CHARS = 300;

/** Most files about which one request asks whether they lie beside the backups, and its length in bytes. */
export const LACKING_MAX = 5_000;
export const LACKING_MAX_BYTES = 512 * 1024;

/** Media files one request copies between stores. Each takes two of the platform's 1,000 subrequests. */
export const MEDIA_COPIES_MAX = 300;

/**
 * Archives that one member may make or check in ARCHIVES_WINDOW_SECONDS. Each keeps the workspace busy for up to a
 * second.
 */
export const ARCHIVES_PER_WINDOW = 30;
export const ARCHIVES_WINDOW_SECONDS = 60 * 60;
