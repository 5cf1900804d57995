import { describe, expect, test } from "vitest";
import {
  CALLS_AT_ONCE_PER_PLUGIN,
  CALLS_AT_ONCE_PER_WORKSPACE,
  CALLS_WAITING_PER_PLUGIN,
} from "../../../../manifests/bounds/calls.ts";
import { ConcurrencyLimit } from "../../../../runtime/plugins/calls/concurrencyLimit.ts";

/** Calls that run until the test ends them. */
function crowd() {
  const turns = new ConcurrencyLimit();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (key: string, name: string, group?: string) =>
    turns.run({ key, group }, () => {
      started.push(name);
      return new Promise<string>((end) => ends.set(name, () => end(name)));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { call, started, end: (name: string) => ends.get(name)?.(), settle };
}

describe("calls of one plugin", () => {
  test.each([
    [CALLS_AT_ONCE_PER_PLUGIN - 1, 0],
    [CALLS_AT_ONCE_PER_PLUGIN, 0],
    [CALLS_AT_ONCE_PER_PLUGIN + 1, 1],
  ])("that are %i at once leave %i waiting", async (count, waiting) => {
    const { call, started, settle } = crowd();
    for (let n = 0; n < count; n++) void call("slow", `slow ${n}`);
    await settle();
    expect(started).toHaveLength(count - waiting);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("that are as many as may wait and %i more: the last is refused, %s", async (more, isRefused) => {
    const { call, settle } = crowd();
    const count = CALLS_AT_ONCE_PER_PLUGIN + CALLS_WAITING_PER_PLUGIN + more;
    let refused = 0;
    for (let n = 0; n < count; n++)
      void call("slow", `slow ${n}`).then((answer) => (refused += answer === undefined ? 1 : 0));
    await settle();
    expect(refused).toBe(isRefused ? 1 : 0);
  });

  test("do not hold back another's, and go on in order when one ends", async () => {
    const { call, started, end, settle } = crowd();
    for (let n = 0; n < CALLS_AT_ONCE_PER_PLUGIN + 2; n++) void call("slow", `slow ${n}`);
    void call("quick", "quick");
    await settle();
    expect(started).toContain("quick");
    end("slow 1");
    await settle();
    expect(started.at(-1)).toBe(`slow ${CALLS_AT_ONCE_PER_PLUGIN}`);
  });

  test("leave their place when they throw", async () => {
    const turns = new ConcurrencyLimit();
    for (let n = 0; n < CALLS_AT_ONCE_PER_PLUGIN + 1; n++)
      await expect(turns.run({ key: "broken" }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.run({ key: "broken" }, async () => "still there")).toBe("still there");
  });
});

describe("plugins of one group", () => {
  test.each([
    [CALLS_AT_ONCE_PER_PLUGIN - 1, 0],
    [CALLS_AT_ONCE_PER_PLUGIN, 0],
    [CALLS_AT_ONCE_PER_PLUGIN + 1, 1],
  ])("that call %i times at once leave %i waiting, and every other plugin its places", async (count, waiting) => {
    const { call, started, settle } = crowd();
    for (let n = 0; n < count; n++) void call(`suspect ${n}`, `call ${n}`, "suspects");
    await settle();
    expect(started).toHaveLength(count - waiting);
    for (let n = 0; n < CALLS_AT_ONCE_PER_PLUGIN; n++) void call("suspects", `other ${n}`);
    await settle();
    expect(started).toHaveLength(count - waiting + CALLS_AT_ONCE_PER_PLUGIN);
  });

  test("have a queue each: one with a crowd keeps no other from waiting", async () => {
    const { call, started, end, settle } = crowd();
    let refused = 0;
    for (let n = 0; n < CALLS_AT_ONCE_PER_PLUGIN + CALLS_WAITING_PER_PLUGIN + 1; n++)
      void call("crowd", `crowd ${n}`, "suspects").then((answer) => (refused += answer === undefined ? 1 : 0));
    void call("other", "other", "suspects");
    for (let n = 0; n < CALLS_AT_ONCE_PER_PLUGIN + CALLS_WAITING_PER_PLUGIN; n++) {
      await settle();
      end(`crowd ${n}`);
    }
    await settle();
    expect([refused, started.at(-1)]).toEqual([1, "other"]);
  });
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
])("as many plugins as may call at once, and %i more: %i wait", async (more, waiting) => {
  const { call, started, settle } = crowd();
  const count = CALLS_AT_ONCE_PER_WORKSPACE + more;
  for (let n = 0; n < count; n++) void call(`plugin ${n}`, `call ${n}`);
  await settle();
  expect(started).toHaveLength(count - waiting);
});
