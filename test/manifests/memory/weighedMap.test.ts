import { describe, expect, test } from "vitest";
import { WeighedMap } from "../../../manifests/memory/weighedMap.ts";

const MOST = 10;

const mapWith = (entries: Readonly<Record<string, string>>): WeighedMap<string, string> => {
  const map = new WeighedMap<string, string>(MOST, (value) => value.length);
  for (const [key, value] of Object.entries(entries)) map.set(key, value);
  return map;
};

const keysIn = (map: WeighedMap<string, string>, ...keys: string[]): string[] =>
  keys.filter((key) => map.get(key) !== undefined);

describe("a map by weight", () => {
  test.each([
    [MOST - 1, true],
    [MOST, true],
    [MOST + 1, false],
  ])("that is given one value of weight %i keeps it: %s", (weight, kept) => {
    const map = mapWith({ small: "x", one: "1".repeat(weight) });
    expect(map.get("one") !== undefined).toBe(kept);
    expect(map.get("small")).toBe(kept && weight >= MOST ? undefined : "x");
  });

  test.each([
    [3, ["a", "b", "c"]],
    [4, ["a", "b", "c"]],
    [5, ["b", "c"]],
  ])("that is given a third value of weight %i keeps the newest that fit", (weight, keys) => {
    expect(keysIn(mapWith({ a: "aaa", b: "bbb", c: "c".repeat(weight) }), "a", "b", "c")).toEqual(keys);
  });

  test("evicts what was wanted longest ago", () => {
    const map = mapWith({ a: "aaa", b: "bbb", c: "ccc" });
    map.get("a");
    map.set("d", "ddd");
    expect(keysIn(map, "a", "b", "c", "d")).toEqual(["a", "c", "d"]);
  });

  test("counts a replaced value once, and forgets it for one that is too heavy", () => {
    const map = mapWith({ a: "aaaaaaaa" });
    for (let turn = 0; turn < 5; turn += 1) map.set("a", "aaaa");
    map.set("b", "bbbbbb");
    expect(keysIn(map, "a", "b")).toEqual(["a", "b"]);
    map.set("a", "a".repeat(MOST + 1));
    expect(keysIn(map, "a", "b")).toEqual(["b"]);
  });
});
