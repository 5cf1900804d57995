import { expect, test } from "vitest";
import { KNOCK_LONGEST_MS, KNOCK_MS, waitAt } from "../../../sites/local/watchdog/knock.ts";
import { queueOf } from "../../../sites/local/watchdog/processorQueue.ts";

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
])("a door that opens after %i ms was waited at for %s", async (opens, waited) => {
  expect(await knockAt(opens)).toBe(waited);
});

test("time in the queue for a processor is no wait at the door", async () => {
  expect(await knockAt(KNOCK_MS + 100, { queued: 0.9 })).toBeCloseTo(20);
});

test("a door is closed when the rest of the time would have opened it", async () => {
  expect(await knockAt(KNOCK_MS * 2 + 1, { queued: 0.5 })).toBeUndefined();
});

test("a door is not closed while the inspector stands in the queue", async () => {
  expect(await knockAt(KNOCK_MS * 3, { isWaiting: true })).toBe(KNOCK_MS * 3);
});

test.each([
  [KNOCK_LONGEST_MS - 1, true],
  [KNOCK_LONGEST_MS, true],
  [KNOCK_LONGEST_MS + 1, false],
])("a machine that takes %i ms for it tells why a door stays closed: %s", async (opens, isTold) => {
  const told = knockAt(opens, { queued: 1 }).then(
    () => true,
    (error: Error) => !error.message.includes("too busy"),
  );
  expect(await told).toBe(isTold);
});

test("the queue of a process that has ended is empty", () => {
  const { waitedMs, isWaiting } = queueOf(2 ** 22 + 1);
  expect([waitedMs >= 0, isWaiting]).toEqual([true, false]);
});
