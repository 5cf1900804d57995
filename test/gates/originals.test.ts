import { afterEach, expect, test, vi } from "vitest";
import { originals } from "../originals.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each<[string, () => unknown, readonly string[]]>([
  ["nothing", () => undefined, []],
  ["a timer", () => vi.stubGlobal("setTimeout", () => 0), ["globalThis.setTimeout"]],
  ["requests", () => vi.stubGlobal("fetch", () => 0), ["globalThis.fetch"]],
  ["a clock that stands still", () => vi.useFakeTimers({ toFake: ["Date"] }), ["globalThis.Date"]],
  ["a spy", () => vi.spyOn(Date, "now"), ["Date.now"]],
])("a file that leaves %s is told of it, and the next one finds the originals", (_, leave, names) => {
  const { Date: clock, setTimeout: timer, fetch: ask } = globalThis;
  const { now } = clock;
  const putBack = originals();
  leave();
  expect(putBack()).toEqual(names);
  expect([Date === clock, setTimeout === timer, fetch === ask, Date.now === now]).toEqual([true, true, true, true]);
  expect(putBack()).toEqual([]);
});

test("a spy that is restored after the clock leaves the clock's own timer", () => {
  const putBack = originals();
  vi.useFakeTimers();
  vi.spyOn(globalThis, "setTimeout");
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(putBack()).toEqual(["globalThis.setTimeout"]);
});
