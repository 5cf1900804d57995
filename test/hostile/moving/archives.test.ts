/** Archives that attack the machine of the member who imports them. */
import { describe, expect, test } from "vitest";
import { zipFolder } from "../../../sites/moving/move.ts";
import {
  ZIP_MAX_BYTES,
  ZIP_MAX_FILES,
  ZIP_MAX_INNER_BYTES,
  ZIP_NAME_MAX_BYTES,
  ZipSum,
  zipEntries,
} from "../../../sites/moving/read/zip/entries.ts";
import { zipOf, type ZipFile } from "../../moving/zipOf.ts";

const MB = 1024 * 1024;
const opened = (...files: readonly ZipFile[]): Promise<readonly string[]> =>
  zipFolder(zipOf(files)).then(({ paths }) => paths);

describe("a name", () => {
  test.each(["../up.md", "a/../../up.md", "/etc/passwd", "C:\\boot.md", "a\\..\\..\\up.md", "..", "a\0.md"])(
    "%j that leads out of the archive refuses all of it",
    async (path) => {
      await expect(opened({ path: "fine.md", content: "x" }, { path, content: "x" })).rejects.toThrow(
        "names a file outside of itself",
      );
    },
  );

  test.each(["..a.md", "a..b/c.md", "a/...md"])("%j with dots is only a name", async (path) => {
    expect(await opened({ path, content: "x" }, { path: "z", content: "" })).toContain(path);
  });

  test("of a link is not followed and not taken", async () => {
    expect(
      await opened({ path: "a.md", content: "x" }, { path: "b.md", content: "/etc/passwd", mode: 0o120777 }),
    ).toEqual(["a.md"]);
  });

  test("that 10,000 files have is one file", async () => {
    expect(await opened(...Array.from({ length: 10_000 }, () => ({ path: "a.md", content: "x" })))).toEqual(["a.md"]);
  });
});

describe("a bomb", () => {
  test("that tells its size is refused before it is unpacked", async () => {
    await expect(opened({ path: "a", content: "x", says: 65 * MB })).rejects.toThrow("as only an attack does");
    expect(await opened({ path: "a", content: "x", says: 63 * MB })).toEqual(["a"]);
  });

  test("of many files that share their bytes is refused by their sum", async () => {
    const files = Array.from({ length: 70 }, (_, index) => ({ path: `${index}`, content: "x", says: MB }));
    await expect(opened(...files)).rejects.toThrow("as only an attack does");
  });

  test("that lies about its size ends as soon as it has more", async () => {
    const folder = await zipFolder(zipOf([{ path: "a.md", content: "x".repeat(8 * MB), says: 10 }]));
    await expect(folder.text("a.md")).rejects.toThrow("larger than the archive says");
    await expect(
      (async () => {
        for await (const piece of folder.stream("a.md")) expect(piece.length).toBeLessThan(MB);
      })(),
    ).rejects.toThrow("larger than the archive says");
  });

  test("in a bomb is not opened", async () => {
    const inner = zipOf([{ path: "b.zip", content: new Uint8Array(await zipOf([]).arrayBuffer()) }]);
    expect(await opened({ path: "a.zip", content: new Uint8Array(await inner.arrayBuffer()) })).toEqual(["b.zip"]);
  });
});

test.each<[string, ZipFile, string]>([
  ["a password", { path: "a", content: "x", flags: 1 }, "has a password"],
  ["an unknown way of packing", { path: "a", content: "x", method: 12 }, "not known here (12)"],
])("an archive with %s is refused by that name", async (_, file, says) => {
  await expect(opened(file)).rejects.toThrow(says);
});

test.each([0, 1, 21, 40, 60, 90])("an archive cut to %i bytes is damaged, and nothing else", async (bytes) => {
  const whole = zipOf([{ path: "a.md", content: "words and words" }]);
  await expect(zipEntries(whole.slice(0, bytes))).rejects.toThrow("The archive is damaged");
});

test.each([
  [ZIP_MAX_FILES, "damaged"],
  [ZIP_MAX_FILES + 1, `more than ${ZIP_MAX_FILES} files`],
])("an archive that tells %i files is %s", async (count, says) => {
  const bytes = Buffer.alloc(98);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(BigInt(count), 32);
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeUInt32LE(0x06054b50, 76);
  bytes.writeUInt16LE(0xffff, 86);
  await expect(zipEntries(new Blob([bytes]))).rejects.toThrow(says);
});

describe("archives in an archive", () => {
  const inner = async (...files: readonly ZipFile[]): Promise<Uint8Array> =>
    new Uint8Array(await zipOf(files).arrayBuffer());

  test("share one sum of bytes", async () => {
    const part = await inner({ path: "a", content: "x", says: 40 * MB });
    expect(await opened({ path: "1.zip", content: part })).toEqual(["a"]);
    await expect(opened({ path: "1.zip", content: part }, { path: "2.zip", content: part })).rejects.toThrow(
      "as only an attack does",
    );
  });

  test("do not multiply how much they may grow", async () => {
    const part = await inner(
      { path: "a", content: "x".repeat(8 * MB), method: 0 },
      { path: "b", content: "x", says: 60 * MB },
    );
    await expect(opened({ path: "1.zip", content: part })).rejects.toThrow("as only an attack does");
  });
});

test.each([
  ["a sum of files", ZIP_MAX_FILES, (sum: ZipSum, count: number) => sum.addFiles(count)],
  ["a sum of bytes", ZIP_MAX_BYTES, (sum: ZipSum, count: number) => sum.addBytes(count)],
  ["archives in memory", ZIP_MAX_INNER_BYTES, (sum: ZipSum, count: number) => sum.addInner(count)],
])("%s has a bound, whatever the archive's size", (_, most, add) => {
  for (const count of [most - 1, most]) {
    const sum = new ZipSum(most);
    add(sum, 0);
    expect(() => add(sum, count)).not.toThrow();
  }
  const sum = new ZipSum(most);
  add(sum, 1);
  expect(() => add(sum, most)).toThrow(/^The archive has more than/);
});

test.each([
  [ZIP_NAME_MAX_BYTES - 1, true],
  [ZIP_NAME_MAX_BYTES, true],
  [ZIP_NAME_MAX_BYTES + 1, false],
])("a name of %i bytes is taken: %s", async (bytes, isTaken) => {
  const path = `${"b".repeat(bytes - 3)}.md`;
  const paths = opened({ path, content: "x" }, { path: "z.md", content: "x" });
  const found = await paths.then(
    (all) => all.includes(path),
    (error: unknown) => String(error),
  );
  expect(found).toEqual(isTaken || expect.stringContaining("has a name of"));
});

test("folders around everything go away, however deep they are", async () => {
  expect(await opened({ path: `${"a/".repeat(2_000)}b.md`, content: "x" })).toEqual(["b.md"]);
  expect(await opened({ path: "a/b/c/x.md", content: "x" }, { path: "a/b/d.md", content: "" })).toEqual([
    "c/x.md",
    "d.md",
  ]);
  expect(await opened({ path: "a/content/x.md", content: "x" })).toEqual(["content/x.md"]);
});
