/** Signals of requests to services, and errors that wrap others. */
import { describe, expect, test } from "vitest";
import { HTTP_REQUEST_MAX_BYTES } from "../../../manifests/bounds/bridge.ts";
import { CALLS_AT_ONCE } from "../../../sandbox/guest/protocol.ts";
import { go } from "./sandboxCalls.ts";

describe("a request with a signal", () => {
  const waiting = (signal: string): string => `
    try { await fetch("https://api.example.com/silent", { signal: ${signal} }); }
    catch (error) { return [error.name, error.message]; }`;

  test.each([
    ["that is already aborted", "AbortSignal.abort(new RangeError('enough'))", ["RangeError", "enough"]],
    [
      "that the plugin aborts",
      "(() => { const c = new AbortController(); setTimeout(() => c.abort(new RangeError('enough')), 5); return c.signal; })()",
      ["RangeError", "enough"],
    ],
    ["of a time limit", "AbortSignal.timeout(5)", ["TimeoutError", expect.any(String)]],
  ])("%s ends with its reason", async (_, signal, reason) => {
    const { invoked } = await go(waiting(signal));
    expect(invoked).toEqual({ ok: true, value: reason });
  });
});

describe("a request that is aborted before it is sent", () => {
  test("reaches neither the lender nor the host", async () => {
    const { invoked, use, crowd } = await go(
      `const call = (signal, init) => fetch("https://api.example.com/hello", { ...init, signal });
       const inTheBody = new AbortController();
       const all = [call(AbortSignal.abort("at once")), call(inTheBody.signal, { method: "POST", body: "x" })];
       inTheBody.abort("in the body");
       return (await Promise.allSettled(all)).map(({ reason }) => reason);`,
      { tenant: "aborted" },
    );
    expect([invoked, use.calls, crowd]).toEqual([{ ok: true, value: ["at once", "in the body"] }, 0, 0]);
  });

  test("while it waits for its turn leaves its turn to the next", async () => {
    const { invoked, use } = await go(
      `const abort = new AbortController();
       const get = (signal) => fetch("https://api.example.com/crowd", { signal });
       const early = Array.from({ length: ${CALLS_AT_ONCE} }, () => get());
       const waiting = Array.from({ length: 20 }, () => get(abort.signal));
       const last = get();
       abort.abort("enough");
       const reasons = (await Promise.allSettled(waiting)).map(({ reason }) => reason);
       return [new Set(reasons).size, reasons[0], (await Promise.all([...early, last])).length];`,
    );
    expect([invoked, use.calls]).toEqual([{ ok: true, value: [1, "enough", CALLS_AT_ONCE + 1] }, CALLS_AT_ONCE + 1]);
  });
});

describe("a host that does not answer", () => {
  test("leaves turns for storage and for other hosts", async () => {
    const { invoked } = await go(
      `for (let n = 0; n < 10; n += 1) void fetch("https://api.example.com/silent").catch(() => undefined);
       await ctx.storage.put("a", 1);
       const { status } = await fetch("https://other.example.com/echo");
       return [await ctx.storage.get("a"), status];`,
      { tenant: "silent" },
    );
    expect(invoked).toEqual({ ok: true, value: [1, 200] });
  });
});

describe("a body that is a stream", () => {
  const send = (stream: string): string => `
    let isCancelled = false;
    const body = new ReadableStream({ ${stream}, cancel: () => { isCancelled = true; } });
    try { return (await fetch("https://api.example.com/hello", { method: "POST", body })).status; }
    catch (error) { return [error.code ?? error.name, isCancelled]; }`;
  const pieces = (bytes: number): string =>
    `start: (s) => { s.enqueue(new Uint8Array(${bytes - 1})); s.enqueue(new Uint8Array(1)); s.close(); }`;

  test.each([
    ["one byte below the bound", pieces(HTTP_REQUEST_MAX_BYTES - 1), 200, 1],
    ["as long as the bound", pieces(HTTP_REQUEST_MAX_BYTES), 200, 1],
    ["one byte above the bound", pieces(HTTP_REQUEST_MAX_BYTES + 1), ["too_large", false], 0],
    ["without an end", "pull: (s) => s.enqueue(new Uint8Array(4096))", ["too_large", true], 0],
    ["of other values", "start: (s) => s.enqueue({ length: 1 })", ["TypeError", true], 0],
  ])("%s is sent whole, or not at all", async (_, stream, outcome, calls) => {
    const { invoked, use } = await go(send(stream));
    expect([invoked, use.calls]).toEqual([{ ok: true, value: outcome }, calls]);
  });
});

describe("an error that wraps others", () => {
  test.each([
    [
      "a cause",
      'throw new Error("Connection error.", { cause: new RangeError("too far", { cause: "a text" }) });',
      "Error: Connection error.; caused by RangeError: too far; caused by a text",
    ],
    [
      "several errors",
      'throw new AggregateError([new Error("one"), new TypeError("two")], "all failed");',
      "AggregateError: all failed; caused by Error: one; caused by TypeError: two",
    ],
    [
      "itself",
      'const error = new Error("round"); error.cause = error; throw error;',
      `Error: round${"; caused by Error: round".repeat(3)}`,
    ],
    [
      "a refused address",
      'try { await fetch("https://evil.example.org/"); } catch (cause) { throw new Error("Connection error.", { cause }); }',
      "This host was not granted",
    ],
  ])("tells of %s", async (_, body, words) => {
    const { invoked } = await go(body);
    expect(invoked).toMatchObject({ ok: false });
    expect(JSON.stringify(invoked)).toContain(words.replace(/^\w+: /, ""));
  });
});
