import { describe, expect, test } from "vitest";
import { GOOD_FIELDS_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { GoodFields } from "../../../runtime/rendering/goodFields.ts";

/** Fields whose JSON with the type has this length. */
const ofLength = (length: number, mark = "a") => ({ t: mark.padEnd(length - 'x {"t":""}'.length, mark) });

describe("fields found good", () => {
  test("are known by type and value, and nothing else is", () => {
    const good = new GoodFields();
    good.add("x", { title: "A", more: [1] });
    expect(good.has("x", { title: "A", more: [1] })).toBe(true);
    for (const [type, fields] of [
      ["y", { title: "A", more: [1] }],
      ["x", { title: "B", more: [1] }],
      ["x", { title: "A", more: ["1"] }],
      ["x", { title: "A" }],
    ] as const) {
      expect(good.has(type, fields)).toBe(false);
    }
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("are known when their text is as long as the bound and %i: %s", (more, isKnown) => {
    const good = new GoodFields();
    const fields = ofLength(GOOD_FIELDS_MAX_CHARS + more);
    expect(`x ${JSON.stringify(fields)}`).toHaveLength(GOOD_FIELDS_MAX_CHARS + more);
    good.add("x", fields);
    expect(good.has("x", fields)).toBe(isKnown);
  });

  test("are forgotten when others have filled both halves, and kept when they were asked for meanwhile", () => {
    const good = new GoodFields();
    const [asked, idle] = [ofLength(20, "a"), ofLength(20, "b")];
    good.add("x", asked);
    good.add("x", idle);
    good.add("x", ofLength(GOOD_FIELDS_MAX_CHARS, "c"));
    expect(good.has("x", asked)).toBe(true);
    good.add("x", ofLength(GOOD_FIELDS_MAX_CHARS, "d"));
    expect([good.has("x", asked), good.has("x", idle)]).toEqual([true, false]);
  });
});
