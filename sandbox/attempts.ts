/**
 * Which attempt at an isolate of one name is the current one. The loader remembers an isolate that could not be made, or
 * ended, as long as it lives, and would refuse every later call: another attempt needs another name. So no number is ever
 * given twice, and a name that was forgotten begins with one it never had.
 */
import { ATTEMPTS_REMEMBERED } from "../manifests/bounds.ts";

const attempts = new Map<string, number>();
let given = 0;

/** Whoever asks is about to use it: it is forgotten after those that are not asked for any more. */
export function attemptOf(name: string): number {
  const attempt = attempts.get(name) ?? ++given;
  remember(name, attempt);
  return attempt;
}

/** Of many calls that see one attempt end, only the first makes another one the current. */
export function brokeOff(name: string, seen: number): void {
  if (attempts.get(name) === seen) remember(name, ++given);
}

function remember(name: string, attempt: number): void {
  attempts.delete(name);
  attempts.set(name, attempt);
  if (attempts.size > ATTEMPTS_REMEMBERED) attempts.delete(attempts.keys().next().value ?? "");
}
