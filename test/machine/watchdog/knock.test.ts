import { expect, test } from "vitest";
import { KNOCK_LONGEST_MS, KNOCK_MS, waitAt } from "../../../sites/machine/watchdog/knock.ts";
import { queueOf } from "../../../sites/machine/watchdog/processorQueue.ts";

interface Machine {
  /** The share of time in which the inspector waits for a processor. */
  readonly queued?: number;
  readonly isWaiting?: boolean;
}

/** The wait at a door that opens after this many milliseconds. The clock advances by one millisecond for each look. */
function knockAt(opensAfterMs: number, { queued = 0, isWaiting = false }: Machine = {}): Promise<number | undefined> {
  let passed = 0;
  const door = {
    get isOpen() {
      return passed >= opensAfterMs;
    },
  };
  const time = { now: () => passed, wait: async () => void (passed += 1) };
  return waitAt(door, () => ({ waitedMs: passed * queued, isWaiting }), time);
}

test.each([
  [KNOCK_MS - 1, KNOCK_MS - 1],
  [KNOCK_MS, KNOCK_MS],
  [KNOCK_MS + 1, undefined],
])("an inspector that opens after %i ms was waited for %s", async (opens, waited) => {
  expect(await knockAt(opens)).toBe(waited);
});

test("time without a processor does not count as waiting", async () => {
  expect(await knockAt(KNOCK_MS + 100, { queued: 0.9 })).toBeCloseTo(20);
});

test("the inspector counts as closed although the remaining time would have opened it", async () => {
  expect(await knockAt(KNOCK_MS * 2 + 1, { queued: 0.5 })).toBeUndefined();
});

test("the inspector does not count as closed while it waits for a processor", async () => {
  expect(await knockAt(KNOCK_MS * 3, { isWaiting: true })).toBe(KNOCK_MS * 3);
});

test.each([
  [KNOCK_LONGEST_MS - 1, true],
  [KNOCK_LONGEST_MS, true],
  [KNOCK_LONGEST_MS + 1, false],
])("a wait of %i ms for the inspector reports its cause: %s", async (opens, isTold) => {
  const told = knockAt(opens, { queued: 1 }).then(
    () => true,
    (error: Error) => !error.message.includes("too busy"),
  );
  expect(await told).toBe(isTold);
});

test("a process that has ended has no queue", () => {
  const { waitedMs, isWaiting } = queueOf(2 ** 22 + 1);
  expect([waitedMs >= 0, isWaiting]).toEqual([true, false]);
});
