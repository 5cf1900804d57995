import { describe, expect, test } from "vitest";
import { Alarm, ALARM_LOST_MS } from "../../sites/workers/workspace/object/alarm.ts";

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

const alarmOf = (storage: ReturnType<typeof storageWith>["storage"], due: number | undefined): Alarm =>
  new Alarm(
    storage,
    () => NOW,
    () => due,
  );

describe("an alarm that an object finds when it wakes", () => {
  test.each<[string, number, number[]]>([
    ["just before it rings", NOW + 1, []],
    ["when it rings", NOW, []],
    ["just before it counts as lost", NOW - ALARM_LOST_MS + 1, []],
    ["when it counts as lost", NOW - ALARM_LOST_MS, [NOW]],
    ["later", NOW - ALARM_LOST_MS - 1, [NOW]],
    ["days later, as in a restored database", NOW - 86_400_000, [NOW]],
  ])(
    "stays, as it may be ringing, and the next call sets it again only if it is lost: %s",
    async (_, kept, expected) => {
      const { storage, set } = storageWith(kept);
      const alarm = alarmOf(storage, kept);
      await alarm.recall();
      expect(set).toEqual([]);
      await alarm.set();
      expect(set).toEqual(expected);
    },
  );

  test.each([
    ["is set for the time of the next work, if that is later than now", NOW + 60_000, [NOW + 60_000]],
    ["is not set without work", undefined, []],
  ])("%s", async (_, due, expected) => {
    const { storage, set } = storageWith(NOW - ALARM_LOST_MS);
    const alarm = alarmOf(storage, due);
    await alarm.recall();
    await alarm.set();
    expect(set).toEqual(expected);
  });

  test("is set at once, if there is none", async () => {
    const { storage, set } = storageWith(null);
    await alarmOf(storage, NOW + 5).recall();
    expect(set).toEqual([NOW + 5]);
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

describe("an alarm that rings", () => {
  test("is set once for what is left, however often commands ask for it meanwhile", async () => {
    const { storage, set } = storageWith(null);
    const alarm = alarmOf(storage, NOW + 5);
    await alarm.ring(async () => {
      await alarm.set();
      await alarm.set(1_000);
      expect(set).toEqual([]);
    });
    expect(set).toEqual([NOW + 5]);
  });

  test("is set by the next command, if its work fails", async () => {
    const { storage, set } = storageWith(null);
    const alarm = alarmOf(storage, NOW + 5);
    await expect(alarm.ring(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(set).toEqual([]);
    await alarm.set();
    expect(set).toEqual([NOW + 5]);
  });
});
