/**
 * How often an isolate of one name broke off. The loader remembers an isolate that could not be made, or ended, as
 * long as it lives, and would refuse every later call: another attempt needs another name.
 */
import { ATTEMPTS_REMEMBERED } from "../manifests/bounds.ts";

const attempts = new Map<string, number>();

export const attemptOf = (name: string): number => attempts.get(name) ?? 0;

/** Of many calls that see one attempt end, only the first makes the next one the current. */
export function brokeOff(name: string, seen = attemptOf(name)): void {
  if (seen !== attemptOf(name)) return;
  const attempt = seen + 1;
  // Put at the end again, so that those who break off keep their number and the forgotten ones are old.
  attempts.delete(name);
  attempts.set(name, attempt);
  if (attempts.size > ATTEMPTS_REMEMBERED) attempts.delete(attempts.keys().next().value ?? "");
}
