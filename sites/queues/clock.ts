/** Longest delay that a queue of this machine keeps to, in milliseconds. Nobody here asks for more than half a minute. */
export const DELAY_MAX_MS = 3_600_000;

/** A message that was sent before the clock was set back is as old as now. */
const SENT = "UPDATE messages SET due = ?1 + max(0, due - sent), sent = ?1 WHERE sent > ?1";
const DUE = "UPDATE messages SET due = ?1 WHERE due > ?1 + ?2";

/** Shortens the waits of messages that were sent, or put off, while the clock was ahead. */
export function pullIn(exec: (query: string, ...values: number[]) => unknown, now: number): void {
  exec(SENT, now);
  exec(DUE, now, DELAY_MAX_MS);
}
