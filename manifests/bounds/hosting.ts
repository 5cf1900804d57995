/** Tenants with a worker each: names, grants, lending, and how they are deployed, exported, restored and erased. */

/** Largest artifact in bytes, before compression: the platform takes 10 MB compressed, and one is read whole into memory. */
export const ARTIFACT_MAX_BYTES = 20 * 1024 * 1024;

/** Most requests to the provider for one deployed tenant. The API takes 1,200 in five minutes for the whole account. */
export const DEPLOY_CALLS_MAX = 12;

/** Looks at what was just made, while the provider still says that it is not there; and the wait between them in milliseconds. */
export const READ_BACK_TRIES = 3;
export const READ_BACK_WAIT_MS = 1_000;

/** Questions to a script that was just uploaded until it says who it is, and the wait between them in milliseconds. */
export const IDENTITY_TRIES = 20;
export const IDENTITY_WAIT_MS = 500;

/** Calls that empty a tenant's bucket before it is removed. Each deletes up to 1,000 objects, the platform's own number. */
export const EMPTYING_TRIES = 100;

/** Longest request of an operator to the deployer in bytes; a site's bundle is as large as a provisioning. */
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

/** Questions until the public places and the audit of an erased tenant have followed, and the wait between them in milliseconds. */
export const ERASING_TRIES = 20;
export const ERASING_WAIT_MS = 500;

/** Scripts of a namespace that a preflight compares, with three requests each: a quarter of what the provider takes in five minutes. */
export const PREFLIGHT_TENANTS_MAX = 100;

/** Longest answer of a refusal in characters: a problem document with a hundred issues has half of it. */
export const DRILL_DETAIL_MAX_CHARS = 16 * 1024;

/** Requests of a drill while the answer is "not yet", because a queue delivers when it does; and the wait between them in milliseconds. */
export const DRILL_TRIES = 60;
export const DRILL_PAUSE_MS = 1_000;

/** Longest id of a tenant with a worker of its own, in characters: buckets and queues named after it have 63 at most. */
export const MANAGED_TENANT_ID_MAX_CHARS = 48;

/** The time for which a dispatch grant holds, in seconds: the deadline by which a tenant's worker has begun the call. */
export const DISPATCH_GRANT_SECONDS = 10;

/**
 * A visitor's grant to read serves again for this time, in milliseconds: half of its own, so each call has the rest.
 */
export const DISPATCH_GRANT_AGAIN_MS = (DISPATCH_GRANT_SECONDS * 1000) / 2;

/** Reading grants that a dispatcher keeps, and that a tenant's worker remembers to have verified. */
export const DISPATCH_GRANTS_KEPT = 1000;

/** Longest dispatch grant in characters. */
export const DISPATCH_GRANT_MAX_CHARS = 4096;

/** Largest body that a tenant's worker answers a visitor with, in bytes: it crosses whole, and the platform takes 32 MiB of one call. A sitemap of 50,000 addresses has 10. */
export const PUBLISHED_BODY_MAX_BYTES = 24 * 1024 * 1024;

/** The most one dispatched call may use of a tenant's worker: milliseconds of CPU, and requests it makes. */
export const DISPATCH_CPU_MS = 10_000;
export const DISPATCH_SUBREQUESTS = 1000;

/** Messages of a tenant's queue in one batch, the wait for more in seconds, and the attempts before a dead letter. */
export const TENANT_QUEUE_BATCH = 10;
export const TENANT_QUEUE_WAIT_SECONDS = 1;
export const TENANT_QUEUE_ATTEMPTS = 6;
export const TENANT_QUEUE_RETRY_SECONDS = 5;

/** The longest time for which anything lent with a call works, in milliseconds, should its end be lost. */
export const LENT_MS = 120_000;

/** Longest row of audit and longest address of a plugin's call that a tenant's worker hands over, in characters. */
export const LENT_MAX_CHARS = 16_384;

/** Wakes a tenant's worker asks for until its work is done: one a minute, in milliseconds. */
export const WAKE_AGAIN_MS = 60_000;

/** Spent grants after which those that are over are forgotten, and the most of them at once: more than come in. */
export const SPENT_GRANTS_TILL_SWEPT = 16;
export const SPENT_GRANTS_SWEPT = 4 * SPENT_GRANTS_TILL_SWEPT;
