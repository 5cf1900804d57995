import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  TURN_MS,
  TURNS_AT_ONCE,
  TURNS_SHARED_AT_ONCE,
  TURNS_SHARED_MS,
  UPLOAD_MIN_BYTES,
  UPLOAD_TURN_MS,
  UPLOADS_AT_ONCE,
  UPLOADS_SHARED_AT_ONCE,
} from "../../../manifests/bounds/operators.ts";
import { Turns } from "../../../sites/machine/entrance/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Requests of two sites, with the names of those at the workers. */
function asked(atOnce = 2, longestMs = 100, sharedAtOnce = atOnce, sharedMs = 50) {
  const turns = new Turns({ atOnce, longestMs, sharedAtOnce, sharedMs });
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

test.each([
  [49, 1],
  [50, 3],
  [51, 3],
])("%i ms after another site's request, of 50, %i requests begin at once", (ms, count) => {
  const { begun, ask } = asked(3, 1_000, 1);
  ask("b", "b");
  vi.advanceTimersByTime(ms);
  for (let n = 0; n < 4; n += 1) ask("a", "a");
  expect(begun.filter((name) => name === "a")).toHaveLength(count);
});

test("a busy site has fewer turns as soon as another asks, and all of them again after the other has gone", () => {
  const { begun, ask } = asked(3, 1_000, 1);
  const ends = Array.from({ length: 9 }, (_, n) => ask("a", `a${n}`));
  ask("b", "b");
  ends[0]?.();
  ends[1]?.();
  expect(begun).toEqual(["a0", "a1", "a2", "b"]);
  ends[2]?.();
  expect(begun.at(-1)).toBe("a3");
  vi.advanceTimersByTime(50);
  ends[3]?.();
  expect(begun.slice(5)).toEqual(["a4", "a5", "a6"]);
});

test("a turn is short for a request that waits for something else, and longer for an upload", () => {
  expect([TURNS_AT_ONCE, TURNS_SHARED_AT_ONCE, TURNS_SHARED_MS, TURN_MS]).toEqual([16, 3, 1_000, 250]);
  expect([UPLOADS_AT_ONCE, UPLOADS_SHARED_AT_ONCE, UPLOAD_TURN_MS, UPLOAD_MIN_BYTES]).toEqual([
    2,
    1,
    10_000,
    256 * 1024,
  ]);
});
