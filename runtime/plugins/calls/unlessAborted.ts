/** Waits for work until the signal aborts. Aborted work continues; its result and its failure are ignored. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>, otherwise: T): Promise<T> {
  if (!signal) return work;
  work.catch(() => undefined);
  const { promise: aborted, resolve } = Promise.withResolvers<T>();
  const end = (): void => resolve(otherwise);
  if (signal.aborted) return otherwise;
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
