/**
 * The order of chores within one alarm. Publications come first, so that the same alarm sends their messages. Plugins
 * come late, because they may take long.
 */
export const TURNS = ["publish", "deliver", "tidy", "call", "remove"] as const;
export type ChoreTurn = (typeof TURNS)[number];

/** The work of an area when its workspace's alarm rings. */
export interface Chore {
  readonly turn: ChoreTurn;
  run(): void | Promise<void>;
  /** The time of the next run, in milliseconds since the epoch; undefined if nothing is left to do. */
  nextDue(): number | undefined;
}

/** Settles after so many milliseconds, or at once when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;
