/**
 * The answer of another worker, to be the answer of this one. The runtime hangs a disposer on each answer. An answer
 * handed on with it would hold a stub at its caller, who knows of none and disposes of none.
 */
export function handedOn<T>(answer: T): T {
  const isPlain = typeof answer === "object" && answer !== null && Object.getPrototypeOf(answer) === Object.prototype;
  return isPlain ? { ...answer } : answer;
}

/** Ends a stub that this worker was given in an answer: the runtime ends only those that come with a call. */
export const giveBack = (stub: unknown): void => (stub as Partial<Disposable> | undefined)?.[Symbol.dispose]?.();
