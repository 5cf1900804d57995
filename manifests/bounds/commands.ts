/** Commands, claims, the outbox, audit, and a workspace's chores. */

/** The time in milliseconds for which an idempotency claim is kept. Clients retry for hours, and we promise a day. */
export const CLAIM_KEPT_MS = 48 * 60 * 60 * 1000;

/**
 * Claims that each cleanup examines. They have no index by time, because an index would cost every command a page
 * write.
 */
export const CLAIMS_LOOKED_AT = 20_000;

/**
 * Most outbox messages sent at once. Audit rows have half a kilobyte each and go in one statement. If that fails, they
 * go one by one.
 */
export const OUTBOX_BATCH = 400;

/** First wait before an outbox message is sent again, in milliseconds; it doubles with each attempt. */
export const OUTBOX_BACKOFF_MS = 5_000;

/**
 * Time in milliseconds before a publication that the queue has accepted is sent again. A queue loses messages only by
 * accident. Resending earlier would load mostly a queue that is already busy.
 */
export const OUTBOX_TAKEN_MS = 60_000;

/** Longest wait between two attempts of an outbox message, in milliseconds. */
export const OUTBOX_BACKOFF_MAX_MS = 15 * 60 * 1000;

/**
 * Longest answer of a command in bytes. It is kept with the command's claim, and a database row holds 2 MB. The way back
 * of an edit may hold a whole document.
 */
export const KEPT_ANSWER_MAX_BYTES = 1_900_000;

/** Most documents written by one command. */
export const WRITES_PER_COMMAND = 500;

/** Shortest and longest idempotency key in characters. Shorter keys could collide; a UUID has 36. */
export const IDEMPOTENCY_KEY_MIN_CHARS = 8;
export const IDEMPOTENCY_KEY_MAX_CHARS = 128;

/** Refused commands of one member of a site that leave an audit row, in each period of REFUSALS_AUDITED_MS. */
export const REFUSALS_AUDITED = 60;
export const REFUSALS_AUDITED_MS = 3_600_000;

/** Most attempts of a control-plane command when other commands change its records at the same time. */
export const CONTROL_ATTEMPTS = 4;

/** Expired claims that each new claim of the control plane removes. More than one, so that they never accumulate. */
export const CLAIMS_SWEPT = 20;

/** Longest name of an actor in an audit filter, in characters. A member's name has 71. */
export const AUDIT_ACTOR_MAX_CHARS = 200;

/** The time in milliseconds for which a message of the outbox waits, so that several are sent together. */
export const OUTBOX_GATHER_MS = 1_000;

/** The interval in milliseconds at which a workspace deletes expired rows. Days or counts limit all of them. */
export const TIDY_EVERY_MS = 60_000;

/** Delay in milliseconds before a workspace's alarm retries a chore that threw an error. */
export const CHORE_RETRY_MS = 5_000;

/**
 * Largest database of a workspace in bytes: 12,000 pages of 15 kB with their derived data. An archive copies the state
 * at once, at about 6 ms a megabyte. A watchdog that gets no answer for 1.5 s would restart the machine.
 */
export const WORKSPACE_MAX_BYTES = 192 * 1024 * 1024;

/**
 * The shares of WORKSPACE_MAX_BYTES that data of plugins, and writes of members who may not publish, may fill. The rest
 * is for members who publish.
 */
export const ROOM_FOR_UNTRUSTED = 0.75;
export const ROOM_FOR_AUTHORS = 0.85;

/** The share of WORKSPACE_MAX_BYTES that only visitors' submissions may fill: 8,000 of a kilobyte. */
export const ROOM_FOR_FORMS = 1 / 24;

/**
 * Versions of each document and releases of each site that a full workspace keeps, in successive passes. They end when
 * it is filled to ROOM_FREED of its limit. After a vain try it waits for ROOM_LOOKED_MS milliseconds.
 */
export const ROOM_KEPT = [
  { revisions: 100, releases: 25 },
  { revisions: 10, releases: 5 },
  { revisions: 1, releases: 1 },
] as const;
export const ROOM_FREED = 15 / 16;
export const ROOM_LOOKED_MS = 60_000;

/**
 * Answers of reads that a workspace remembers until a write: rows and characters of one, characters of all, and texts of
 * SQL. Commands use about 300 texts. A machine with 500 sites holds at most 64 MB of them.
 */
export const REMEMBERED_READ_MAX_ROWS = 8;
export const REMEMBERED_READ_MAX_CHARS = 16_384;
export const REMEMBERED_READS_MAX_CHARS = 131_072;
export const REMEMBERED_TEXTS_MAX = 600;

/** The most times that commands wait for more commands, to be committed together. Each takes about a millisecond. */
export const GROUP_WAITS = 6;
/**
 * The commands that are committed without a further wait. Larger groups leave the workspace idle until their answers
 * reach the clients.
 */
export const GROUP_ENOUGH = 8;
