/** Keeps the platform's own timers: these global names may hold other functions by the time a call ends. */
const { setTimeout, clearTimeout } = globalThis;

/** The answer of a late call. A real answer is JSON and never empty. */
export const NO_ANSWER = "";

/** Resolves to the call's answer, or to `NO_ANSWER` after `wallMs` milliseconds. */
export async function answerWithin(wallMs: number, answer: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, wallMs, NO_ANSWER);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer leaves within one turn of the event loop. */
const NEXT_TURN_MS = 0;

/**
 * Ends the work that a call left running, one turn after its answer. The platform does so for most calls. It does not
 * while the lender owes an answer, or after a late call: their timers and streams would continue.
 */
export function endAfterwards(ctx: { readonly abort?: (reason: string) => void }): void {
  setTimeout(() => ctx.abort?.("the call has ended"), NEXT_TURN_MS);
}
