/** What `within` answers in the place of work that takes longer. */
export const LATE = Symbol("late");

/** The loser is left alone: it may still be going on, but nobody hears it, and when it fails there is nobody to tell. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
