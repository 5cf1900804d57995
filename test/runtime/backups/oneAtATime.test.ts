import { expect, test } from "vitest";
import { OneAtATime } from "../../../runtime/area/oneAtATime.ts";

test("one begins when the one before has ended, however it ended", async () => {
  const turn = new OneAtATime();
  const seen: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = turn.run(() => promise);
  const second = turn.run(async () => void seen.push("second"));
  await Promise.resolve();
  expect([turn.isBusy, seen]).toEqual([true, []]);
  reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await second;
  expect([turn.isBusy, seen]).toEqual([false, ["second"]]);
});
