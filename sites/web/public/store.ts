import { pageCache } from "./hit.ts";

/** Stores one copy of an answer while the visitor gets the other. A failure to store is not an error. */
export function stored(
  ctx: Pick<ExecutionContext, "waitUntil">,
  key: string,
  forCache: Response,
  forVisitor: Response,
): Response {
  const storing = pageCache.store(key, forCache);
  ctx.waitUntil(storing.catch((error) => console.warn("an answer was not stored", error)));
  return forVisitor;
}
