import { describe, expect, test } from "vitest";
import {
  CONSOLE_LINE_MAX_CHARS,
  CONSOLE_MAX_LINES,
  HTTP_PER_HOST_MAX,
  STORAGE_BATCH_MAX,
  STORAGE_VALUE_MAX_CHARS,
} from "../../../manifests/bounds/bridge.ts";
import { CALLS_IN_FLIGHT, LEASE_CALLS } from "../../../manifests/bounds/calls.ts";
import { PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { callAll, install, pack, requestOf, sandbox } from "../../worker/sandbox/sandboxCalls.ts";
import { attack, beside, outcomeOf } from "./attack.ts";

describe("printed output", () => {
  test("of 20,000 lines is kept up to the bound of a call (attack 98)", async () => {
    const { log, invoked } = await attack('for (let i = 0; i < 20_000; i++) console.log("line", i); return 1;');
    expect(invoked.ok).toBe(true);
    expect(log).toHaveLength(CONSOLE_MAX_LINES);
    expect(log.at(-1)).toBe(`acme.tests warn ${20_000 - CONSOLE_MAX_LINES + 1} more lines were dropped`);
  });

  test("of a line of a megabyte is kept up to the line bound (attack 98)", async () => {
    const { log } = await attack('console.error("x".repeat(1e6)); return 1;');
    expect(log).toEqual([`acme.tests error ${"x".repeat(CONSOLE_LINE_MAX_CHARS)}`]);
  });

  test("cannot begin a log line of its own or forge a name (attack 113)", async () => {
    const { log } = await attack('console.log("a\\nacme.other info b\\u001b[2J"); return 1;');
    expect(log).toEqual(["acme.tests info a\\u000aacme.other info b\\u001b[2J"]);
  });
});

describe("storage (attack 99)", () => {
  const code = "try { return await act(); } catch (e) { return e.code; }";

  test.each([
    ["a byte less than it may hold", 9_999, "ok"],
    ["as many bytes as it may hold", 10_000, "ok"],
    ["a byte more", 10_001, "quota"],
  ])("accepts %s", async (_, bytes, outcome) => {
    const body = `const act = async () => { await ctx.storage.put("k", "x".repeat(${bytes} - 3)); return "ok"; }; ${code}`;
    expect(await outcomeOf(body)).toBe(outcome);
  });

  test.each([
    [19, "ok"],
    [20, "ok"],
    [21, "quota"],
  ])("accepts %i keys of 20: %s", async (keys, outcome) => {
    const body = `const act = async () => { await ctx.storage.putMany(Array.from({ length: ${keys} }, (_, i) => ({ key: "k" + i, value: 1 }))); return "ok"; }; ${code}`;
    expect(await outcomeOf(body)).toBe(outcome);
  });

  test.each([
    [STORAGE_VALUE_MAX_CHARS - 1, "ok"],
    [STORAGE_VALUE_MAX_CHARS, "ok"],
    [STORAGE_VALUE_MAX_CHARS + 1, "too_large"],
  ])("accepts a value of %i characters: %s", async (chars, outcome) => {
    const body = `const act = async () => { await ctx.storage.put("k", "x".repeat(${chars} - 2)); return "ok"; }; ${code}`;
    expect(await outcomeOf(body, { granted: { storage: { maxBytes: 1_000_000, maxKeys: 10 } } })).toBe(outcome);
  });

  test.each([
    [STORAGE_BATCH_MAX - 1, "ok"],
    [STORAGE_BATCH_MAX, "ok"],
    [STORAGE_BATCH_MAX + 1, "invalid"],
  ])("accepts %i keys at once: %s", async (keys, outcome) => {
    const body = `const act = async () => { await ctx.storage.getMany(Array.from({ length: ${keys} }, (_, i) => "k" + i)); return "ok"; }; ${code}`;
    expect(await outcomeOf(body)).toBe(outcome);
  });

  test("frees the space of deleted and replaced values", async () => {
    const body = `for (let i = 0; i < 5; i++) await ctx.storage.put("k", "x".repeat(9_000)); await ctx.storage.delete("k"); return (await ctx.storage.put("l", 1));`;
    expect(await outcomeOf(body)).toEqual({ bytes: 2, keys: 1 });
  });
});

describe("calls over the bridge (attack 100)", () => {
  test("2,000 in sequence are answered up to the lease's bound", async () => {
    const body =
      'let n = 0; for (let i = 0; i < 2_000; i++) { try { await ctx.storage.get("k"); n++; } catch {} } return n;';
    const { invoked, use } = await attack(body, { wallMs: 20_000 });
    expect(invoked).toMatchObject({ value: LEASE_CALLS });
    expect(use).toMatchObject({ calls: LEASE_CALLS, denied: 1 });
  });

  test("20,000 at once are answered up to the lease's bound, a few at a time", async () => {
    const body = `const all = await Promise.allSettled(Array.from({ length: 20_000 }, () => fetch("https://api.example.com/crowd")));
      const counted = Object.groupBy(all, ({ reason, value }) => reason?.code ?? value.status);
      return Object.fromEntries(Object.entries(counted).map(([code, { length }]) => [code, length]));`;
    const { invoked, use, crowd } = await attack(body, { wallMs: 20_000 });
    expect(invoked).toMatchObject({ ok: true, value: { 200: LEASE_CALLS, spent: 20_000 - LEASE_CALLS } });
    expect([use.calls, crowd]).toEqual([LEASE_CALLS, HTTP_PER_HOST_MAX]);
  });
});

describe("many plugins at once (attack 101)", () => {
  test("are all answered, a few at a time, and a slow one delays no other", async () => {
    const quick = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => install(`export const tools = { go: () => ${n} };`)));
    const slow = await install("export const tools = { go: () => new Promise((r) => setTimeout(r, 5_000)) };");
    const requests = [
      requestOf(slow, { wallMs: 800, tenant: "many" }),
      ...quick.map((digest) => requestOf(digest, { tenant: "many" })),
    ];
    const answers = await beside(() => callAll("many", requests, { wallMs: 5_000 }));
    expect(answers.map((answer) => (answer.ok ? answer.value : answer.code))).toEqual([
      "plugin_late",
      1,
      2,
      3,
      4,
      5,
      6,
    ]);
    expect(requests.length).toBeGreaterThan(CALLS_IN_FLIGHT);
  });
});

describe("a package (attack 102)", () => {
  test.each([
    [PACKAGE_MAX_BYTES - 1, true],
    [PACKAGE_MAX_BYTES, true],
    [PACKAGE_MAX_BYTES + 1, false],
  ])("of %i bytes: %s", async (bytes, ok) => {
    const { digest, artifact } = await pack("//".padEnd(bytes, "x"));
    expect((await sandbox.put(digest, artifact)).ok).toBe(ok);
  });
});
