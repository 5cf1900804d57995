import { describe, expect, test } from "vitest";
import { merge, wasIn } from "../../../sites/editor/pages/desk/merging.ts";

describe("a form that is merged with another member's changes", () => {
  test.each<[string, [was: string, sent: string, now: string], mine: boolean, clashes: boolean]>([
    ["was left alone, and changed elsewhere", ["a", "a", "b"], false, false],
    ["was changed here alone", ["a", "b", "a"], true, false],
    ["was changed to the same", ["a", "b", "b"], false, false],
    ["was changed here and elsewhere", ["a", "b", "c"], true, true],
    ["was emptied here and changed elsewhere", ["a", "", "c"], true, true],
    ["came back with other ends of lines", ["a\nb", "a\r\nb ", "c"], false, false],
  ])("has a field that %s", (_, [was, sent, now], mine, clashes) => {
    const merged = merge({ one: was, two: "x" }, { one: sent, two: "x" }, { one: now, two: "x" });
    expect([[...merged.mine], [...merged.clashes]]).toEqual([mine ? ["one"] : [], clashes ? ["one"] : []]);
  });

  test("may have a field that did not exist when the form was opened", () => {
    expect(merge({}, { constructor: "b" }, { constructor: "" }).mine).toEqual(new Set(["constructor"]));
  });

  test.each(["", "{", "[]", "null", "7", '{"name":1}', '{"name":"a","name":"b"}'])(
    "is refused with %j as its earlier values",
    (was) => {
      expect(() => wasIn(new Map([["was", was]]))).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
    },
  );
});
