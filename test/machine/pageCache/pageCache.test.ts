import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  COMPRESSED_MAX_BYTES,
  PAGE_CACHE_MAX_BYTES,
  PAGE_CACHED_MAX_BYTES,
} from "../../../manifests/bounds/publicContent.ts";
import { MEDIA_SHARED_SECONDS } from "../../../manifests/bounds/media.ts";
import type { WorkerAnswer } from "../../../sites/machine/pageCache/answer.ts";
import { cacheService } from "../../../sites/machine/pageCache/cacheService.ts";
import { MachinePageCache } from "../../../sites/machine/pageCache/pageCache.ts";
import { accepts, Compressor, NONE } from "../../../sites/machine/pageCache/representations.ts";

const answerOf = (bytes: number, headers: Record<string, string> = {}): WorkerAnswer => ({
  status: 200,
  headers: new Map(Object.entries(headers)),
  body: Buffer.alloc(bytes, "a"),
});

/** The cache's estimate of an entry without its body, in bytes. */
const ENTRY = 2_048;
const MINUTE = 60_000;

function cacheOf(maxBytes: number) {
  const clock = { now: 0 };
  return {
    clock,
    cache: new MachinePageCache(
      maxBytes,
      () => NONE,
      () => clock.now,
    ),
  };
}

describe("the page cache", () => {
  test("keeps an answer until it expires", () => {
    const { cache, clock } = cacheOf(10_000);
    cache.store("a", answerOf(10), 1_000);
    clock.now = 999;
    expect(cache.find("a")?.body.byteLength).toBe(10);
    clock.now = 1_000;
    expect([cache.find("a"), cache.bytes]).toEqual([undefined, 0]);
  });

  test("forgets a purged answer, and no other", () => {
    const { cache } = cacheOf(10_000);
    cache.store("a", answerOf(10), MINUTE);
    cache.store("b", answerOf(10), MINUTE);
    expect([cache.purge("a"), cache.purge("a")]).toEqual([true, false]);
    expect([cache.find("a"), cache.find("b")?.status]).toEqual([undefined, 200]);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])("accepts an answer of its own size and none larger (%i beyond)", (beyond, kept) => {
    const { cache } = cacheOf(10_000);
    cache.store("a", answerOf(10_000 - ENTRY + beyond), MINUTE);
    expect(cache.find("a") === undefined ? 0 : 1).toBe(kept);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of one machine keeps its bound of bytes and %i more: %s", (more, isKept) => {
    const { cache } = cacheOf(PAGE_CACHE_MAX_BYTES);
    cache.store("a", answerOf(1_000), MINUTE);
    cache.store("b", answerOf(PAGE_CACHE_MAX_BYTES - 1_000 - 2 * ENTRY + more), MINUTE);
    expect([cache.find("a") !== undefined, cache.find("b") !== undefined]).toEqual([isKept, true]);
  });

  test("evicts the least recently used answer first, and never exceeds its bound", () => {
    const { cache } = cacheOf(3 * (ENTRY + 100));
    for (const key of ["a", "b", "c"]) cache.store(key, answerOf(100), MINUTE);
    cache.find("a");
    cache.store("d", answerOf(100), MINUTE);
    expect(["a", "b", "c", "d"].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true, true]);
    expect(cache.bytes).toBe(3 * (ENTRY + 100));
  });

  test("counts an answer once if it is stored again", () => {
    const { cache } = cacheOf(10_000);
    for (let n = 0; n < 5; n++) cache.store("a", answerOf(100), MINUTE);
    expect(cache.bytes).toBe(ENTRY + 100);
  });

  test("stores nothing with a lifetime of zero", () => {
    const { cache } = cacheOf(10_000);
    cache.store("a", answerOf(100), 0);
    expect(cache.find("a")).toBe(undefined);
  });
});

const HTML = { "content-type": "text/html; charset=utf-8", etag: '"1"' };

const made = async (compressor: Compressor, key: string, answer: WorkerAnswer) => {
  const forms = compressor.formsOf(key, answer);
  forms.for("br");
  await expect.poll(() => forms.for("br")).toBeDefined();
  return forms.for("br");
};

describe("compressed forms", () => {
  test("lets the first clients wait for the form that is being made", async () => {
    const forms = new Compressor(10_000).formsOf("a", answerOf(5_000, HTML));
    expect([forms.for("br"), forms.soon("gzip")]).toEqual([undefined, undefined]);
    const [one, other] = await Promise.all([forms.soon("br"), forms.soon("br")]);
    expect([one?.coding, one?.bytes === other?.bytes, forms.for("br")?.bytes === one?.bytes]).toEqual([
      "br",
      true,
      true,
    ]);
  });

  test("are made once for the same bytes and key", async () => {
    const compressor = new Compressor(10_000);
    const first = await made(compressor, "a", answerOf(5_000, HTML));
    expect(compressor.formsOf("a", answerOf(5_000, HTML)).for("br")?.bytes).toBe(first?.bytes);
    expect(compressor.formsOf("a", answerOf(5_000, { ...HTML, etag: '"2"' })).for("br")).toBe(undefined);
    expect(compressor.formsOf("b", answerOf(5_000, HTML)).for("br")).toBe(undefined);
  });

  test.each([
    ["that is short", answerOf(1_023, HTML)],
    ["without a tag", answerOf(5_000, { "content-type": "text/html" })],
    ["with a weak tag", answerOf(5_000, { ...HTML, etag: 'W/"1"' })],
    ["that is a picture", answerOf(5_000, { ...HTML, "content-type": "image/webp" })],
    ["that is compressed already", answerOf(5_000, { ...HTML, "content-encoding": "gzip" })],
    ["of an error", { ...answerOf(5_000, HTML), status: 403 }],
  ])("are not made for an answer %s", (_, answer) => {
    expect(new Compressor(10_000).formsOf("a", answer)).toBe(NONE);
  });

  test("are evicted beyond the bound, the oldest first", async () => {
    const compressor = new Compressor(40);
    for (const key of ["a", "b", "c", "d", "e"]) await made(compressor, key, answerOf(5_000, HTML));
    expect(compressor.bytes).toBeGreaterThan(0);
    expect(compressor.bytes).toBeLessThanOrEqual(40);
  });

  test("of a site's page for unknown addresses are made once, and push out no page", async () => {
    const compressor = new Compressor(200);
    const pages = "pages https://one.example";
    await made(compressor, `${pages}/`, answerOf(5_000, HTML));
    const unknown = { ...answerOf(5_000, { ...HTML, etag: '"404"' }), status: 404 };
    const first = await made(compressor, `${pages}/x`, unknown);
    const before = compressor.bytes;
    for (let n = 0; n < 100; n += 1)
      expect(compressor.formsOf(`${pages}/x${n}?y=${n}`, unknown).for("br")?.bytes).toBe(first?.bytes);
    expect(compressor.bytes).toBe(before);
    expect(compressor.formsOf(`${pages}/`, answerOf(5_000, HTML)).for("br")).toBeDefined();
    for (const other of ["pages https://two.example/x", "pages http://one.example/x", "pages https://one.example:8/x"])
      expect(compressor.formsOf(other, unknown).for("br")).toBeUndefined();
  });

  test("that are evicted leave memory while their answer is stored, and are made and counted again", async () => {
    const compressor = new Compressor(40);
    const forms = compressor.formsOf("a", answerOf(5_000, HTML));
    await expect.poll(() => forms.for("br")).toBeDefined();
    const { byteLength = 0 } = forms.for("br")?.bytes ?? {};
    for (const key of ["b", "c", "d", "e"]) await made(compressor, key, answerOf(5_000, HTML));
    expect([byteLength > 0, forms.for("br")]).toEqual([true, undefined]);
    await expect.poll(() => forms.for("br")).toBeDefined();
    expect(compressor.bytes).toBeGreaterThanOrEqual(byteLength);
    expect(compressor.bytes).toBeLessThanOrEqual(40);
  });

  test("of one machine stay up to their common bound, and one more evicts the oldest", async () => {
    const compressor = new Compressor(COMPRESSED_MAX_BYTES);
    const one = (key: string): WorkerAnswer => ({
      ...answerOf(0, { ...HTML, etag: `"${key}"` }),
      body: Buffer.from(randomBytes(1_200_000).toString("base64")),
    });
    const kept: { readonly key: string; readonly answer: WorkerAnswer; readonly bytes: number }[] = [];
    for (let all = 0; all <= COMPRESSED_MAX_BYTES;) {
      const [key, answer] = [`k${kept.length}`, one(`k${kept.length}`)];
      const bytes = (await made(compressor, key, answer))?.bytes.byteLength ?? 0;
      all += bytes;
      kept.push({ key, answer, bytes });
      expect(compressor.bytes).toBe(all <= COMPRESSED_MAX_BYTES ? all : all - (kept[0]?.bytes ?? 0));
    }
    const [first, second] = kept.map(({ key, answer }) => compressor.formsOf(key, answer).for("br"));
    expect([first, second?.coding]).toEqual([undefined, "br"]);
  });

  test.each([
    ["br", true],
    ["gzip, deflate, br", true],
    ["gzip, BR;q=0.5", true],
    ["br;q=0", false],
    ["br; q=0.000", false],
    ["gzip", false],
    ["*", false],
    ["brotli", false],
    [undefined, false],
  ])("are for clients that accept them: %j is %s", (header, taken) => {
    expect(accepts(header, "br")).toBe(taken);
  });
});

describe("the cache service", () => {
  const headers = { "cf-cache-namespace": "pages" };

  /** Stores an answer, and looks it up after this time. */
  async function foundLater(policy: string, bytes: number, laterMs: number): Promise<number | undefined> {
    const { cache, clock } = cacheOf(PAGE_CACHE_MAX_BYTES);
    const answer = cacheService(cache);
    const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
      const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncache-control: ${policy}\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, "a")]);
      expect((await fetch(address, { method: "PUT", headers, body })).status).toBe(204);
      clock.now += laterMs;
      const found = await fetch(address, { headers });
      const { byteLength } = await found.arrayBuffer();
      return found.status === 200 ? byteLength : undefined;
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test.each([
    [PAGE_CACHED_MAX_BYTES - 1, true],
    [PAGE_CACHED_MAX_BYTES, true],
    [PAGE_CACHED_MAX_BYTES + 1, false],
  ])("keeps an answer of %i bytes: %s", async (bytes, isKept) => {
    expect(await foundLater("max-age=60", bytes, 0)).toBe(isKept ? bytes : undefined);
  });

  test.each([
    [-1, 10],
    [0, undefined],
    [1, undefined],
  ])("keeps a media file as long as a shared cache may, and %i ms: %s", async (more, found) => {
    const policy = `public, max-age=31536000, s-maxage=${MEDIA_SHARED_SECONDS}, immutable`;
    expect(await foundLater(policy, 10, MEDIA_SHARED_SECONDS * 1_000 + more)).toBe(found);
  });
});
