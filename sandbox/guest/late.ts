/** The platform's own: what a plugin gets by these names may be another one by then. */
const { setTimeout, clearTimeout } = globalThis;

/** The answer of a late call. A real answer is JSON and never empty. */
export const NO_ANSWER = "";

/** The answer of a call, or `NO_ANSWER` when it takes longer than it may. */
export async function beforeLate(wallMs: number, answer: Promise<string>): Promise<string> {
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

/** A turn of the event loop is enough for the answer to leave. */
const NEXT_TURN_MS = 0;

/**
 * Ends a call's leftovers in the turn after its answer. The platform does so itself for most calls. It does not while
 * the lender owes an answer or after a late call, whose timers and streams would continue.
 */
export function endAfterwards(ctx: { readonly abort?: (reason: string) => void }): void {
  setTimeout(() => ctx.abort?.("the call is over"), NEXT_TURN_MS);
}
