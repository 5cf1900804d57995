/** The platform's own: what a plugin gets by these names may be another one by then. */
const { setTimeout, clearTimeout } = globalThis;

/** The answer of a call, or no text at all when it takes longer than it may. */
export async function beforeLate(wallMs: number, answer: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, wallMs, "");
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
 * Ends what a call has left going on. The platform does so itself when the answer has left, and this turn never comes,
 * unless the call has asked the lender something that is still open: then its timers and streams would go on.
 */
export function endAfterwards(ctx: { readonly abort?: (reason: string) => void }): void {
  setTimeout(() => ctx.abort?.("the call is over"), NEXT_TURN_MS);
}
