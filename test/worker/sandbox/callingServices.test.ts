/**
 * Clients of services as their authors publish them set headers of their own, most of them telemetry. Each row makes
 * the first request of one client, header by header.
 */
import { describe, expect, test } from "vitest";
import { CALLS_AT_ONCE } from "../../../sandbox/guest/protocol.ts";
import { go, valueOf } from "./sandboxCalls.ts";

const STAINLESS = {
  "X-Stainless-Retry-Count": "0",
  "X-Stainless-Timeout": "600",
  "X-Stainless-Lang": "js",
  "X-Stainless-Package-Version": "6.1.0",
  "X-Stainless-OS": "Unknown",
  "X-Stainless-Arch": "unknown",
  "X-Stainless-Runtime": "unknown",
  "X-Stainless-Runtime-Version": "unknown",
};
const JSON_TYPE = { "content-type": "application/json" };

interface Client {
  /** The headers that the service needs and that only a grant allows. */
  readonly grants: Readonly<Record<string, string>>;
  readonly free: Readonly<Record<string, string>>;
  readonly telemetry: Readonly<Record<string, string>>;
}

const CLIENTS: readonly (readonly [string, Client])[] = [
  [
    "stripe",
    {
      grants: { "Stripe-Version": "2026-01-28.clover" },
      free: {
        Authorization: "Bearer {secret:key}",
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": "Stripe/v1 NodeBindings/20.0.0",
        "Idempotency-Key": "stripe-node-retry-1",
      },
      telemetry: {
        "Content-Length": "12",
        "X-Stripe-Client-User-Agent": JSON.stringify({
          bindings_version: "20.0.0",
          lang: "node",
          platform: "x".repeat(300),
        }),
      },
    },
  ],
  [
    "openai",
    {
      grants: { "OpenAI-Organization": "org-1" },
      free: {
        Authorization: "Bearer {secret:key}",
        Accept: "application/json",
        "User-Agent": "OpenAI/JS 6.1.0",
        ...JSON_TYPE,
      },
      telemetry: STAINLESS,
    },
  ],
  [
    "Anthropic",
    {
      grants: { "anthropic-version": "2023-06-01" },
      free: {
        "X-Api-Key": "{secret:key}",
        Accept: "application/json",
        "User-Agent": "Anthropic/JS 0.70.0",
        ...JSON_TYPE,
      },
      telemetry: STAINLESS,
    },
  ],
  [
    "Notion",
    {
      grants: { "Notion-Version": "2025-09-03" },
      free: { Authorization: "Bearer {secret:key}", "user-agent": "notionhq-client/5.3.0", ...JSON_TYPE },
      telemetry: {},
    },
  ],
  [
    "Shopify",
    {
      grants: { "X-Shopify-Access-Token": "{secret:key}" },
      free: { Accept: "application/json", ...JSON_TYPE },
      telemetry: { "X-SDK-Variant": "admin-api-client", "X-SDK-Version": "1.1.1" },
    },
  ],
];

const lower = (headers: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

describe("the client of a service", () => {
  test.each(CLIENTS)("%s makes its first request, and never learns the key", async (_, { grants, free, telemetry }) => {
    const headers = { ...free, ...grants, ...telemetry };
    const { invoked, log } = await go(
      `const r = await fetch("https://api.example.com/echo", { method: "POST", body: "{}", headers: input, signal: AbortSignal.timeout(5_000) });
       return [r.status, Object.fromEntries((await r.json()).headers), ctx.settings.key, r.headers.get("backwards")];`,
      {
        input: headers,
        granted: {
          http: {
            hosts: ["api.example.com"],
            methods: ["POST"],
            headers: Object.keys(grants).map((name) => name.toLowerCase()),
            secrets: { key: "api.example.com" },
          },
        },
        settings: { key: "sk_test" },
        about: { site: { id: "main", origin: "https://acme.example" }, settings: { key: "{secret:key}" } },
      },
    );
    const [status, seen, setting, told] = valueOf(invoked) as [number, object, string, string];
    const named = lower({ ...free, ...grants });
    expect([status, seen, setting]).toEqual([200, Object.fromEntries(named), "{secret:key}"]);
    const arrived = Object.fromEntries(JSON.parse([...told].toReversed().join("")) as [string, string][]);
    expect(arrived).toEqual(
      Object.fromEntries(named.map(([name, value]) => [name, value.replace("{secret:key}", "sk_test")])),
    );
    const left = lower(telemetry).filter(([name]) => name !== "content-length");
    expect(log).toEqual(
      left.length === 0 ? [] : [expect.stringMatching(/warn fetch left out headers that nobody granted: /)],
    );
  });
});

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
