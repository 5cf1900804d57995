import type { Wait } from "../../../runtime/area/chore.ts";

/** The platform's own timer. A wait that is called off ends at once, and is no failure. */
export const wait: Wait = async (ms, signal) => {
  try {
    await scheduler.wait(ms, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
};
