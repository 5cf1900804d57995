import { describe, expect, test } from "vitest";
import { contrastOf, contrastGrade, writtenColor } from "../../../sites/editor/looks/contrast.ts";

/** Values from WCAG's examples and other checkers. */
describe("the contrast of two colours", () => {
  test.each([
    ["#000000", "#ffffff", "21.0", "enough"],
    ["#ffffff", "#ffffff", "1.0", "little"],
    ["#767676", "#ffffff", "4.5", "enough"],
    ["#777777", "#ffffff", "4.4", "large"],
    ["#949494", "#ffffff", "3.0", "large"],
    ["#959595", "#ffffff", "2.9", "little"],
    ["#0000FF", "#ffffff", "8.5", "enough"],
  ])("%s on %s is %s: %s", (one, other, number, grade) => {
    const contrast = contrastOf(one, other) ?? 0;
    expect([writtenColor(contrast), contrastGrade(contrast)]).toEqual([number, grade]);
    expect(contrastOf(other, one)).toBe(contrast);
  });

  test.each(["red", "#fff", "", "#12345g", "#1234567"])("of %j is undefined", (colour) =>
    expect(contrastOf(colour, "#ffffff")).toBeUndefined(),
  );
});
