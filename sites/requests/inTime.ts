import { Refusal } from "../../manifests/refusals/refusal.ts";
import { LATE, within } from "../../sandbox/within.ts";

/**
 * Waits for a value, or refuses with `TOO_SLOW` after `maxMs`. Without this deadline, a client that stops sending keeps
 * its memory reserved.
 */
export async function inTime<T>(waiting: Promise<T>, maxMs: number): Promise<T> {
  const answer = await within(maxMs, waiting);
  if (answer === LATE) throw new Refusal("TOO_SLOW");
  return answer;
}
