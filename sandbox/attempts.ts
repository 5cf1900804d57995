/**
 * The current attempt at an isolate of each name. The loader remembers an isolate that failed or ended and refuses
 * every later call, so another attempt needs another name. No number is used twice, and a forgotten name begins with a
 * new number.
 */
import { BoundedMap } from "../manifests/memory/boundedMap.ts";
import { ATTEMPTS_REMEMBERED } from "../manifests/bounds/calls.ts";

const attempts = new BoundedMap<string, number>(ATTEMPTS_REMEMBERED);
let given = 0;

/** The caller is about to use this attempt, so unused names are forgotten before it. */
export function attemptOf(name: string): number {
  const attempt = attempts.get(name) ?? ++given;
  attempts.set(name, attempt);
  return attempt;
}

/** Only the first of many calls that see one attempt end makes another attempt current. */
export function brokeOff(name: string, seen: number): void {
  if (attempts.get(name) === seen) attempts.set(name, ++given);
}
