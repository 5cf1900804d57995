/** The workspace's own room and chores. */

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
