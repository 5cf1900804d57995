import * as z from "zod/mini";

/**
 * The same shape, saying in words what it is for: whoever calls reads them before anything else. A copy that is noted
 * and not one with a further check, because what is checked on every call would cost every call.
 */
export function described<T extends z.ZodMiniType>(shape: T, words: string): T {
  const copy = shape.clone();
  z.globalRegistry.add(copy, { description: words });
  return copy;
}
