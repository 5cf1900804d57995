import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { syncNewBlobs } from "../../../sites/machine/blobs/syncNewBlobs.ts";
import { BlobSync, SharedSync, syncFile, syncFolder } from "../../../sites/machine/blobs/syncing.ts";
import { blobsOf } from "../../../sites/machine/state/buckets.ts";
import { testFolder } from "../testFolder.ts";

/** A disk that notes each sync, and ends them in the order that a test decides. */
function slowDisk(failing: ReadonlySet<string> = new Set()) {
  const [begun, waiting] = [[] as string[], [] as (() => void)[]];
  const sync = async (path: string): Promise<void> => {
    begun.push(path);
    await new Promise<void>((done) => waiting.push(done));
    if (failing.has(path)) throw new Error("EIO");
  };
  const next = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  return { begun, next, sync: { file: sync, folder: sync } };
}

const isDone = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<false>((done) => setImmediate(() => done(false)))]);

describe("a file is kept", () => {
  test("only once its bytes, its name and the folders above it are on the disk", async () => {
    const { begun, next, sync } = slowDisk();
    const kept = new BlobSync("/state", sync).keep("/state/v3/r2/media/blobs/one");
    for (const path of ["one", "blobs", "media", "r2", "v3", "state"]) {
      expect([begun.at(-1)?.split("/").at(-1), await isDone(kept)]).toEqual([path, false]);
      await next();
    }
    expect(await isDone(kept)).toBe(true);
  });

  test("with one sync of the folder from its second time on", async () => {
    const { begun, next, sync } = slowDisk();
    const keeper = new BlobSync("/state", sync);
    const first = keeper.keep("/state/kv/one");
    for (let step = 0; step < 4; step += 1) await next();
    await first;
    begun.length = 0;
    const second = keeper.keep("/state/kv/two");
    await next();
    await next();
    await second;
    expect(begun).toEqual(["/state/kv/two", "/state/kv"]);
  });

  test("with others, which share the sync of their names", async () => {
    let folders = 0;
    const folder = async (path: string): Promise<void> => {
      if (path === "/state/kv") folders += 1;
      await new Promise((done) => setImmediate(done));
    };
    const keeper = new BlobSync("/state", { file: async () => undefined, folder });
    await Promise.all(Array.from({ length: 6 }, (_, n) => keeper.keep(`/state/kv/${n}`)));
    expect(folders).toBe(2);
  });

  test.each(["/state/kv/one", "/state/kv"])("not if %s cannot be synced", async (path) => {
    const { next, sync } = slowDisk(new Set([path]));
    const kept = new BlobSync("/state", sync).keep("/state/kv/one");
    void kept.catch(() => undefined);
    for (let step = 0; step < 4; step += 1) await next();
    await expect(kept).rejects.toThrow("EIO");
  });
});

describe("a shared sync", () => {
  test("does not count for a call that came while it ran, and shares the next run", async () => {
    const { begun, next, sync } = slowDisk();
    const shared = new SharedSync(() => sync.file("folder"));
    const [first, second, third] = [shared.join(), shared.join(), shared.join()];
    await next();
    expect([await isDone(first), await isDone(second), await isDone(third)]).toEqual([true, false, false]);
    await next();
    expect([await isDone(second), await isDone(third), begun.length]).toEqual([true, true, 2]);
  });

  test("runs again after a failure", async () => {
    let runs = 0;
    const shared = new SharedSync(async () => {
      runs += 1;
      if (runs === 1) throw new Error("EIO");
    });
    const [first, second] = [shared.join(), shared.join()];
    await expect(first).rejects.toThrow("EIO");
    await expect(second).resolves.toBeUndefined();
  });
});

test("a real file and a real folder are synced", async () => {
  using here = testFolder();
  writeFileSync(here.at("file"), "bytes");
  await syncFile(here.at("file"));
  await syncFolder(here.path);
  await expect(syncFile(here.at("missing"))).rejects.toThrow("ENOENT");
});

test("files that a program stored before the workers run are synced, and older ones are not", async () => {
  using here = testFolder();
  const folder = blobsOf(here.path, "media");
  mkdirSync(folder, { recursive: true });
  const since = Date.now();
  for (const name of ["a".repeat(80), "b".repeat(80), "no blob"]) writeFileSync(join(folder, name), "bytes");
  const synced: string[] = [];
  const sync = new BlobSync(here.path, { file: async (path) => void synced.push(path), folder: async () => undefined });
  await syncNewBlobs(here.path, since, sync);
  expect(synced.toSorted()).toEqual([join(folder, "a".repeat(80)), join(folder, "b".repeat(80))]);
  synced.length = 0;
  await syncNewBlobs(here.path, since + 60_000, sync);
  expect(synced).toEqual([]);
});
