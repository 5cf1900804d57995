import { describe, expect, test } from "vitest";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";

const filled = (most: number, count: number): BoundedMap<string, number> => {
  const map = new BoundedMap<string, number>(most);
  for (let index = 0; index < count; index += 1) map.set(`k${index}`, index);
  return map;
};

describe("a bounded map", () => {
  test.each([
    [2, ["k0", "k1"]],
    [3, ["k0", "k1", "k2"]],
    [4, ["k1", "k2", "k3"]],
  ])("of three entries that is given %i keeps the newest", (count, keys) => {
    expect([...filled(3, count).keys()]).toEqual(keys);
  });

  test("forgets nothing for a key it has, which becomes the newest", () => {
    const map = filled(3, 3).set("k0", 7);
    expect([...map]).toEqual([
      ["k1", 1],
      ["k2", 2],
      ["k0", 7],
    ]);
    expect([...map.set("k3", 3).keys()]).toEqual(["k2", "k0", "k3"]);
  });

  test("is not reordered by a look", () => {
    const map = filled(2, 2);
    map.get("k0");
    expect([...map.set("k2", 2).keys()]).toEqual(["k1", "k2"]);
  });

  test("forgets an undefined key like any other", () => {
    const map = new BoundedMap<string | undefined, number>(1).set(undefined, 1).set("a", 2);
    expect([...map]).toEqual([["a", 2]]);
  });
});
