/** The result of `within` when the work takes too long. */
export const LATE = Symbol("late");

/** Waits at most `ms` milliseconds for the work. Late work continues; its result or failure is ignored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
