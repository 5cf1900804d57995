import { setTimeout } from "node:timers/promises";

/** The monotonic clock of those who watch a process, and their pause between two looks; both in milliseconds. */
export interface WatchTime {
  now(): number;
  /** Resolves after this time, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const TIME: WatchTime = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined),
};
