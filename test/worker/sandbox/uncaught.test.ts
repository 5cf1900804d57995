/** Errors that nothing in the plugin catches leave a line in its output, and the call goes on. */
import { expect, test } from "vitest";
import { LINE_MAX_CHARS, LINES_MAX } from "../../../sandbox/guest/protocol.ts";
import { go } from "./sandboxCalls.ts";

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
