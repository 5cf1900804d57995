import { expect, test } from "vitest";
import { effortOf, excess, growthOf, PROPORTIONAL } from "../support/effort.ts";

/** A rule by the square of the length: it begins at each letter and reads to the end. */
const SQUARE = /a+b/;
const LENGTH = 6_000;

test.each([
  [1, /times the cost of its parts/],
  [Infinity, undefined],
])("work by the square of its size is found above %d units", async (units, found) => {
  const said = await excess((share) => SQUARE.test("a".repeat(LENGTH * share)), units);
  expect(said ?? "nothing").toMatch(found ?? "nothing");
});

test("work in proportion to its size is found dear if it takes no share, or costs ten times what is allowed", async () => {
  const text = JSON.stringify(Array.from({ length: 15_000 }, (_, n) => ({ n, title: "A title" })));
  const rows = (share: number): unknown => JSON.parse(`[${"1,".repeat(700_000 * share)}1]`);
  expect(await excess(() => [1, 2, 3].map(() => JSON.parse(text) as unknown), 0.1)).toMatch(/units, where 0.1 are/);
  expect(await growthOf(rows)).toBeLessThan(PROPORTIONAL);
  const cost = await effortOf(() => rows(1));
  expect(await excess(rows, cost / 3)).toBeUndefined();
  expect(await excess(rows, cost / 100)).toMatch(/units, where [\d.]+ are allowed$/);
});
