import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  TURN_MS,
  TURNS_AT_ONCE,
  UPLOAD_MIN_BYTES,
  UPLOAD_TURN_MS,
  UPLOADS_AT_ONCE,
} from "../../../manifests/bounds/operators.ts";
import { Turns } from "../../../sites/machine/entrance/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Requests of two sites, with the names of those at the workers. */
function asked(atOnce = 2, longestMs = 100) {
  const turns = new Turns({ atOnce, longestMs });
  const begun: string[] = [];
  const ask = (site: string, name: string): (() => void) => turns.take(site, () => void begun.push(name));
  return { begun, ask };
}

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
])("of %i requests of one site, %i begin at once, and another site's begins beside them", (count, begin) => {
  const { begun, ask } = asked();
  for (let n = 0; n < count; n += 1) ask("a", `a${n}`);
  expect(begun).toHaveLength(begin);
  ask("b", "b");
  expect(begun.at(-1)).toBe("b");
});

test("the next begins when one ends, in the order of arrival, and an end counts once", () => {
  const { begun, ask } = asked();
  const [first] = ["a", "b", "c", "d"].map((name) => ask("site", name));
  first?.();
  first?.();
  expect(begun).toEqual(["a", "b", "c"]);
});

test("a request that left while it waited never begins", () => {
  const { begun, ask } = asked(1);
  const [first, second] = ["a", "b", "c"].map((name) => ask("site", name));
  second?.();
  first?.();
  expect(begun).toEqual(["a", "c"]);
});

test.each([
  [99, 1],
  [100, 2],
  [101, 2],
])("after %i ms of the longest turn of 100, %i have begun", (ms, count) => {
  const { begun, ask } = asked(1);
  for (const name of ["a", "b"]) ask("site", name);
  vi.advanceTimersByTime(ms);
  expect(begun).toHaveLength(count);
});

test("a turn is short for a request that waits for something else, and longer for an upload", () => {
  expect([TURNS_AT_ONCE, TURN_MS, UPLOADS_AT_ONCE, UPLOAD_TURN_MS, UPLOAD_MIN_BYTES]).toEqual([
    8,
    250,
    2,
    10_000,
    256 * 1024,
  ]);
});
