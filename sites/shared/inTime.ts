import { Refusal } from "../../manifests/refusal.ts";

/** What is waited for, or `TOO_SLOW` once that has taken longer. Whoever sends nothing would else hold what is held for them. */
export async function inTime<T>(waiting: Promise<T>, maxMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Refusal("TOO_SLOW")), maxMs);
  });
  try {
    return await Promise.race([waiting, late]);
  } finally {
    clearTimeout(timer);
  }
}
