/** Files come some at a time, and the count of those that are done never goes back. */
import { expect, test } from "vitest";
import { storeFiles } from "../../sites/moving/apply/files.ts";
import type { Door } from "../../sites/moving/move.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

test("a file that is slow delays no count", async () => {
  const late = Promise.withResolvers<undefined>();
  const told: number[] = [];
  const door = {
    upload: async ({ name }: { name: string }) => ({
      id: name,
      path: `/media/${name}`,
      width: 1,
      height: 1,
      version: 1,
    }),
    wait: async () => undefined,
  } as unknown as Door;
  const files = ["slow", "b", "c", "d", "e"].map((name) => ({
    name,
    address: name,
    place: "a.md",
    bytes: async () => {
      if (name === "slow") await late.promise;
      return new TextEncoder().encode(name);
    },
  }));
  const done = await storeFiles(door, files, [], (count) => {
    told.push(count);
    if (count === 4) late.resolve(undefined);
  });
  expect(told).toEqual([1, 2, 3, 4, 5]);
  expect([...done.stored].map(([number, { id }]) => [number, id]).toSorted()).toEqual(
    files.map(({ name }, number) => [number, name]),
  );
});

test("the same bytes at two addresses are one file, and each address leads there", async () => {
  const site = await MemorySite.open();
  const boat = new Uint8Array([137, 80, 78, 71]);
  const text = "---\ntitle: Boats\n---\n![Old](/2020/boat.png) ![New](/2021/boat.png) ![Other](/ship.png)\n";
  const files = {
    "hugo.toml": "",
    "content/boats.md": text,
    "static/2020/boat.png": boat,
    "static/2021/boat.png": boat,
  };
  const { files: done, losses } = await site.move(folderOf({ ...files, "static/ship.png": boat }));
  expect([done.made, site.uploads.size, losses]).toEqual([1, 1, []]);
  const [, stored = ""] = /\/media\/([0-9a-f]{64})\/\w+\.png/.exec(site.textAt("/boats")) ?? [];
  expect(site.formerPaths.get(stored)?.toSorted()).toEqual(["/2020/boat.png", "/2021/boat.png", "/ship.png"]);
  expect((await site.move(folderOf({ ...files, "static/ship.png": boat }))).files.made).toBe(0);
});
