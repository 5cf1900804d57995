import { describe, expect, test } from "vitest";
import { divideSheet } from "../../sites/tools/baseSheets.ts";

describe("a base sheet becomes parts:", () => {
  test.each<[string, string, unknown[]]>([
    ["a text without settings", "a{top:0}", ["a{top:0}"]],
    ["a setting with a value", "a{top:var(--base-x,1px)}", ["a{top:", { names: ["x"], otherwise: "1px" }, "}"]],
    [
      "a setting within a value",
      "a{top:calc(var(--base-x,1px)*2)}",
      ["a{top:calc(", { names: ["x"], otherwise: "1px" }, "*2)}"],
    ],
    [
      "a value with brackets",
      "a{top:var(--base-x,min(1px,var(--y)))}",
      ["a{top:", { names: ["x"], otherwise: "min(1px,var(--y))" }, "}"],
    ],
    [
      "a setting behind a setting",
      "a{top:var(--base-x,var(--base-y-z, 2px))}",
      ["a{top:", { names: ["x", "y-z"], otherwise: "2px" }, "}"],
    ],
    [
      "a whole declaration",
      "a{top:var(--base-x);left:0}",
      ["a{", { names: ["x"], before: "top:", after: ";" }, "left:0}"],
    ],
    ["a last declaration", "a{top:var(--base-x)}", ["a{", { names: ["x"], before: "top:", after: "" }, "}"]],
    [
      "two declarations in a row",
      "a{top:var(--base-x);left:var(--base-y)}",
      ["a{", { names: ["x"], before: "top:", after: ";" }, "", { names: ["y"], before: "left:", after: "" }, "}"],
    ],
    [
      "a declaration of several settings, none with a value",
      "a{top:var(--base-x,var(--base-y))}",
      ["a{", { names: ["x", "y"], before: "top:", after: "" }, "}"],
    ],
  ])("%s", (_, css, parts) => expect(divideSheet(css)).toEqual(parts));

  test.each([
    ["a setting without a value in a longer declaration", "a{margin:0 var(--base-x)}", /needs a value/],
    ["a setting without a name", "a{top:var(--base-)}", /not the place of a setting/],
    ["a name of capitals", "a{top:var(--base-X,1px)}", /not the place of a setting/],
    ["a name that ends early", "a{top:var(--base-x!,1px)}", /not the place of a setting/],
    ["a setting in a part of another's value", "a{top:var(--base-x,calc(var(--base-y,1px)*2))}", /only a part/],
    ["two settings as one value", "a{top:var(--base-x,var(--base-y,1px) 2px)}", /only a part/],
    ["a bracket that stays open", "a{top:var(--base-x,1px", /stays open/],
    ["a setting outside of var()", "a{--base-x:1px}", /not in var/],
  ])("%s is refused", (_, css, says) => expect(() => divideSheet(css)).toThrow(says));
});
