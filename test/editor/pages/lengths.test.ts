import { describe, expect, test } from "vitest";
import { lengthsFor, pixelsOf } from "../../../sites/editor/pages/theme/lengths.ts";

const TEXT = "^(?:0\\.9375|1|1\\.(?:0625|125|1875|25|3125|375))rem$";
const RADIUS = "^(?:0|[1-9]px|1\\dpx|2[0-4]px)$";

describe("the lengths to choose from", () => {
  test("are those that the pattern takes, the shortest first", () => {
    expect(lengthsFor(TEXT, "1.125rem")).toEqual(
      ["0.9375", "1", "1.0625", "1.125", "1.1875", "1.25", "1.3125", "1.375"].map((one) => `${one}rem`),
    );
    expect(lengthsFor(RADIUS, "2px")).toHaveLength(25);
    expect(lengthsFor("^(?:3\\d|4\\d|5[0-2])rem$", "38rem")).toHaveLength(23);
  });

  test.each([
    ["no pattern", undefined, "1rem"],
    ["a value that is no length", "^[a-z]+$", "serif"],
    ["a pattern that takes nearly every length", ".", "1rem"],
  ])("are none for %s", (_, pattern, value) => {
    expect(lengthsFor(pattern, value)).toEqual([]);
  });

  test.each([
    ["1.125rem", 18],
    ["38rem", 608],
    ["2px", 2],
    ["0", 0],
    ["500", undefined],
    ["Georgia, serif", undefined],
    ["1em", undefined],
  ])("%s has %s pixels", (value, pixels) => {
    expect(pixelsOf(value)).toBe(pixels);
  });
});
