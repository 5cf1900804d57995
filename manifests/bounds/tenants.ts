/** One worker per tenant: names, grants, what is lent. */

/** Longest id of a tenant with a worker of its own, in characters: buckets and queues named after it have 63 at most. */
export const MANAGED_TENANT_ID_MAX_CHARS = 48;

/** The time for which a dispatch grant holds, in seconds: the deadline by which a tenant's worker has begun the call. */
export const DISPATCH_GRANT_SECONDS = 10;

/** Longest dispatch grant in characters. */
export const DISPATCH_GRANT_MAX_CHARS = 4096;

/** What one dispatched call may use of a tenant's worker: milliseconds of CPU, and requests it makes. */
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

/** Spent grants that are over and forgotten beside each new one: more than come in. */
export const SPENT_GRANTS_SWEPT = 20;
