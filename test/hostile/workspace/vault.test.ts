import { expect, test, describe } from "vitest";
import { MEDIA_COPIES_MAX, STORAGE_DELETE_MAX } from "../../../manifests/bounds/backups.ts";
import type { MediaRef } from "../../../runtime/backups/vault.ts";
import { platformRecovery } from "../../../sites/workers/workspace/object/platformRecovery.ts";
import { vaults } from "../../../sites/workers/workspace/storage/vault.ts";

type Stores = Parameters<typeof vaults>[0];

/** A bucket that fails where the platform's does: at a range past the end, and at too many keys in one deletion. */
class Bucket {
  readonly objects = new Map<string, Uint8Array>();
  readonly deletions: number[] = [];

  async head(key: string) {
    const bytes = this.objects.get(key);
    return bytes ? { size: bytes.length } : null;
  }

  async get(
    key: string,
    {
      range: { offset, length } = { offset: 0, length: Infinity },
    }: { range?: { offset: number; length: number } } = {},
  ) {
    const bytes = this.objects.get(key);
    if (!bytes) return null;
    if (offset >= bytes.length) throw new Error("get: The requested range is not satisfiable (10039)");
    const part = bytes.subarray(offset, Math.min(bytes.length, offset + length));
    return { size: bytes.length, body: part, bytes: async () => part };
  }

  async put(key: string, bytes: Uint8Array) {
    this.objects.set(key, bytes);
  }

  async list({ prefix }: { prefix: string }) {
    return {
      objects: [...this.objects].flatMap(([key, bytes]) =>
        key.startsWith(prefix) ? [{ key, size: bytes.length }] : [],
      ),
      truncated: false,
    };
  }

  async delete(keys: string[]) {
    if (keys.length > 1_000) throw new Error("delete: too many keys");
    this.deletions.push(keys.length);
    for (const key of keys) this.objects.delete(key);
  }
}

const stores = () => ({ backups: new Bucket(), media: new Bucket() });
const vaultOf = (both: ReturnType<typeof stores>, tenant = "acme") => vaults(both as unknown as Stores)(tenant);
const hexDigest = (number: number): string => number.toString(16).padStart(64, "0");
const refs = (count: number): MediaRef[] =>
  Array.from({ length: count }, (_, number) => ({ digest: hexDigest(number), object: "a.png", type: "image/png" }));

describe("files that one request copies", () => {
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("number %i more than the bound and leave %i, to the backups and back", async (more, left) => {
    const both = stores();
    const files = refs(MEDIA_COPIES_MAX + more);
    for (const { digest } of files) both.media.objects.set(`acme/${digest}/a.png`, new Uint8Array(3));
    const vault = vaultOf(both);
    expect(await vault.keepMedia(files)).toEqual({ copied: MEDIA_COPIES_MAX + more - left, left, missing: [] });
    expect((await vault.keepMedia(files)).copied).toBe(left);
    expect(await vault.servedMedia()).toEqual({ objects: files.length, bytes: files.length * 3 });
    both.media.objects.clear();
    const told: number[] = [];
    expect(await vault.bringMedia(files, (writing) => told.push(writing.length))).toMatchObject({
      copied: MEDIA_COPIES_MAX + more - left,
      left,
    });
    expect(told).toEqual([files.length]);
  });
});

describe("removed copies", () => {
  test.each([
    [-1, [STORAGE_DELETE_MAX - 1]],
    [0, [STORAGE_DELETE_MAX]],
    [1, [STORAGE_DELETE_MAX, 1]],
  ])("of %i more than one deletion may take need %j", async (more, deletions) => {
    const both = stores();
    const files = refs(STORAGE_DELETE_MAX + more);
    for (const { digest } of files) both.backups.objects.set(`acme/media/${digest}`, new Uint8Array(1));
    both.backups.objects.set(`other/media/${hexDigest(0)}`, new Uint8Array(1));
    await vaultOf(both).removeMedia(files.map(({ digest }) => digest));
    expect([both.backups.deletions, [...both.backups.objects.keys()]]).toEqual([
      deletions,
      [`other/media/${hexDigest(0)}`],
    ]);
  });

  test("need no deletion if there are none", async () => {
    const both = stores();
    await vaultOf(both).removeMedia([]);
    expect(both.backups.deletions).toEqual([]);
  });
});

test.each<[number, number, number[] | undefined]>([
  [0, 2, [1, 2]],
  [1, 9, [2, 3]],
  [2, 1, [3]],
  [3, 1, []],
  [9, 1, []],
])("a range of an archive from %i, of %i bytes, contains only existing bytes", async (from, length, found) => {
  const both = stores();
  both.backups.objects.set("acme/backups/one", Uint8Array.of(1, 2, 3));
  const part = await vaultOf(both).part("backups", "one", from, length);
  expect(part && [...part]).toEqual(found);
  expect(await vaultOf(both, "other").part("backups", "one", from, length)).toBeUndefined();
});

describe("the platform's point-in-time recovery", () => {
  const bookmark = "0000007b-0000b26e-00001538-0c3e87bb37b3db5cc52eedb93cd3b96b";
  const log = (more: object = {}) => ({
    getCurrentBookmark: async () => bookmark,
    getBookmarkForTime: async (time: number | Date) => `of ${Number(time)}`,
    onNextSessionRestoreBookmark: async (to: string) => `before ${to}`,
    ...more,
  });
  const end = (): never => {
    throw new Error("ended");
  };

  test("is available where a past moment has a bookmark, and gets that bookmark", async () => {
    const recovery = platformRecovery(log(), end, () => 7);
    expect(await recovery.present()).toEqual({ bookmark });
    expect([await recovery.at(5), await recovery.returnTo("x")]).toEqual(["of 5", "before x"]);
    expect(recovery.end).toThrow("ended");
  });

  test.each([
    ["00000000-00000000-00000000-00000000000000000000000000000000"],
    ["00000000-00000005-00000000-00000000000000000000000000000000"],
    [bookmark],
  ])("is unavailable where the present's bookmark is %s and past moments have none", async (present) => {
    const without = log({
      getCurrentBookmark: async () => present,
      getBookmarkForTime: async () => {
        throw new Error("not implemented");
      },
    });
    expect(await platformRecovery(without, end, () => 7).present()).toEqual({
      reason: expect.stringContaining("cannot go back"),
    });
  });
});
