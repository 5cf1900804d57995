/** The way that the publish page offers to what stays behind. */
import { expect, test } from "vitest";
import { UNPUBLISHED_LISTED } from "../../../manifests/bounds/publishing.ts";
import { ADDRESSED, wayToTake } from "../../../sites/editor/pages/publish/takingAlong.ts";

const choice = { isWhole: false, isListed: true };
const ALL = UNPUBLISHED_LISTED;

test.each([
  ["all entries are named", ALL, 0, choice, "along"],
  ["all are named, and held back", ALL, ALL, choice, "along"],
  ["there are more than are named", ALL + 1, 0, choice, "everything"],
  ["one of more than are named is held back", ALL + 1, 1, choice, "held"],
  ["all of them are held back", ALL + 1, ALL + 1, choice, "held"],
  ["an address can just choose them", 2, 2, { ...choice, size: ADDRESSED }, "along"],
  ["they are too many for an address", 2, 0, { ...choice, size: ADDRESSED + 1 }, "everything"],
  ["they are too many, and held back", 2, 1, { ...choice, size: ADDRESSED + 1 }, "held"],
  ["everything leaves them out", ALL + 1, 1, { isWhole: true, isListed: true }, "held"],
  ["everything leaves them out, and lists not all", 2, 2, { isWhole: true, isListed: false }, "held"],
] as const)("if %s", (_, total, held, publication, way) => {
  const pages = Array.from({ length: Math.min(total, ALL) }, (_one, n) => ({ id: `p${n}`, title: `P${n}` }));
  expect(wayToTake({ pages, total, held }, { size: pages.length + 1, ...publication })).toBe(way);
});
