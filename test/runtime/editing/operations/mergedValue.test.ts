import { describe, expect, test } from "vitest";
import { mergedValue } from "../../../../runtime/editing/operations/mergedValue.ts";

describe("two edits of one field", () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["of different entries merge", ["a", "b"], ["A", "b"], ["a", "B"], ["A", "B"]],
    [
      "of texts in the same entry merge by block",
      [{ q: "?", a: "x\n\ny" }],
      [{ q: "?", a: "X\n\ny" }],
      [{ q: "?", a: "x\n\nY" }],
      [{ q: "?", a: "X\n\nY" }],
    ],
    [
      "of the same entry in different members collide",
      [{ q: "q", a: "a" }],
      [{ q: "Q", a: "a" }],
      [{ q: "q", a: "A" }],
      undefined,
    ],
    [
      "of a picture and of its description collide",
      { src: "/1", alt: "one" },
      { src: "/2", alt: "one" },
      { src: "/1", alt: "uno" },
      undefined,
    ],
    ["of lists that got longer collide", ["a"], ["a", "b"], ["a", "c"], undefined],
    ["of an entry that one of them moved collide", ["a", "b"], ["b", "a"], ["A", "b"], undefined],
    ["of numbers collide", 1, 2, 3, undefined],
    ["alike are one", { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
    ["of a text and of nothing collide", "a\n\nb", null, "a\n\nB", undefined],
    [
      "with a member that both took away merge",
      { t: "x\n\ny", n: 1 },
      { t: "X\n\ny" },
      { t: "x\n\nY" },
      { t: "X\n\nY" },
    ],
  ])("%s", (_, was, now, wanted, expected) => {
    expect(mergedValue(was, now, wanted)).toEqual(expected);
  });
});
