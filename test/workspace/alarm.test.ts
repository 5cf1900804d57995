import { describe, expect, test } from "vitest";
import { Alarm, ALARM_LOST_MS } from "../../sites/workspace/object/alarm.ts";

const NOW = 1_900_000_000_000;

/** An object's storage with a set alarm, and the times that were set since. */
function storageWith(kept: number | null) {
  const set: number[] = [];
  const storage = {
    getAlarm: () => Promise.resolve(kept),
    setAlarm: (at: number) => Promise.resolve(void set.push(at)),
  };
  return { storage, set };
}

describe("an alarm that an object finds when it wakes", () => {
  test.each([
    ["just before it rings", NOW + 1, []],
    ["when it rings", NOW, []],
    ["just before it counts as lost", NOW - ALARM_LOST_MS + 1, []],
    ["when it counts as lost", NOW - ALARM_LOST_MS, [NOW]],
    ["later", NOW - ALARM_LOST_MS - 1, [NOW]],
    ["days later, as in a restored database", NOW - 86_400_000, [NOW]],
  ])("is set again only if it is lost: %s", async (_, kept, expected) => {
    const { storage, set } = storageWith(kept);
    await new Alarm(
      storage,
      () => NOW,
      () => kept,
    ).recall();
    expect(set).toEqual(expected);
  });

  test("is set for the time of the next work, if that is later than now", async () => {
    const { storage, set } = storageWith(NOW - ALARM_LOST_MS);
    await new Alarm(
      storage,
      () => NOW,
      () => NOW + 60_000,
    ).recall();
    expect(set).toEqual([NOW + 60_000]);
  });

  test("is not set without work", async () => {
    const { storage, set } = storageWith(NOW - 86_400_000);
    await new Alarm(
      storage,
      () => NOW,
      () => undefined,
    ).recall();
    expect(set).toEqual([]);
  });
});

test("an alarm that does not ring in time is set again by the next command", async () => {
  const { storage, set } = storageWith(null);
  let now = NOW;
  const alarm = new Alarm(
    storage,
    () => now,
    () => NOW,
  );
  await alarm.set();
  now = NOW + ALARM_LOST_MS - 1;
  await alarm.set();
  expect(set).toEqual([NOW]);
  now = NOW + ALARM_LOST_MS;
  await alarm.set();
  expect(set).toEqual([NOW, NOW + ALARM_LOST_MS]);
});
