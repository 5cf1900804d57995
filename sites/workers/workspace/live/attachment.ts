import type { LiveCaller } from "../../../platform/live/live.ts";

/** The data that a hibernating socket keeps while the workspace sleeps. */
export interface Attachment extends Omit<LiveCaller, "since"> {
  /** The last change that was sent to the socket. */
  readonly change: number | null;
  /** When the login was last confirmed, in milliseconds since the epoch. */
  readonly checkedAt: number;
  /** When the socket was opened, in milliseconds since the epoch. The oldest sockets of a member are closed first. */
  readonly openedAt: number;
}
