/** Commands: claims, the outbox, audit. And the chores of a workspace. */

/** The time for which an idempotency claim is kept, in milliseconds. Clients retry for hours; the promise is a day. */
export const CLAIM_KEPT_MS = 48 * 60 * 60 * 1000;

/** Claims that each tidying examines. They have no index by time, which would cost every command a page. */
export const CLAIMS_LOOKED_AT = 20_000;

/** Most outbox messages sent in one go. Audit rows are half a kilobyte each and go in one statement; when that fails, one by one. */
export const OUTBOX_BATCH = 400;

/** First wait before an outbox message is sent again, in milliseconds; it doubles with each attempt. */
export const OUTBOX_BACKOFF_MS = 5_000;

/**
 * Wait for a publication that the queue has taken before it is sent again, in milliseconds. A queue keeps what it has
 * taken, so only an accident loses it. Impatience would send most to a queue that is busy already.
 */
export const OUTBOX_TAKEN_MS = 60_000;

/** Longest wait between two attempts of an outbox message, in milliseconds. */
export const OUTBOX_BACKOFF_MAX_MS = 15 * 60 * 1000;

/** Most documents written by one command. */
export const WRITES_PER_COMMAND = 500;

/** Shortest and longest idempotency key in characters. A shorter one would meet its like; a UUID has 36. */
export const IDEMPOTENCY_KEY_MIN_CHARS = 8;
export const IDEMPOTENCY_KEY_MAX_CHARS = 128;

/** Refused commands of one member of a site that leave an audit row in REFUSALS_AUDITED_MS. */
export const REFUSALS_AUDITED = 60;
export const REFUSALS_AUDITED_MS = 3_600_000;

/** Most attempts of a control-plane command while other commands change its records. */
export const CONTROL_ATTEMPTS = 4;

/** Claims that are over and removed beside each new one of the control plane: more than come in, so they never pile up. */
export const CLAIMS_SWEPT = 20;

/** Longest name of an actor one can ask audit for, in characters. A member's is 71. */
export const AUDIT_ACTOR_MAX_CHARS = 200;

/** The time for which an audit row waits for others, in milliseconds; editing causes several in that time. */
export const AUDIT_GATHER_MS = 1_000;

/**
 * The interval in milliseconds at which a workspace removes what it no longer needs. All of it is bounded by days or
 * counts.
 */
export const TIDY_EVERY_MS = 60_000;

/** Wait of a workspace's alarm after one of its chores broke, in milliseconds. */
export const CHORE_RETRY_MS = 5_000;

/**
 * Most bytes of a workspace's database: 12,000 pages of 15 kB with their derived data. An archive copies the state at
 * once, about 6 ms a megabyte. A watchdog that gets no answer for 1.5 s would restart the machine.
 */
export const WORKSPACE_MAX_BYTES = 192 * 1024 * 1024;

/** The part of it that visitors' submissions and plugins may fill: the rest is for members. */
export const ROOM_FOR_STRANGERS = 0.75;

/** Versions of each document that are left when there is no room, in turn, and how long after one look the next is, in milliseconds. */
export const ROOM_REVISIONS_KEPT = [100, 10, 1] as const;
export const ROOM_LOOKED_MS = 60_000;
