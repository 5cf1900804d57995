/** Plugins installed at a site: packages, settings, data, pending hooks, and records of calls. */

/** The time for which a workspace caches the loader's state, in milliseconds. Only a deployment changes it. */
export const LOADER_KNOWN_MS = 30_000;

/**
 * Longest wait in milliseconds for the sandbox's answer about its loader: a cold start of its worker, as
 * `CALL_GRACE_MS`. The first request after a workspace wakes waits for it.
 */
export const LOADER_ANSWER_MS = 2_000;

/**
 * The time in milliseconds for which a workspace does not ask a silent sandbox again. Most stalls of one machine are
 * shorter.
 */
export const LOADER_SILENT_MS = 5_000;

/** Most packages one site has installed. */
export const PLUGINS_INSTALLED_MAX = 50;

/**
 * Most bytes of packages of all sites of a workspace. The object keeps them verified in memory, and has 128 MB in
 * total.
 */
export const PACKAGES_MAX_BYTES = 16 * 1024 * 1024;

/** Largest settings of one plugin in bytes, secrets included. Every call of the plugin gets them. */
export const PLUGIN_SETTINGS_MAX_BYTES = 32 * 1024;

/** Shortest secret in characters that is replaced where it comes back. Shorter texts occur by chance. */
export const SECRET_MIN_CHARS = 4;

/** Shortest secret for sealing settings, in characters. 32 random bytes in base64url have 43. */
export const SETTINGS_SECRET_MIN_CHARS = 32;

/** Pages in one call of a data provider. A plugin may then make two verb calls for each page within LEASE_CALLS. */
export const DATA_BATCH_PAGES = 10;

/** Characters of JSON after which a call of a data provider takes no further page: half of a call's limit. */
export const DATA_BATCH_MAX_CHARS = 256 * 1024;

/** Longest data of one section, and of all sections of a page from one provider, in characters of JSON. A row holds 2 MB. */
export const DATA_SECTION_MAX_CHARS = 32 * 1024;
export const DATA_PAGE_MAX_CHARS = 256 * 1024;

/** Most stored values on a further page of a section, and their longest JSON together in characters. */
export const STORED_PAGE_MAX_ENTRIES = 100;
export const STORED_PAGE_MAX_CHARS = 256 * 1024;

/** Longest beginning of the keys of such pages in characters. A page's id follows it. */
export const STORED_PREFIX_MAX_CHARS = 100;

/**
 * Documents and queries that are recorded as inputs of data. With more, any change of the site's content makes the data
 * stale.
 */
export const DATA_READS_MAX = 400;

/** Pages with a failed provider that each publication retries, beside those it renders anyway. */
export const DATA_RETRIED_PAGES = 20;

/**
 * Time in milliseconds spent on data after which a publication continues in steps, and a step ends. An editor waits for
 * the answer.
 */
export const DATA_TURN_MS = 5_000;

/**
 * The time in milliseconds for which previews cache a provider's answer. A member who types reloads the preview every
 * few seconds.
 */
export const DATA_PREVIEW_MS = 10_000;

/** Cached answers of providers for previews. */
export const DATA_PREVIEWS_KEPT = 200;

/** Most notices of one publication. Each names one plugin. */
export const NOTICES_MAX = 20;

/** Call records kept for one plugin at one site. */
export const INVOCATIONS_KEPT = 100;

/** Consecutive failures after which a plugin is quarantined. */
export const FAILURES_TO_QUARANTINE = 5;

/**
 * Age in milliseconds from which an unfinished call may have stalled its machine. A watchdog waits two seconds before
 * it ends a process. A deployment ends one sooner.
 */
export const STALLED_AFTER_MS = 1_500;

/**
 * Pending calls of one hook for one plugin at one site; the oldest are dropped. An hour of busy editing produces about
 * as many. Each hook has its own limit, because visitors send forms and must not displace a publication.
 */
export const JOBS_WAITING_PER_HOOK = 50;

/** Plugins whose hooks one turn of the alarm calls. */
export const JOBS_AT_ONCE = 8;

/** The time in milliseconds for which one turn of the alarm begins further calls of a plugin, one after the other. */
export const JOBS_ROW_MS = 250;

/**
 * The time in milliseconds for which hooks about visitors wait for more of them. In it, fewer than
 * JOBS_WAITING_PER_HOOK submissions come at the rate that one site takes, so that none is dropped for the wait.
 */
export const JOBS_GATHER_MS = 200;

/** Delays before a failed hook is called again: the first in milliseconds, the growth factor, and the longest. */
export const JOB_BACKOFF_MS = 10_000;
export const JOB_BACKOFF_FACTOR = 4;
export const JOB_BACKOFF_MAX_MS = 11 * 60 * 1000;

/** The time in milliseconds for which a hook call stays pending for an inactive plugin. */
export const JOB_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Longest time in milliseconds that an alarm waits for hooks it has called, and the delay before it looks at unfinished
 * ones again.
 */
export const JOB_TURN_MS = 5_000;
export const JOB_LOOK_AGAIN_MS = 5_000;

/** Failed calls shown with a plugin. They explain a quarantine; an operator can read all of them. */
export const FAILURES_SHOWN = 10;

/** Unexplained ends of the process during a call of one plugin version after which that version is quarantined. */
export const UNEXPLAINED_TO_QUARANTINE = 3;

/**
 * Longest time in milliseconds between the beginnings of two such processes that counts them together. A process that
 * ran for longer than a day in between clears the plugin of the earlier ends.
 */
export const UNEXPLAINED_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Most pages listed as affected by a plugin's update, and pages read at a time to find them. */
export const TOUCHED_PAGES_LISTED = 50;

/** Values of translations that are listed because an update shows others. The total counts all. */
export const SHARING_VALUES_LISTED = 50;
export const TOUCHED_READ_PAGES = 100;

/** Most sections listed of each such page. */
export const TOUCHED_SECTIONS_LISTED = 20;

/**
 * Limits of one batch that a plugin's `migrate` gets of its storage. The answer has room for each entry at twice its
 * length: 96 K of JSON in, 256 K out (`CALL_RESULT_MAX_CHARS`). A full storage of 64 MB takes 700 batches.
 */
export const MIGRATION_BATCH_ENTRIES = 500;
export const MIGRATION_BATCH_MAX_CHARS = 96 * 1024;

/** Most entries that one batch writes, and most that it deletes. */
export const MIGRATION_WRITES_MAX = 1_000;

/** Longest value in characters of JSON that a migration passes from one batch to the next. */
export const MIGRATION_CARRY_MAX_CHARS = 32 * 1024;

/** Time limit in milliseconds for migrating one plugin's storage. An owner waits for it. */
export const MIGRATION_MAX_MS = 60_000;

/** Most attempts of a migration when the running version writes to the storage during each. */
export const MIGRATION_ATTEMPTS = 3;

/** Entries that a plugin's page in the editor lists at a time, and that one action takes. */
export const MEMBER_PAGE_ROWS = 50;

/** Entries at which counting a list of such a page stops. Members read "1000+" then. */
export const MEMBER_PAGE_COUNT_MAX = 1_000;

/** Longest value in such a list, in characters. The page of one entry shows it whole. */
export const MEMBER_PAGE_TEXT_MAX_CHARS = 200;

/** Entries, and characters of their values, that one search of such a list reads. The next one goes on. */
export const MEMBER_PAGE_SOUGHT = 2_000;
export const MEMBER_PAGE_SOUGHT_CHARS = 4 * 1024 * 1024;

/** Entries in one part of an export of such a list, and characters after which a part takes no further entry. */
export const MEMBER_PAGE_EXPORTED = 500;
export const MEMBER_PAGE_EXPORTED_CHARS = 512 * 1024;

/** Longest message in characters with which a plugin refuses what a member sent from such a page. */
export const MEMBER_PAGE_MESSAGE_MAX_CHARS = 300;

/** Most days that a site waits with a new version of an index. In that time most harmful versions were noticed. */
export const DEMANDED_DAYS_MAX = 90;
