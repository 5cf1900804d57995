import type { LiveCaller } from "../../shared/live.ts";

/** The facts that a socket keeps while its workspace sleeps. */
export interface Attachment extends Omit<LiveCaller, "since"> {
  /** The last change that was told. */
  readonly change: number | null;
  /** When its login was last known to hold, in milliseconds since the epoch. */
  readonly checkedAt: number;
  /** Sockets of a member in the order in which they came. */
  readonly openedAt: number;
}
