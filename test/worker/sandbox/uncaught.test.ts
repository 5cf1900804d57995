/** Errors that nothing in the plugin catches leave a line in its output, and the call goes on. */
import { describe, expect, test } from "vitest";
import { LINE_MAX_CHARS, LINES_MAX, LINES_PER_WRITE } from "../../../sandbox/guest/protocol.ts";
import { callDigest, go, install } from "./sandboxCalls.ts";

const REJECTED = "acme.tests error A promise failed and nothing caught it: ";
const TIMED = "acme.tests error A timer failed: ";
const turn = "await new Promise((resolve) => setTimeout(resolve, 20));";

test.each([
  ["a rejected promise", 'Promise.reject(new RangeError("lost"));', `${REJECTED}RangeError: lost`],
  ["one with a value", "Promise.reject({ a: 1 });", `${REJECTED}{"a":1}`],
  ["an async function", '(async () => { throw new Error("lost"); })();', `${REJECTED}Error: lost`],
  ["a timer", 'setTimeout(() => { throw new RangeError("lost"); }, 1);', `${TIMED}RangeError: lost`],
  ["an async timer", 'setTimeout(async () => { throw new Error("lost"); }, 1);', `${REJECTED}Error: lost`],
  [
    "an interval",
    'const it = setInterval(() => { clearInterval(it); throw new Error("lost"); }, 1);',
    `${TIMED}Error: lost`,
  ],
])("a line is left by %s", async (_, code, line) => {
  const { invoked, log } = await go(`${code} ${turn} return 1;`);
  expect(invoked).toMatchObject({ ok: true, value: 1 });
  expect(log).toEqual([line]);
});

describe("an error in the turn of the answer", () => {
  const LATE = "acme.tests error A promise failed and nothing caught it, outside of a running call: ";

  test.each([
    ["a rejected promise", 'Promise.reject(new RangeError("lost"));', "RangeError: lost"],
    ["an async function", '(async () => { throw new Error("lost"); })();', "Error: lost"],
    ["an async function after a wait", '(async () => { await 0; throw new Error("lost"); })();', "Error: lost"],
  ])("leaves its line with the isolate's next call: %s", async (_, code, line) => {
    const digest = await install(`export const tools = { go: async (fails) => { if (fails) ${code} return 1; } };`);
    const logs: unknown[] = [];
    for (const input of [true, false, false]) {
      const { invoked, log } = await callDigest(digest, { input });
      expect(invoked).toMatchObject({ ok: true, value: 1 });
      logs.push(log);
    }
    expect(logs.flat()).toEqual([`${LATE}${line}`]);
  });

  test("leaves at most one message of lines", async () => {
    const digest = await install(`export const tools = { go: async (count) => {
      for (let at = 0; at < count; at += 1) Promise.reject(new Error(String(at)));
      return 1;
    } };`);
    await callDigest(digest, { input: LINES_PER_WRITE + 1 });
    const { log } = await callDigest(digest, { input: 0 });
    expect(log).toHaveLength(LINES_PER_WRITE);
    expect(log).toContain(`${LATE}Error: 0`);
  });

  test("reaches no other site", async () => {
    const digest = await install(
      'export const tools = { go: async (fails) => { if (fails) Promise.reject(new Error("lost")); return 1; } };',
    );
    await callDigest(digest, { input: true, site: "main" });
    expect((await callDigest(digest, { input: false, site: "other" })).log).toEqual([]);
  });
});

test("no line is left by what is caught, and timers hand on their values", async () => {
  const { invoked, log } = await go(`
    await Promise.reject(new Error("kept")).catch(() => 0);
    return new Promise((resolve) => setTimeout((a, b) => resolve(a + b), 1, "one", "two"));`);
  expect(invoked).toMatchObject({ ok: true, value: "onetwo" });
  expect(log).toEqual([]);
});

test("lines are as long and as many as those of the console", async () => {
  const { log } = await go(`
    for (let at = 0; at < ${LINES_MAX + 1}; at += 1) Promise.reject(new Error("x".repeat(${LINE_MAX_CHARS})));
    ${turn} return 1;`);
  expect(log).toHaveLength(LINES_MAX);
  expect(log[0]).toHaveLength("acme.tests error ".length + LINE_MAX_CHARS);
  expect(log.at(-1)).toBe("acme.tests warn 2 more lines were dropped");
});
