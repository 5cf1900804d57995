import { expect, test } from "vitest";
import { isWithin } from "../../../manifests/memory/span.ts";

test.each([
  [9, false],
  [10, true],
  [19, true],
  [20, false],
])("a span from 10 to 20 at %i: %s", (now, holds) => {
  expect(isWithin({ from: 10, until: 20 }, now)).toBe(holds);
});
