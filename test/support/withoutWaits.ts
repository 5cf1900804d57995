/** Takes the waits between tries out of the programs under test, also out of modules that another test file has loaded. */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";

const { setTimeout: later } = timers;

function waitBy(wait: unknown): void {
  Object.assign(timers, { setTimeout: wait });
  // Modules import the function by its name, and see another one only after this.
  syncBuiltinESMExports();
}

/** Until the file's tests are over, no wait takes time. */
export function withoutWaits(): void {
  beforeAll(() => waitBy(async () => undefined));
  afterAll(() => waitBy(later));
}
