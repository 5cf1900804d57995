import { describe, expect, test } from "vitest";
import { joinedBytes } from "../../../manifests/joinedBytes.ts";
import { partKey } from "../../../runtime/media/keys.ts";
import { PartedStorage } from "../../../sites/web/api/media/parts.ts";

const PART = 1_000;
const filled = (length: number, from = 0): Uint8Array => Uint8Array.from({ length }, (_, at) => (from + at) % 251);

/** A bucket whose puts end when the test says so, one after the other. */
function slowBucket() {
  const kept = new Map<string, Uint8Array>();
  const open: PromiseWithResolvers<void>[] = [];
  return {
    kept,
    open,
    async put(key: string, body: ReadableStream<Uint8Array> | ArrayBuffer | Uint8Array) {
      const gate = Promise.withResolvers<void>();
      open.push(gate);
      await gate.promise;
      kept.set(key, await new Response(body as ReadableStream<Uint8Array>).bytes());
    },
  };
}

const storageIn = (bucket: ReturnType<typeof slowBucket>): PartedStorage => {
  const storage = new PartedStorage(bucket, "k", PART);
  storage.admit(10 * PART);
  return storage;
};

/** Waits until the store is asked to keep so many parts. It is not while the storage measures a pause. */
const asked = (bucket: ReturnType<typeof slowBucket>, count: number): Promise<void> =>
  expect.poll(() => bucket.open.length, { interval: 1 }).toBe(count);

const settled = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), scheduler.wait(20).then(() => false)]);

describe("a file that is stored in parts", () => {
  test("arrives while its last part is stored, and waits before a second one would be", async () => {
    const bucket = slowBucket();
    const storage = storageIn(bucket);
    await storage.write(filled(PART));
    await storage.write(filled(PART - 1, PART));
    const third = storage.write(filled(1, 2 * PART - 1));
    await asked(bucket, 1);
    expect(await settled(third)).toBe(false);
    expect(bucket.open).toHaveLength(1);
    bucket.open[0]?.resolve();
    await third;
    const ended = storage.end();
    await asked(bucket, 2);
    expect(await settled(ended)).toBe(false);
    bucket.open[1]?.resolve();
    await ended;
    expect([...bucket.kept]).toEqual([
      [partKey("k", 0), filled(PART)],
      [partKey("k", 1), filled(PART, PART)],
    ]);
  });

  test.each([1, PART - 1, PART, PART + 1, 3 * PART, 3 * PART + 7])("of %i bytes is whole", async (length) => {
    const kept: Uint8Array[] = [];
    const put = async (_: string, body: unknown) =>
      void kept.push(await new Response(body as ReadableStream<Uint8Array>).bytes());
    const storage = new PartedStorage({ put }, "k", PART);
    storage.admit(length);
    const bytes = filled(length);
    for (let at = 0; at < length; at += 300) await storage.write(bytes.subarray(at, at + 300));
    await storage.end();
    expect(joinedBytes(kept)).toEqual(bytes);
    expect([storage.parts, storage.bytes]).toEqual([Math.ceil(length / PART), length]);
  });

  test("fails at its next part, or at its end, if a part was not stored", async () => {
    for (const finish of [(one: PartedStorage) => one.write(filled(PART)), (one: PartedStorage) => one.end()]) {
      const bucket = slowBucket();
      const storage = storageIn(bucket);
      await storage.write(filled(PART));
      await asked(bucket, 1);
      bucket.open[0]?.reject(new Error("no room"));
      await expect(finish(storage)).rejects.toThrow("no room");
      await storage.abandon();
      expect(bucket.open).toHaveLength(1);
    }
  });

  test("is given up only after the part that is being stored, so no bytes come later", async () => {
    const bucket = slowBucket();
    const storage = storageIn(bucket);
    await storage.write(filled(PART));
    await asked(bucket, 1);
    const abandoned = storage.abandon();
    expect(await settled(abandoned)).toBe(false);
    bucket.open[0]?.resolve();
    await abandoned;
  });
});
