/**
 * The number of the current attempt to start each isolate. The loader remembers a failed or ended isolate by name and
 * refuses every later call, so a new attempt needs a new name. Numbers are never reused. A name that the bounded map
 * has dropped gets a new number.
 */
import { BoundedMap } from "../manifests/memory/boundedMap.ts";
import { ATTEMPTS_REMEMBERED } from "../manifests/bounds/calls.ts";

const attempts = new BoundedMap<string, number>(ATTEMPTS_REMEMBERED);
let given = 0;

/**
 * Answers the current attempt of an isolate. Setting it again marks the name as recently used, so the bounded map drops
 * other names first.
 */
export function attemptOf(name: string): number {
  const attempt = attempts.get(name) ?? ++given;
  attempts.set(name, attempt);
  return attempt;
}

/**
 * Makes the next attempt current. When many calls see the same attempt end, only the first of them changes the number.
 */
export function nextAttempt(name: string, seen: number): void {
  if (attempts.get(name) === seen) attempts.set(name, ++given);
}
