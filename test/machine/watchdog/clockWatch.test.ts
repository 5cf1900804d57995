import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  CLOCK_LOOK_MS,
  CLOCK_READ_MAX_MS,
  CLOCK_REST_MS,
  CLOCK_SET_BACK_MS,
  CLOCK_WENT_FORWARD_MS,
} from "../../../manifests/bounds/watchdog.ts";
import { ClockWatch } from "../../../sites/machine/watchdog/clockWatch.ts";

/** Two clocks that a test sets, and the time that reading the system clock takes. */
class Hands {
  wallMs = 1_800_000_000_000;
  steadyMs = 5_000;
  readingMs = 0;

  readonly clocks = {
    wall: (): number => {
      this.steadyMs += this.readingMs;
      return this.wallMs;
    },
    steady: (): number => this.steadyMs,
  };

  pass(milliseconds: number): void {
    this.wallMs += milliseconds;
    this.steadyMs += milliseconds;
  }
}

let hands: Hands;
let watch: ClockWatch;
let setBack: number[];
let wentForward: number[];

const watching = (): ClockWatch =>
  new ClockWatch({ setBack: (by) => setBack.push(by), wentForward: (by) => wentForward.push(by) }, hands.clocks);

beforeEach(() => {
  hands = new Hands();
  setBack = [];
  wentForward = [];
  watch = watching();
});
afterEach(() => watch[Symbol.dispose]());

test.each([
  [CLOCK_SET_BACK_MS - 1, []],
  [CLOCK_SET_BACK_MS, [CLOCK_SET_BACK_MS]],
  [CLOCK_SET_BACK_MS + 1, [CLOCK_SET_BACK_MS + 1]],
])("a clock that was set back by %i ms is noticed from the threshold on", (milliseconds, noticed) => {
  hands.pass(60_000);
  hands.wallMs -= milliseconds;
  watch.look();
  expect(setBack).toEqual(noticed);
});

test("each step back is noticed once, also after a step ahead", () => {
  for (const step of [-600_000, 0, 900_000, -300_000, 0]) {
    hands.wallMs += step;
    hands.pass(CLOCK_REST_MS);
    watch.look();
  }
  expect(setBack).toEqual([600_000, 300_000]);
});

test.each([
  [CLOCK_REST_MS - 1, [10_000]],
  [CLOCK_REST_MS, [10_000, 20_000]],
  [CLOCK_REST_MS + 1, [10_000, 20_000]],
])("a clock that is set again within the pause of %i ms is reported at its end", (milliseconds, told) => {
  hands.wallMs -= 10_000;
  watch.look();
  hands.wallMs -= 20_000;
  hands.pass(1);
  watch.look();
  hands.pass(milliseconds - 1);
  watch.look();
  expect(setBack).toEqual(told);
});

test("a clock that keeps changing is reported once in each pause, with its last value", () => {
  for (let swing = 0; swing < 40; swing++) {
    hands.wallMs += swing % 2 === 0 ? -120_000 : 120_000;
    watch.look();
    hands.pass(CLOCK_LOOK_MS);
  }
  hands.pass(CLOCK_REST_MS);
  watch.look();
  const rests = Math.ceil((40 * CLOCK_LOOK_MS) / CLOCK_REST_MS) + 1;
  expect(setBack.length + wentForward.length).toBeLessThanOrEqual(rests);
  watch.look();
  hands.pass(CLOCK_REST_MS);
  const told = [setBack.length, wentForward.length];
  watch.look();
  expect([setBack.length, wentForward.length]).toEqual(told);
});

test("a clock that went far ahead and partly came back within a pause counts as set back by that part", () => {
  hands.wallMs -= CLOCK_SET_BACK_MS;
  watch.look();
  hands.wallMs += 3_600_000;
  watch.look();
  hands.wallMs -= 600_000;
  hands.pass(CLOCK_REST_MS);
  watch.look();
  expect([setBack, wentForward]).toEqual([[CLOCK_SET_BACK_MS, 600_000], []]);
});

test("a clock that was put forward, and a machine that slept, are not steps back", () => {
  hands.wallMs += 3_600_000;
  watch.look();
  expect(setBack).toEqual([]);
});

test.each([
  [CLOCK_WENT_FORWARD_MS - 1, []],
  [CLOCK_WENT_FORWARD_MS, [CLOCK_WENT_FORWARD_MS]],
  [CLOCK_WENT_FORWARD_MS + 1, [CLOCK_WENT_FORWARD_MS + 1]],
])("a clock that went forward by %i ms is noticed once scheduled work would be late", (milliseconds, noticed) => {
  hands.pass(60_000);
  hands.wallMs += milliseconds;
  watch.look();
  watch.look();
  expect([wentForward, setBack]).toEqual([noticed, []]);
});

test("a program that was suspended for an hour sees no step", () => {
  hands.pass(3_600_000);
  watch.look();
  expect([wentForward, setBack]).toEqual([[], []]);
});

test.each([
  [CLOCK_READ_MAX_MS, [CLOCK_SET_BACK_MS]],
  [CLOCK_READ_MAX_MS + 1, []],
])("a reading that took the program %i ms counts as far as it is reliable", (readingMs, noticed) => {
  hands.readingMs = readingMs;
  hands.wallMs -= CLOCK_SET_BACK_MS;
  watch.look();
  expect(setBack).toEqual(noticed);
});

test("a step back during such a reading is noticed by the next one", () => {
  hands.readingMs = 10_000;
  hands.wallMs -= CLOCK_SET_BACK_MS;
  watch.look();
  hands.readingMs = 0;
  hands.wallMs += 10_000;
  watch.look();
  expect(setBack).toEqual([CLOCK_SET_BACK_MS]);
});

test.each([
  [CLOCK_LOOK_MS - 1, 0],
  [CLOCK_LOOK_MS, 1],
  [CLOCK_LOOK_MS + 1, 1],
])("the clock is read without a caller: after %i ms, %i steps back are noticed", (milliseconds, count) => {
  vi.useFakeTimers();
  try {
    using _watch = watching();
    hands.wallMs -= CLOCK_SET_BACK_MS;
    vi.advanceTimersByTime(milliseconds);
    expect(setBack).toEqual(Array.from({ length: count }, () => CLOCK_SET_BACK_MS));
  } finally {
    vi.useRealTimers();
  }
});
