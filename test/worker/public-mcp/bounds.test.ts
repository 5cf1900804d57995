import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  MCP_BODY_TIMEOUT_MS,
  MCP_CALLS_PER_WINDOW,
  MCP_FRESH_MS,
  MCP_LEASE_CALLS,
  MCP_LEASE_MS,
  MCP_PAGES_KEPT,
  MCP_SITES_KEPT,
  MCP_STRANGERS_KEPT,
  MCP_TEXTS_KEPT_BYTES,
  MCP_WINDOW_SECONDS,
  MCP_WORDS_KEPT_BYTES,
  NOTICE_POLL_MS,
  SITES_PAGE,
} from "../../../manifests/bounds/agents.ts";
import { SEARCH_PARTS_AT_ONCE } from "../../../manifests/bounds/search.ts";
import { WordPart } from "../../../runtime/search/wordPart.ts";
import { pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import { spendFrom } from "../../../runtime/tenancy/rateLimits.ts";
import { CALLS } from "../../../sites/workers/public-mcp/callLimitObject.ts";
import { ChangeNoticesDO } from "../../../sites/workers/public-mcp/changeNoticesObject.ts";
import type { CallLimit, Env } from "../../../sites/workers/public-mcp/env.ts";
import { spendQuestion } from "../../../sites/workers/public-mcp/limit.ts";
import { findPublishedSite } from "../../../sites/workers/public-mcp/sites.ts";
import { readMessage } from "../../../sites/mcp/message.ts";
import { PublishedSite } from "../../../sites/mcp/publishedSite.ts";
import { PublishedWords } from "../../../sites/mcp/publishedWords.ts";
import { bindings, post } from "./publishedSite.ts";
import { publicStore, storedPage } from "./store.ts";

afterEach(() => vi.useRealTimers());

/** A new hostname, because caches live as long as the isolate. */
const fresh = (): string => `s${crypto.randomUUID().slice(0, 8)}.example`;

const frozen = (): number => {
  vi.useFakeTimers({ toFake: ["Date"] });
  return Date.now();
};

describe("the time a message has", () => {
  test.each([
    [-1, undefined],
    [0, 408],
    [1, 408],
  ])("and %d ms", async (more, status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([0x7b])) });
    let outcome: unknown;
    void readMessage(new Request("https://site.example/mcp", { method: "POST", body }), 100).then(
      (message) => (outcome = message),
    );
    await vi.advanceTimersByTimeAsync(MCP_BODY_TIMEOUT_MS + more);
    expect((outcome as { status?: number } | undefined)?.status).toBe(status);
  });
});

describe("the calls of one client", () => {
  test.each([[-1], [0], [1]])("at once, as many as the quota and %d, are taken as far as it goes", (more) => {
    expect(spendFrom(CALLS, 0, 1_000, MCP_CALLS_PER_WINDOW + more).granted).toBe(
      Math.min(MCP_CALLS_PER_WINDOW, MCP_CALLS_PER_WINDOW + more),
    );
  });

  test("are free again one by one, all of them after a window", () => {
    const { freeAt } = spendFrom(CALLS, 0, 0, MCP_CALLS_PER_WINDOW);
    const each = (MCP_WINDOW_SECONDS * 1000) / MCP_CALLS_PER_WINDOW;
    expect([each - 1, each].map((now) => spendFrom(CALLS, freeAt, now).granted)).toEqual([0, 1]);
    const whole = MCP_WINDOW_SECONDS * 1000;
    expect(
      [whole - 1, whole, whole + 1].map(
        (now) => spendFrom(CALLS, freeAt, now, MCP_CALLS_PER_WINDOW).granted - MCP_CALLS_PER_WINDOW,
      ),
    ).toEqual([-1, 0, 0]);
  });

  /** A client whose calls of the counting object are recorded. */
  const client = () => {
    const asked: number[] = [];
    const limit: CallLimit = {
      async spend(calls) {
        asked.push(calls);
        return spendFrom(CALLS, 0, 0, calls);
      },
    };
    const env = { CALL_LIMIT: { idFromName: (name: string) => name, get: () => limit } } as unknown as Env;
    const site = fresh();
    return { asked, call: () => spendQuestion(env, new Request("https://site.example"), site) };
  };

  test("are lent in growing numbers, up to the bound", async () => {
    const { asked, call } = client();
    for (let now = frozen(), n = 0; n < 8 * MCP_LEASE_CALLS; n++) {
      vi.setSystemTime((now += 25));
      await call();
    }
    expect(Math.max(...asked)).toBe(MCP_LEASE_CALLS);
    expect(asked.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])(
    "that were lent are good for their time and %d ms: then the object is asked %d times more",
    async (more, times) => {
      const { asked, call } = client();
      const now = frozen();
      for (const at of [0, 25]) {
        vi.setSystemTime(now + at);
        await call();
      }
      expect(asked).toEqual([1, 2]);
      vi.setSystemTime(now + 25 + MCP_LEASE_MS + more);
      await call();
      expect(asked.length - 2).toBe(times);
    },
  );
});

describe("what an isolate keeps", () => {
  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("of a site it believes for its time and %d ms: then it looks %d times", async (more, looks) => {
    const { store, site, reads } = publicStore();
    const name = fresh();
    site(name);
    const now = frozen();
    await findPublishedSite(store, name);
    const before = reads.filter((key) => key.endsWith("/current")).length;
    vi.setSystemTime(now + MCP_FRESH_MS + more);
    await findPublishedSite(store, name);
    expect(reads.filter((key) => key.endsWith("/current")).length - before).toBe(looks);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])(
    "are sites, as many as the bound: with one and the bound and %d others, the one is read %d times more",
    async (more, times) => {
      frozen();
      const { store, site, reads } = publicStore();
      const name = fresh();
      site(name);
      await findPublishedSite(store, name);
      for (let n = 0; n < MCP_SITES_KEPT + more; n++) {
        const other = fresh();
        site(other);
        await findPublishedSite(store, other);
      }
      reads.length = 0;
      await findPublishedSite(store, name);
      expect(reads.filter((key) => key.endsWith("/current"))).toHaveLength(times);
    },
  );

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])(
    "are names no site has: with one and the bound and %d others, the one is looked for %d times more",
    async (more, times) => {
      frozen();
      const { store, reads } = publicStore();
      const name = fresh();
      await findPublishedSite(store, name);
      for (let n = 0; n < MCP_STRANGERS_KEPT + more; n++) await findPublishedSite(store, fresh());
      reads.length = 0;
      await findPublishedSite(store, name);
      expect(reads).toHaveLength(times);
    },
  );

  test("follow a name that gets its site, and one that loses it", async () => {
    const now = frozen();
    const kept = publicStore();
    const name = fresh();
    const found: unknown[] = [await findPublishedSite(kept.store, name)];
    kept.site(name);
    vi.setSystemTime(now + MCP_FRESH_MS);
    found.push((await findPublishedSite(kept.store, name))?.hostname);
    kept.values.clear();
    vi.setSystemTime(now + 2 * MCP_FRESH_MS);
    found.push(await findPublishedSite(kept.store, name), await findPublishedSite(kept.store, name));
    expect([found, kept.reads.filter((key) => key.endsWith(name))]).toEqual([
      [undefined, name, undefined, undefined],
      expect.objectContaining({ length: 3 }),
    ]);
  });

  const published = (kept: ReturnType<typeof publicStore>, name: string, pages: number): PublishedSite => {
    const pointer = kept.site(
      name,
      Array.from({ length: pages }, (_, n) => storedPage(`p${n}`)),
    );
    return new PublishedSite(kept.store, { tenant: name, site: "main" }, pointer, {} as never);
  };

  // A list weighs one more than its pages, so that an empty one has a weight too.
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("are lists of pages, together the bound and %d: the first is read %d times more", async (more, times) => {
    const kept = publicStore();
    const one = published(kept, fresh(), 0);
    const other = published(kept, fresh(), MCP_PAGES_KEPT - 2 + more);
    await one.pages();
    await other.pages();
    kept.reads.length = 0;
    await one.pages();
    expect(kept.reads).toHaveLength(times);
  });

  test.each([
    [-2, 0],
    [0, 0],
    [2, 1],
  ])("are texts, together the bound and %d bytes: the first is read %d times more", async (more, times) => {
    const kept = publicStore();
    const name = fresh();
    const site = published(kept, name, 2);
    const put = (id: string, chars: number) =>
      kept.values.set(
        tenantKey(name, `pages/${id}`),
        JSON.stringify({ markdown: "x".repeat(chars), sections: [], outline: [] }),
      );
    put("p0", 0);
    put("p1", (MCP_TEXTS_KEPT_BYTES - 2_000 + more) / 2);
    const [first, second] = (await site.pages()).all;
    if (!first || !second) throw new Error("two pages were put");
    await site.text(first);
    await site.text(second);
    kept.reads.length = 0;
    await site.text(first);
    expect(kept.reads).toHaveLength(times);
  });

  /** The bytes in memory of a part with one word of so many letters. */
  const bytesOf = (letters: number): number => new WordPart("x".repeat(letters)).bytes;
  const LONG_WORD = MCP_WORDS_KEPT_BYTES / 4;

  test.each([
    [-2, 0],
    [0, 0],
    [2, 1],
  ])(
    "are parts of indexes of words, together the bound and %d bytes: the first is read %d times more",
    async (more, times) => {
      const kept = publicStore();
      const name = fresh();
      kept.values.set(tenantKey(name, "a"), "x");
      // Each further letter of a long word takes two bytes.
      const letters = LONG_WORD + (MCP_WORDS_KEPT_BYTES + more - bytesOf(1) - bytesOf(LONG_WORD)) / 2;
      expect(bytesOf(1) + bytesOf(letters)).toBe(MCP_WORDS_KEPT_BYTES + more);
      kept.values.set(tenantKey(name, "b"), "x".repeat(letters));
      const words = new PublishedWords(kept.store, name, { parts: ["a", "b"], left: 0, cut: 0 });
      await words.each(() => undefined);
      kept.reads.length = 0;
      await new PublishedWords(kept.store, name, { parts: ["a"], left: 0, cut: 0 }).each(() => undefined);
      expect(kept.reads).toHaveLength(times);
    },
  );
});

test.each([[-1], [0], [1]])("a search reads as many parts at once as the bound, of as many and %d", async (more) => {
  const kept = publicStore();
  const name = fresh();
  const parts = Array.from({ length: SEARCH_PARTS_AT_ONCE + more }, (_, n) => `part-${n}`);
  for (const part of parts) kept.values.set(tenantKey(name, part), `${part}\n `);
  const seen: string[] = [];
  await new PublishedWords(kept.store, name, { parts, left: 0, cut: 0 }).each(({ pages }) => seen.push(...pages));
  expect([seen, kept.most()]).toEqual([parts, Math.min(SEARCH_PARTS_AT_ONCE, parts.length)]);
});

test('a part of the index of words that is gone is no answer of "not found"', async () => {
  const kept = publicStore();
  await expect(
    new PublishedWords(kept.store, fresh(), { parts: ["gone"], left: 0, cut: 0 }).each(() => undefined),
  ).rejects.toThrow("gone");
});

test.each([
  [SITES_PAGE - 1, 0],
  [SITES_PAGE, 0],
  [SITES_PAGE + 1, 1],
])("of %d sites the deployment's list leaves %d for the next page", async (sites, left) => {
  const kept = publicStore();
  for (let n = 0; n < sites; n++) kept.site(fresh());
  const list = (cursor?: string) =>
    post(
      "https://mcp.deployment.example/mcp",
      { jsonrpc: "2.0", id: 1, method: "resources/list", params: cursor === undefined ? {} : { cursor } },
      { "cf-connecting-ip": "192.0.2.250" },
      { LIST_SITES: "yes", PUBLIC_CONTENT: kept.store },
    );
  const { result } = await list();
  const cursor = result?.["nextCursor"] as string | undefined;
  const rest = cursor === undefined ? [] : (await list(cursor)).result?.["resources"];
  expect([result?.["resources"], rest]).toMatchObject([{ length: sites - left }, { length: left }]);
});

test.each([
  [-1, ""],
  [0, '"changes":["pages"]'],
  [1, '"changes":["pages"]'],
])("who listens hears of a change after the time between two looks and %d ms: %j", async (more, words) => {
  const { store, site, values } = publicStore();
  const name = fresh();
  const pointer = site(name);
  const namespace = bindings.CHANGE_NOTICES as DurableObjectNamespace<ChangeNoticesDO>;
  const heard = await runInDurableObject(namespace.get(namespace.idFromName(name)), async (_, context) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const object = new ChangeNoticesDO(context, { ...bindings, PUBLIC_CONTENT: store });
    const reader = (await object.listen(name, "main", "192.0.2.1"))?.pipeThrough(new TextDecoderStream()).getReader();
    values.set(tenantKey(name, pointerKey("main")), JSON.stringify({ ...pointer, index: "another" }));
    let said = "";
    const reading = reader?.read().then(({ value }) => (said += value ?? ""));
    await vi.advanceTimersByTimeAsync(NOTICE_POLL_MS + more);
    if (words !== "") await reading;
    await reader?.cancel();
    return said;
  });
  expect(words === "" ? heard : heard.includes(words)).toBe(words === "" ? "" : true);
});
