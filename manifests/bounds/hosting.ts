/**
 * Tenants with a worker each: names, grants, lent powers, and how they are deployed, exported, restored and
 * erased.
 */

/**
 * Largest release artifact in bytes, before compression. The platform takes 10 MB compressed, and reading one holds it
 * in memory whole.
 */
export const ARTIFACT_MAX_BYTES = 20 * 1024 * 1024;

/**
 * Most reads of a new resource while the provider still answers that it does not exist, and the wait between them in
 * milliseconds.
 */
export const READ_BACK_TRIES = 3;
export const READ_BACK_WAIT_MS = 1_000;

/** Most requests to a new script until it answers with its identity, and the wait between them in milliseconds. */
export const IDENTITY_TRIES = 20;
export const IDENTITY_WAIT_MS = 500;

/**
 * Most calls that empty a tenant's bucket before it is removed. Each deletes up to 1,000 objects, the platform's limit.
 */
export const EMPTYING_TRIES = 100;

/**
 * Largest request of an operator to the deployer in bytes. It may hold a site's bundle, which is as large as a
 * provisioning.
 */
export const HOSTING_REQUEST_MAX_BYTES = 64 * 1024;

/** Longest release label in characters: it becomes a tag of the script. */
export const RELEASE_LABEL_MAX_CHARS = 64;

/** Shortest operator bearer and sealing secret the deployer accepts, in characters. */
export const OPERATOR_TOKEN_MIN_CHARS = 32;

/** Longest key of an export in characters. */
export const EXPORT_ID_MAX_CHARS = 200;

/** Tenants in one page of the deployer's list. */
export const HOSTED_TENANTS_PAGE = 100;

/** Private plugin records of one initialised site. */
export const PLUGIN_RECORDS_MAX = 1_000;

/**
 * Most polls until an erased tenant is gone from the public store and the audit, and the wait between them in
 * milliseconds.
 */
export const ERASING_TRIES = 20;
export const ERASING_WAIT_MS = 500;

/**
 * Most scripts of a namespace that a preflight compares, with three requests each: a quarter of the provider's limit
 * for five minutes.
 */
export const PREFLIGHT_TENANTS_MAX = 100;

/**
 * Longest refusal kept in a drill's report, in characters. A problem document with a hundred issues has half of that.
 */
export const DRILL_DETAIL_MAX_CHARS = 16 * 1024;

/**
 * Most requests of a drill while the answer is "not yet", because a queue delivers with a delay; and the wait between
 * them in milliseconds.
 */
export const DRILL_TRIES = 60;
export const DRILL_PAUSE_MS = 1_000;

/** Longest id of a tenant with a worker of its own, in characters: buckets and queues named after it have 63 at most. */
export const MANAGED_TENANT_ID_MAX_CHARS = 48;

/** The validity of a dispatch grant in seconds. A tenant's worker must have begun the call by then. */
export const DISPATCH_GRANT_SECONDS = 10;

/**
 * The time in milliseconds for which the dispatcher reuses a visitor's read grant: half of its validity, so each call
 * still has the other half.
 */
export const DISPATCH_GRANT_AGAIN_MS = (DISPATCH_GRANT_SECONDS * 1000) / 2;

/** Read grants that a dispatcher caches, and verified ones that a tenant's worker caches. */
export const DISPATCH_GRANTS_KEPT = 1000;

/** Longest dispatch grant in characters. */
export const DISPATCH_GRANT_MAX_CHARS = 4096;

/**
 * Largest body that a tenant's worker answers a visitor with, in bytes. The RPC transfers it whole, and the platform
 * allows 32 MiB a call. A sitemap of 50,000 addresses has 10.
 */
export const PUBLISHED_BODY_MAX_BYTES = 24 * 1024 * 1024;

/** Limits of one dispatched call in a tenant's worker: milliseconds of CPU, and subrequests. */
export const DISPATCH_CPU_MS = 10_000;
export const DISPATCH_SUBREQUESTS = 1000;

/** Messages of a tenant's queue in one batch, the wait for more in seconds, and the attempts before a dead letter. */
export const TENANT_QUEUE_BATCH = 10;
export const TENANT_QUEUE_WAIT_SECONDS = 1;
export const TENANT_QUEUE_ATTEMPTS = 6;
export const TENANT_QUEUE_RETRY_SECONDS = 5;

/**
 * Longest time in milliseconds for which the powers lent with a call work, if the end of the call is never reported.
 */
export const LENT_MS = 120_000;

/** Longest audit row and longest URL of a plugin's request that a tenant's worker sends, in characters. */
export const LENT_MAX_CHARS = 16_384;

/** Interval in milliseconds at which a tenant's worker wakes until its work is done. */
export const WAKE_AGAIN_MS = 60_000;

/**
 * Spent grants recorded between two cleanups, and most expired ones that one cleanup removes. It removes more than were
 * added, so they never accumulate.
 */
export const SPENT_GRANTS_TILL_SWEPT = 16;
export const SPENT_GRANTS_SWEPT = 4 * SPENT_GRANTS_TILL_SWEPT;
