/**
 * The order of chores within one alarm. Publications come first, so that the same alarm sends their messages. Plugin
 * calls come late, because they may take long.
 */
export const TURNS = ["publish", "deliver", "tidy", "call", "remove"] as const;
export type ChoreTurn = (typeof TURNS)[number];

/** Faults that were met and dealt with, for the log. */
export type SettledFaults = readonly unknown[];

/** Work of an area when the workspace's alarm fires. */
export interface Chore {
  readonly turn: ChoreTurn;
  /** May answer faults whose work it has put off by itself. The log has them, and no other chore waits for them. */
  run(): void | SettledFaults | Promise<void | SettledFaults>;
  /** The time of the next run in milliseconds since the epoch. Undefined if no work is left. */
  nextDue(): number | undefined;
}

/** Resolves after `ms` milliseconds, or at once when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;
