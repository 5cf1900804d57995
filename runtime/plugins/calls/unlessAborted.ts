/** Waits for work until a signal aborts it; work that goes on is unheard, and its failure is dropped. */
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
