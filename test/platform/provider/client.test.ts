/** The provider's client against scripted answers: its repetitions, its checks, and what it must never do. */
import * as z from "zod/mini";
import { describe, expect, test, vi } from "vitest";
import {
  PROVIDER_ANSWER_MAX_BYTES,
  PROVIDER_BACKOFF_MS,
  PROVIDER_PAGES_MAX,
  PROVIDER_TIMEOUT_MS,
  PROVIDER_TRIES,
  PROVIDER_WAIT_MAX_MS,
} from "../../../manifests/bounds/provider.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";
import { type Address, type ListAddress, path, query } from "../../../sites/platform/provider/address.ts";
import { ProviderClient } from "../../../sites/platform/provider/client.ts";
import { retryAfterMs, waitAfter } from "../../../sites/platform/provider/retry.ts";

const good = { success: true, errors: [], messages: [], result: { name: "one" } };
const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init);
const thing = (method: HttpMethod = "GET"): Address<{ name: string }> => ({
  method,
  path: "/things/one",
  shape: z.object({ name: z.string() }),
  isAbout: ({ name }) => name === "one",
});

/** A provider with these answers in turn; the last one repeats. */
function scripted(...answers: readonly (() => Response | Promise<Response>)[]) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const slept: number[] = [];
  const powers = {
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return (answers[sent.length - 1] ?? answers.at(-1))?.() ?? json(good);
    },
    now: () => 0,
    sleep: async (ms: number) => void slept.push(ms),
  };
  return {
    sent,
    slept,
    provider: new ProviderClient({ base: "https://api.test/v4", credential: { authorization: "Bearer t" } }, powers),
  };
}

const gone = (): never => {
  throw new TypeError("fetch failed");
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    json({ success: false, errors: [{ code: 10000 }], result: null }, { status: code, headers });

test("a result is believed when shape and name are right", async () => {
  const { provider, sent } = scripted(() => json(good));
  expect(await provider.ask(thing())).toEqual({ ok: true, value: { name: "one" } });
  expect(sent[0]?.url).toBe("https://api.test/v4/things/one");
  expect(sent[0]?.init).toMatchObject({ redirect: "manual", headers: { authorization: "Bearer t" } });
});

const UNBELIEVED: readonly (readonly [string, () => Response, string])[] = [
  ["200 and success: false", () => json({ ...good, success: false }), "untrue"],
  ["404 and success: true", () => json(good, { status: 404 }), "untrue"],
  ["404 without an envelope", () => new Response("not here", { status: 404 }), "untrue"],
  ["another shape", () => json({ ...good, result: { title: "one" } }), "untrue"],
  ["another resource", () => json({ ...good, result: { name: "two" } }), "untrue"],
  ["no result", () => json({ success: true }), "untrue"],
  ["a member twice", () => new Response('{"success":true,"success":true,"result":{"name":"one"}}'), "untrue"],
  ["a prototype", () => new Response('{"success":true,"__proto__":{},"result":{"name":"one"}}'), "untrue"],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://elsewhere.test/" } }), "untrue"],
  ["not logged in", status(401), "denied"],
  ["not allowed", status(403), "denied"],
  ["nothing there", status(404), "absent"],
  ["a conflict", status(409), "refused"],
];

test.each(UNBELIEVED)("%s", async (_name, answer, kind) => {
  const { provider, sent } = scripted(answer);
  const heard = await provider.ask(thing());
  expect(heard).toMatchObject({ ok: false, error: { kind } });
  expect(sent).toHaveLength(1);
});

test("a redirect is not followed, so the credential stays", async () => {
  const { provider, sent } = scripted(
    () => new Response(null, { status: 307, headers: { location: "https://elsewhere.test/" } }),
  );
  await provider.ask(thing("POST"));
  expect(sent.map(({ url }) => url)).toEqual(["https://api.test/v4/things/one"]);
});

test("a fault says nothing of the answer but its codes", async () => {
  const { provider } = scripted(() =>
    json({ success: false, errors: [{ code: 10007, message: "\u001b[31mstranger's words" }] }, { status: 404 }),
  );
  const heard = await provider.ask(thing());
  expect(heard).toMatchObject({ ok: false, error: { codes: [10007] } });
  expect(JSON.stringify(heard)).not.toContain("stranger");
});

describe("what is sent again", () => {
  test.each([
    ["GET", "no connection", gone, PROVIDER_TRIES],
    ["GET", "a failure", status(503), PROVIDER_TRIES],
    ["GET", "too many", status(429), PROVIDER_TRIES],
    ["POST", "too many", status(429), PROVIDER_TRIES],
    ["POST", "no connection", gone, 1],
    ["POST", "a failure", status(503), 1],
    ["PUT", "a failure", status(500), 1],
    ["DELETE", "no connection", gone, 1],
  ] as const)("%s after %s", async (method, _what, answer, tries) => {
    const { provider, sent, slept } = scripted(answer);
    expect((await provider.ask(thing(method))).ok).toBe(false);
    expect(sent).toHaveLength(tries);
    expect(slept).toHaveLength(tries - 1);
  });

  test("until it goes well", async () => {
    const { provider, slept } = scripted(gone, status(502), () => json(good));
    expect((await provider.ask(thing())).ok).toBe(true);
    expect(slept).toEqual([PROVIDER_BACKOFF_MS, 2 * PROVIDER_BACKOFF_MS]);
  });

  test("after the wait the provider names", async () => {
    const { provider, slept } = scripted(status(429, { "retry-after": "7" }), () => json(good));
    await provider.ask(thing());
    expect(slept).toEqual([7000]);
  });

  test.each([
    [null, undefined],
    ["0", 0],
    ["3", 3000],
    [" 3 ", 3000],
    ["Thu, 01 Jan 1970 00:00:10 GMT", 9000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["soon", undefined],
    ["-1", undefined],
    ["2001", 2001000],
  ])("Retry-After %j", (header, wait) => {
    expect(retryAfterMs(header, 1000)).toBe(wait);
  });

  test.each([
    [-1, PROVIDER_WAIT_MAX_MS - 1],
    [0, PROVIDER_WAIT_MAX_MS],
    [1, PROVIDER_WAIT_MAX_MS],
  ])("never waits longer than the bound: %i", (more, waits) => {
    expect(waitAfter(1, PROVIDER_WAIT_MAX_MS + more)).toBe(waits);
  });
});

describe("bytes", () => {
  const padded = (bytes: number): Response => {
    const text = JSON.stringify(good);
    return new Response(text + " ".repeat(bytes - text.length));
  };

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("the bound and %i more: %s", async (more, isRead) => {
    const { provider } = scripted(() => padded(PROVIDER_ANSWER_MAX_BYTES + more));
    expect(await provider.ask(thing())).toMatchObject({ ok: isRead, ...(isRead ? {} : { error: { kind: "untrue" } }) });
  });

  test("a body without end is cancelled", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      cancel: () => void (isCancelled = true),
    });
    const { provider } = scripted(() => new Response(body));
    expect(await provider.ask(thing())).toMatchObject({ ok: false, error: { kind: "untrue" } });
    expect(isCancelled).toBe(true);
  });
});

describe("lists", () => {
  const list: ListAddress<{ name: string }> = {
    method: "GET",
    path: "/things?per_page=2",
    row: z.object({ name: z.string() }),
    isAsked: ({ name }) => name !== "other",
  };
  const page = (names: readonly string[], pages: number) => () =>
    json({ success: true, result: names.map((name) => ({ name })), result_info: { total_pages: pages } });

  test("are read to their last page, without what was not asked for", async () => {
    const { provider, sent } = scripted(page(["a", "other"], 2), page(["b"], 2));
    expect(await provider.list(list)).toEqual({ ok: true, value: [{ name: "a" }, { name: "b" }] });
    expect(sent.map(({ url }) => url)).toEqual([
      "https://api.test/v4/things?per_page=2",
      "https://api.test/v4/things?per_page=2&page=2",
    ]);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of the most pages and %i more: %s", async (more, isRead) => {
    const { provider } = scripted(page(["a"], PROVIDER_PAGES_MAX + more));
    expect((await provider.list(list)).ok).toBe(isRead);
  });

  test("of which one page fails are not taken for whole", async () => {
    const { provider } = scripted(page(["a"], 2), status(403));
    expect(await provider.list(list)).toMatchObject({ ok: false, error: { kind: "denied" } });
  });
});

test("what is filled into a path stays one part of it", () => {
  expect(path`/accounts/${"a/b"}/queues/${"c?d#e"}`).toBe("/accounts/a%2Fb/queues/c%3Fd%23e");
  expect(query({ name: "a&b=c" })).toBe("?name=a%26b%3Dc");
  for (const part of ["", ".", ".."]) expect(() => path`/accounts/${part}`).toThrow(TypeError);
});

test.each([
  [-1, 1],
  [0, 2],
  [1, 2],
])("after the longest wait and %i ms without an answer, it has asked %i times", async (more, times) => {
  vi.useFakeTimers();
  try {
    const silent = scripted(
      () =>
        new Promise<Response>((_, end) =>
          silent.sent.at(-1)?.init.signal?.addEventListener("abort", () => end(new Error("ended"))),
        ),
    );
    const asked = silent.provider.ask(thing());
    await vi.advanceTimersByTimeAsync(PROVIDER_TIMEOUT_MS + more);
    expect(silent.sent).toHaveLength(times);
    await vi.advanceTimersByTimeAsync(PROVIDER_TIMEOUT_MS * PROVIDER_TRIES);
    expect([(await asked).ok, silent.sent.length]).toEqual([false, PROVIDER_TRIES]);
  } finally {
    vi.useRealTimers();
  }
});
