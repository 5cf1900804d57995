/** Files come some at a time, and the count of those that are done never goes back. */
import { expect, test } from "vitest";
import { storeFiles } from "../../sites/moving/apply/files.ts";
import type { Door } from "../../sites/moving/move.ts";

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
