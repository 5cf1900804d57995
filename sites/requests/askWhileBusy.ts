import type { ApiAnswer } from "./answer.ts";
import { isPassing } from "./requestFailure.ts";

/** Tries of one request while the site is busy or out of reach. */
const TRIES = 6;
/** Seconds between two tries if the site named none. */
const WAIT = 2;

/** Asks again while the site is busy or out of reach. The last failure is the answer. */
export async function askWhileBusy<T>(
  wait: (seconds: number) => Promise<void>,
  ask: () => Promise<ApiAnswer<T>>,
): Promise<ApiAnswer<T>> {
  for (let left = TRIES; ; left--) {
    const answer = await ask();
    if (answer.ok || !isPassing(answer.error) || left <= 1) return answer;
    await wait(answer.error.kind === "refused" && answer.error.retryAfter > 0 ? answer.error.retryAfter : WAIT);
  }
}
