/** Removes the waits between attempts, also in modules that are already loaded. */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";

const { setTimeout: later } = timers;

function waitBy(wait: unknown): void {
  Object.assign(timers, { setTimeout: wait });
  // Updates the named import in loaded modules.
  syncBuiltinESMExports();
}

/** Until the end of the test file, waits take no time. */
export function withoutWaits(): void {
  beforeAll(() => waitBy(async () => undefined));
  afterAll(() => waitBy(later));
}
