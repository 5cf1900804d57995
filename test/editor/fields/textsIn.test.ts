import { describe, expect, test } from "vitest";
import { textsIn } from "../../../sites/editor/fields/textsIn.ts";

describe("the texts in a value", () => {
  test.each<[string, unknown, string[]]>([
    ["nothing", null, []],
    ["an empty text", "", []],
    ["a text", "Timber", ["Timber"]],
    ["a number", 3, ["3"]],
    ["a switch", false, ["false"]],
    ["a group", { label: "Book", link: "page:contact" }, ["Book", "page:contact"]],
    ["a list of groups", [{ title: "Larch" }, { title: "Oak", note: "" }], ["Larch", "Oak"]],
    [
      "a picture",
      { src: "/media/0a/1b/boat.webp", width: 800, height: 600, alt: "A boat", focal: { x: 0, y: 1 } },
      ["boat.webp", "A boat"],
    ],
  ])("of %s", (_, value, expected) => {
    expect(textsIn(value)).toEqual(expected);
  });
});
