import * as z from "zod/mini";

/**
 * Adds a description for callers to a copy of a shape. It registers the copy instead of adding a check, because a check
 * would run on every call.
 */
export function described<T extends z.ZodMiniType>(shape: T, words: string): T {
  const copy = shape.clone();
  z.globalRegistry.add(copy, { description: words });
  return copy;
}
