/**
 * The longest delay that a queue on one machine accepts, in milliseconds. The project's own delays are at most half a
 * minute.
 */
export const DELAY_MAX_MS = 3_600_000;

/** If the clock was set back, messages with a later time of sending count as sent now. */
const SENT = "UPDATE messages SET due = ?1 + max(0, due - sent), sent = ?1 WHERE sent > ?1";
const DUE = "UPDATE messages SET due = ?1 WHERE due > ?1 + ?2";

/** Shortens the delays of messages that were sent or postponed while the clock was ahead. */
export function shortenDelays(exec: (query: string, ...values: number[]) => unknown, now: number): void {
  exec(SENT, now);
  exec(DUE, now, DELAY_MAX_MS);
}
