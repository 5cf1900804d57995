/** Commands: claims, the outbox, audit. */

/** The time for which an idempotency claim is kept, in milliseconds. Clients retry for hours; the promise is a day. */
export const CLAIM_KEPT_MS = 48 * 60 * 60 * 1000;

/** Claims that each tidying examines. They have no index by time, which would cost every command a page. */
export const CLAIMS_LOOKED_AT = 20_000;

/** Most outbox messages sent in one go. Audit rows are half a kilobyte each and go in one statement; when that fails, one by one. */
export const OUTBOX_BATCH = 400;

/** First wait before an outbox message is sent again, in milliseconds; it doubles with each attempt. */
export const OUTBOX_BACKOFF_MS = 5_000;

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
