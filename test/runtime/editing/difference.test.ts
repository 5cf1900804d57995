import { assert, boolean, jsonValue, property } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { isDifferent, pageDifference } from "../../../runtime/editing/operations/difference.ts";
import { sameJson } from "../../../runtime/editing/operations/sameJson.ts";

const leaf = (id: string, more: Partial<Section> = {}): Section => ({
  id,
  type: "test.text/text",
  fields: { text: "t" },
  ...more,
});
const page = (sections: Section[], more: Partial<Page> = {}): Page => ({ path: "/", title: "Home", sections, ...more });
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

describe("between two versions of a page", () => {
  test("nothing differs when they say the same in another order", () => {
    const one = page([leaf("a", { fields: { x: 1, y: { z: [1, 2] } } })]);
    const other = {
      sections: [{ fields: { y: { z: [1, 2] }, x: 1 }, type: "test.text/text", id: "a" }],
      title: "Home",
      path: "/",
    };
    expect(isDifferent(pageDifference(one, other))).toBe(false);
  });

  test("members that changed, came or went are named", () => {
    expect(
      pageDifference(page([], { author: "A" }), page([], { title: "New", noindex: true })).members.toSorted(),
    ).toEqual(["author", "noindex", "title"]);
  });

  test("sections that came, went and changed are told apart, with their fields", () => {
    const { sections } = pageDifference(
      page([leaf("gone"), leaf("kept", { fields: { a: 1, b: 2 } }), leaf("same")]),
      page([leaf("kept", { fields: { a: 1, c: 3 }, variant: "loud" }), leaf("same"), leaf("new")]),
    );
    expect(sections).toEqual({
      added: [{ id: "new", type: "test.text/text" }],
      removed: [{ id: "gone", type: "test.text/text" }],
      changed: [{ id: "kept", type: "test.text/text", fields: ["b", "c"], members: ["variant"] }],
      moved: [],
    });
  });

  test("a section is moved when it is in another slot, and what is inside it is not", () => {
    const before = page([leaf("a", { children: { left: [leaf("a1")] } }), leaf("b")]);
    const after = page([leaf("b", { children: { left: [leaf("a", { children: { left: [leaf("a1")] } })] } })]);
    const { moved, changed } = pageDifference(before, after).sections;
    expect([ids(moved), changed]).toEqual([["a"], []]);
  });

  test.each([
    ["one to the end", "abcd", "bcda", ["a"]],
    ["one to the front", "abcd", "dabc", ["d"]],
    ["two exchanged", "abcd", "abdc", ["d"]],
    ["one removed before others", "abcd", "bcd", []],
    ["one added between", "acd", "abcd", []],
  ])("of %s, as few as possible are called moved", (_claim, before, after, moved) => {
    const pageOf = (order: string) => page([...order].map((id) => leaf(id)));
    expect(ids(pageDifference(pageOf(before), pageOf(after)).sections.moved)).toHaveLength(moved.length);
  });
});

/** JSON with the members of every object in order. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.toSorted().join()}}`;
};

test("JSON is the same exactly when it reads the same with its members in order", () => {
  const value = jsonValue({ maxDepth: 2 });
  assert(
    property(value, value, boolean(), (one, other, equal) => {
      const second = equal ? (JSON.parse(JSON.stringify(one)) as unknown) : other;
      expect(sameJson(one, second)).toBe(canonical(one) === canonical(second));
    }),
    { numRuns: 1_000, seed: 3 },
  );
});

test.each([
  [{ a: undefined }, { b: undefined }],
  [[], {}],
  [{ 0: 1 }, [1]],
  [null, {}],
  [1, "1"],
  [{ constructor: 1 }, {}],
])("%j is not %j", (one, other) => {
  expect(sameJson(one, other)).toBe(false);
});
