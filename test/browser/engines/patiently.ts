import { setTimeout as wait } from "node:timers/promises";

const [TRIES, PAUSE_MS] = [120, 250];

/** Repeats work until it succeeds, for half a minute. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await wait(PAUSE_MS);
    }
  }
}
