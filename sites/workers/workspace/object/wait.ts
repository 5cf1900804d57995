import type { Wait } from "../../../../runtime/area/chore.ts";

/** Waits with the platform's timer. An aborted wait ends at once without an error. */
export const wait: Wait = async (ms, signal) => {
  try {
    await scheduler.wait(ms, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
};
