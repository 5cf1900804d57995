/**
 * Copies another worker's RPC answer without its disposer. With it, the answer would keep a stub alive for a caller
 * that does not know of it.
 */
export function withoutDisposer<T>(answer: T): T {
  const isPlain = typeof answer === "object" && answer !== null && Object.getPrototypeOf(answer) === Object.prototype;
  return isPlain ? { ...answer } : answer;
}

/** Disposes of a stub from an RPC answer. The runtime only disposes of stubs in arguments. */
export const disposeStub = (stub: unknown): void => (stub as Partial<Disposable> | undefined)?.[Symbol.dispose]?.();
