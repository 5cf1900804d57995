/** Plugins installed in a site: packages, settings, data, hooks owed to them, records of their calls. */

/** The time for which a workspace caches the loader's state, in milliseconds. Only a deployment changes it. */
export const LOADER_KNOWN_MS = 30_000;

/**
 * Longest wait for the sandbox's word on its loader, in milliseconds: a cold start of its worker, as `CALL_GRACE_MS`.
 * The first request after a workspace wakes waits for it.
 */
export const LOADER_ANSWER_MS = 2_000;

/** Milliseconds a workspace believes a sandbox to be silent before it asks again: a standstill of one machine is over sooner. */
export const LOADER_SILENT_MS = 5_000;

/** Most packages one site has installed. */
export const PLUGINS_INSTALLED_MAX = 50;

/** Bytes of packages of all sites of a workspace. The object holds them verified, and has 128 MB for everything. */
export const PACKAGES_MAX_BYTES = 16 * 1024 * 1024;

/** Largest settings of one plugin in bytes, secrets included. They go to the plugin with every call. */
export const PLUGIN_SETTINGS_MAX_BYTES = 32 * 1024;

/** Shortest secret that settings are sealed with, in characters: 32 random bytes in base64url have 43. */
export const SETTINGS_SECRET_MIN_CHARS = 32;

/** Pages one call of a data provider is for. A plugin may then ask twice for each within LEASE_CALLS. */
export const DATA_BATCH_PAGES = 10;

/** Input after which a call of a data provider takes no further page, in characters of JSON: half of what a call takes. */
export const DATA_BATCH_MAX_CHARS = 256 * 1024;

/** Longest data of one section, and of all sections of a page from one provider, in characters of JSON. A row holds 2 MB. */
export const DATA_SECTION_MAX_CHARS = 32 * 1024;
export const DATA_PAGE_MAX_CHARS = 256 * 1024;

/** Documents and queries remembered as what data was made of. Above it, any change of the site's content counts. */
export const DATA_READS_MAX = 400;

/** Pages whose provider failed that each publication asks again for, beside those it renders anyway. */
export const DATA_RETRIED_PAGES = 20;

/**
 * The time for data after which a publication continues in steps, and a step ends, in milliseconds. An editor waits for
 * the answer.
 */
export const DATA_TURN_MS = 5_000;

/**
 * The time for which a preview caches a provider's answer, in milliseconds: a typing member reloads every few seconds.
 */
export const DATA_PREVIEW_MS = 10_000;

/** Answers kept for previews. */
export const DATA_PREVIEWS_KEPT = 200;

/** Most notices of one publication. Each names a plugin. */
export const NOTICES_MAX = 20;

/** Records kept of the calls of one plugin in one site. */
export const INVOCATIONS_KEPT = 100;

/** Failures in a row after which a plugin is taken out of its site. */
export const FAILURES_TO_QUARANTINE = 5;

/**
 * Age of an unfinished call, in milliseconds, from which it may be what stalled the machine it ran on. A watchdog waits two
 * seconds before it ends a process; a deployment that ends one is over sooner.
 */
export const STALLED_AFTER_MS = 1_500;

/**
 * Calls of one hook one plugin is owed in one site; the oldest are forgotten. A plugin that is out for an hour of busy editing
 * is owed about as many. Each hook for itself: strangers send forms, and must not make a publication be forgotten.
 */
export const JOBS_WAITING_PER_HOOK = 50;

/** Hooks called in one turn of the alarm, each of another plugin. */
export const JOBS_AT_ONCE = 8;

/** First wait before a hook is called again, in milliseconds, how much longer each further wait is, and the longest. */
export const JOB_BACKOFF_MS = 10_000;
export const JOB_BACKOFF_FACTOR = 4;
export const JOB_BACKOFF_MAX_MS = 11 * 60 * 1000;

/** The time for which a hook is owed to an inactive plugin, in milliseconds. */
export const JOB_KEPT_MS = 24 * 60 * 60 * 1000;

/** Longest an alarm waits for hooks it called, in milliseconds, and when it looks again while some are still running. */
export const JOB_TURN_MS = 5_000;
export const JOB_LOOK_AGAIN_MS = 5_000;

/** Calls that went wrong and are shown with a plugin. They explain a quarantine; an operator has them all. */
export const FAILURES_SHOWN = 10;

/**
 * Unexplained ends of the process with a call of one plugin version under way, after which that version is quarantined.
 */
export const UNEXPLAINED_TO_QUARANTINE = 3;

/** Pages listed of those that an update of a plugin touches, and pages read at a time to find them. */
export const TOUCHED_PAGES_LISTED = 50;
export const TOUCHED_READ_PAGES = 100;

/** Sections listed of each of these pages. */
export const TOUCHED_SECTIONS_LISTED = 20;

/**
 * A plugin's storage goes to its `migrate` in batches. An answer has room for an entry of each, twice as long as it came:
 * 96 K of JSON there, 256 K back (`CALL_RESULT_MAX_CHARS`). A full storage of 64 MB is 700 batches.
 */
export const MIGRATION_BATCH_ENTRIES = 500;
export const MIGRATION_BATCH_MAX_CHARS = 96 * 1024;

/** Most entries that one batch writes, and as many that it deletes. */
export const MIGRATION_WRITES_MAX = 1_000;

/** Longest value that a migration hands from one batch to the next, in characters of JSON. */
export const MIGRATION_CARRY_MAX_CHARS = 32 * 1024;

/** Longest migration of one plugin's storage, in milliseconds: an owner waits for it. */
export const MIGRATION_MAX_MS = 60_000;

/** Times that a migration begins anew because the version in use has written meanwhile. */
export const MIGRATION_ATTEMPTS = 3;
