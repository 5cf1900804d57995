import { describe, expect, test } from "vitest";
import type { WorkerAnswer } from "../../../sites/local/pageCache/answer.ts";
import { MachinePageCache } from "../../../sites/local/pageCache/pageCache.ts";
import { accepts, Compressor, NONE } from "../../../sites/local/pageCache/representations.ts";

const answerOf = (bytes: number, headers: Record<string, string> = {}): WorkerAnswer => ({
  status: 200,
  headers: new Map(Object.entries(headers)),
  body: Buffer.alloc(bytes, "a"),
});

/** The bytes that the cache counts for an entry besides its body. */
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
  test("keeps an answer until its time is over", () => {
    const { cache, clock } = cacheOf(10_000);
    cache.store("a", answerOf(10), 1_000);
    clock.now = 999;
    expect(cache.find("a")?.body.byteLength).toBe(10);
    clock.now = 1_000;
    expect([cache.find("a"), cache.bytes]).toEqual([undefined, 0]);
  });

  test("forgets what is purged, and only that", () => {
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
  ])("takes an answer as large as itself and none larger (%i beyond)", (beyond, kept) => {
    const { cache } = cacheOf(10_000);
    cache.store("a", answerOf(10_000 - ENTRY + beyond), MINUTE);
    expect(cache.find("a") === undefined ? 0 : 1).toBe(kept);
  });

  test("gives up first what was asked for longest ago, and never holds more than its limit", () => {
    const { cache } = cacheOf(3 * (ENTRY + 100));
    for (const key of ["a", "b", "c"]) cache.store(key, answerOf(100), MINUTE);
    cache.find("a");
    cache.store("d", answerOf(100), MINUTE);
    expect(["a", "b", "c", "d"].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true, true]);
    expect(cache.bytes).toBe(3 * (ENTRY + 100));
  });

  test("counts an answer once that is stored again", () => {
    const { cache } = cacheOf(10_000);
    for (let n = 0; n < 5; n++) cache.store("a", answerOf(100), MINUTE);
    expect(cache.bytes).toBe(ENTRY + 100);
  });

  test("keeps nothing for no time", () => {
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
  test("are made once for the same bytes under the same name", async () => {
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
    ["of an error", { ...answerOf(5_000, HTML), status: 404 }],
  ])("are not made of an answer %s", (_, answer) => {
    expect(new Compressor(10_000).formsOf("a", answer)).toBe(NONE);
  });

  test("are given up when there are too many, the oldest first", async () => {
    const compressor = new Compressor(40);
    for (const key of ["a", "b", "c", "d", "e"]) await made(compressor, key, answerOf(5_000, HTML));
    expect(compressor.bytes).toBeGreaterThan(0);
    expect(compressor.bytes).toBeLessThanOrEqual(40);
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
  ])("are for those who take them: %j is %s", (header, taken) => {
    expect(accepts(header, "br")).toBe(taken);
  });
});
