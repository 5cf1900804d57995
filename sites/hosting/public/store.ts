import { pageCache } from "./hit.ts";

/** Stores one answer while the visitor gets the other. Not being able to store is no reason to fail. */
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
