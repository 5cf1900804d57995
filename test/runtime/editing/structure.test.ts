import { describe, expect, test } from "vitest";
import { DOCUMENT_ID_MAX_CHARS, PAGE_MAX_SECTIONS, SECTION_MAX_DEPTH } from "../../../manifests/bounds/documents.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { freeId, idOf } from "../../../runtime/editing/operations/newId.ts";
import { placeOf, sectionIds } from "../../../runtime/editing/operations/sectionTree.ts";
import type { StructureOperation } from "../../../runtime/editing/operations/structure.ts";
import { applyPageOperations } from "../../../runtime/editing/operations/pageOperations.ts";
import { page } from "../kernel/world.ts";

const leaf = (id: string): Section => ({ id, type: "test.text/text", fields: { text: id } });
const box = (id: string, ...inside: Section[]): Section => ({
  ...leaf(id),
  ...(inside.length > 0 ? { children: { left: inside } } : {}),
});
const PAGE: readonly Section[] = [leaf("a"), box("b", leaf("b1"), box("b2", leaf("b21"))), leaf("c")];

/** The section tree as text: ids, with the content of slots in brackets. */
const outline = (sections: readonly Section[]): string =>
  sections
    .map(
      ({ id, children = {} }) =>
        id +
        Object.entries(children)
          .map(([slot, nested]) => `(${slot}: ${outline(nested)})`)
          .join(""),
    )
    .join(" ");
const applied = (sections: readonly Section[], operations: readonly StructureOperation[]) => {
  const { body, created } = applyPageOperations(page("/", { sections: [...sections] }), operations);
  return { sections: body.sections, created };
};
const after = (...operations: StructureOperation[]): string => outline(applied(PAGE, operations).sections);
const pointersOf = (sections: readonly Section[], ...operations: StructureOperation[]): string[] => {
  try {
    applied(sections, operations);
  } catch (error) {
    return (error as { detail: { issues: { pointer: string }[] } }).detail.issues.map(({ pointer }) => pointer);
  }
  return [];
};
const chain = (depth: number): Section => (depth === 1 ? leaf(`d${depth}`) : box(`d${depth}`, chain(depth - 1)));
const many = (count: number): Section[] => Array.from({ length: count }, (_, index) => leaf(`m${index}`));

describe("an operation", () => {
  test.each<[string, string, StructureOperation[]]>([
    [
      "inserts at an index",
      "a n b(left: b1 b2(left: b21)) c",
      [{ op: "insert", section: leaf("n"), at: { index: 1 } }],
    ],
    [
      "inserts at the end when no index is given",
      "a b(left: b1 b2(left: b21)) c n",
      [{ op: "insert", section: leaf("n"), at: {} }],
    ],
    [
      "inserts into a slot",
      "a b(left: n b1 b2(left: b21)) c",
      [{ op: "insert", section: leaf("n"), at: { parent: "b", slot: "left", index: 0 } }],
    ],
    [
      "opens a slot that was empty",
      "a(right: n) b(left: b1 b2(left: b21)) c",
      [{ op: "insert", section: leaf("n"), at: { parent: "a", slot: "right" } }],
    ],
    [
      "moves forward, counting without the moved one",
      "b(left: b1 b2(left: b21)) c a",
      [{ op: "move", section: "a", to: { index: 2 } }],
    ],
    ["moves back", "c a b(left: b1 b2(left: b21))", [{ op: "move", section: "c", to: { index: 0 } }]],
    ["moves to where it is", outline(PAGE), [{ op: "move", section: "b", to: { index: 1 } }]],
    [
      "moves out of a slot with all that is inside",
      "a b(left: b1) c b2(left: b21)",
      [{ op: "move", section: "b2", to: {} }],
    ],
    [
      "moves from slot to slot",
      "a b(left: b2(left: b21 b1)) c",
      [{ op: "move", section: "b1", to: { parent: "b2", slot: "left" } }],
    ],
    [
      "nests",
      "b(left: b1 b2(left: b21)) c(left: a)",
      [{ op: "nest", section: "a", into: { parent: "c", slot: "left" } }],
    ],
    [
      "duplicates beside the original",
      "a b(left: b1 b2(left: b21)) b-2(left: b1-2 b2-2(left: b21-2)) c",
      [{ op: "duplicate", section: "b" }],
    ],
    ["duplicates inside a slot", "a b(left: b1 b2(left: b21 b21-2)) c", [{ op: "duplicate", section: "b21" }]],
    ["removes with all that is inside", "a c", [{ op: "remove", section: "b" }]],
    ["closes a slot it empties", "a b(left: b1 b2) c", [{ op: "remove", section: "b21" }]],
  ])("%s", (_claim, expected, operations) => expect(after(...operations)).toBe(expected));

  test("leaves the document it was given alone", () => {
    const before = structuredClone(PAGE);
    applied(PAGE, [
      { op: "duplicate", section: "b" },
      { op: "remove", section: "a" },
      { op: "nest", section: "c", into: { parent: "b1", slot: "left" } },
    ]);
    expect(PAGE).toEqual(before);
  });

  test("works on what the one before it made", () => {
    expect(
      after(
        { op: "insert", section: leaf("n"), at: {} },
        { op: "nest", section: "n", into: { parent: "a", slot: "left" } },
        { op: "remove", section: "a" },
      ),
    ).toBe("b(left: b1 b2(left: b21)) c");
  });

  test("undone by its opposite gives back the document, to the byte", () => {
    const there = applied(PAGE, [{ op: "nest", section: "c", into: { parent: "a", slot: "left" } }]).sections;
    expect(JSON.stringify(applied(there, [{ op: "move", section: "c", to: {} }]).sections)).toBe(JSON.stringify(PAGE));
  });
});

describe("an operation is refused, with the place of the fault", () => {
  test.each<[string, string, StructureOperation[]]>([
    ["a section nobody has", "/operations/0/section", [{ op: "remove", section: "zz" }]],
    [
      "a section removed just before",
      "/operations/1/section",
      [
        { op: "remove", section: "a" },
        { op: "duplicate", section: "a" },
      ],
    ],
    [
      "a parent nobody has",
      "/operations/0/into/parent",
      [{ op: "nest", section: "a", into: { parent: "zz", slot: "left" } }],
    ],
    [
      "a section into itself",
      "/operations/0/into/parent",
      [{ op: "nest", section: "b", into: { parent: "b", slot: "left" } }],
    ],
    [
      "a section into one inside it",
      "/operations/0/into/parent",
      [{ op: "nest", section: "b", into: { parent: "b21", slot: "left" } }],
    ],
    [
      "a move into one inside it",
      "/operations/0/to/parent",
      [{ op: "move", section: "b", to: { parent: "b2", slot: "left" } }],
    ],
    ["an index past the end", "/operations/0/at/index", [{ op: "insert", section: leaf("n"), at: { index: 4 } }]],
    [
      "an index past the end of the list without the moved one",
      "/operations/0/to/index",
      [{ op: "move", section: "a", to: { index: 3 } }],
    ],
    ["an id that is taken", "/operations/0/section/id", [{ op: "insert", section: leaf("b21"), at: {} }]],
    [
      "a section that brings one id twice",
      "/operations/0",
      [{ op: "insert", section: box("n", leaf("x"), leaf("x")), at: {} }],
    ],
    [
      "a section that brings a taken id inside",
      "/operations/0",
      [{ op: "insert", section: box("n", leaf("a")), at: {} }],
    ],
  ])("%s", (_claim, pointer, operations) => expect(pointersOf(PAGE, ...operations)).toEqual([pointer]));
});

describe("bounds hold after each operation", () => {
  test.each([
    [PAGE_MAX_SECTIONS - 2, true],
    [PAGE_MAX_SECTIONS - 1, true],
    [PAGE_MAX_SECTIONS, false],
  ])("a page of %i sections takes one more: %s", (count, taken) => {
    expect(pointersOf(many(count), { op: "duplicate", section: "m0" })).toEqual(taken ? [] : ["/operations/0"]);
    expect(pointersOf(many(count), { op: "insert", section: leaf("n"), at: {} })).toEqual(
      taken ? [] : ["/operations/0"],
    );
  });

  test("even if a later one would make room", () => {
    expect(
      pointersOf(many(PAGE_MAX_SECTIONS), { op: "duplicate", section: "m0" }, { op: "remove", section: "m0" }),
    ).toEqual(["/operations/0"]);
  });

  test("so copies of copies cannot grow a page without limit on the way", () => {
    const half = [box("half", ...many(PAGE_MAX_SECTIONS / 2 - 1))];
    const copies = Array.from({ length: 60 }, (): StructureOperation => ({ op: "duplicate", section: "half" }));
    expect(pointersOf(half, ...copies.slice(0, 1))).toEqual([]);
    expect(
      pointersOf(half, ...copies, ...copies.map((): StructureOperation => ({ op: "remove", section: "half-2" }))),
    ).toEqual(["/operations/1"]);
  });

  test.each([
    [SECTION_MAX_DEPTH - 1, true],
    [SECTION_MAX_DEPTH, false],
  ])("a section of %i levels can be nested once more: %s", (depth, taken) => {
    const nest: StructureOperation = { op: "nest", section: `d${depth}`, into: { parent: "a", slot: "left" } };
    expect(pointersOf([leaf("a"), chain(depth)], nest)).toEqual(taken ? [] : ["/operations/0"]);
  });

  test.each([
    [SECTION_MAX_DEPTH - 1, true],
    [SECTION_MAX_DEPTH, true],
    [SECTION_MAX_DEPTH + 1, false],
  ])("a section of %i levels can be inserted: %s", (depth, taken) => {
    expect(pointersOf([], { op: "insert", section: chain(depth), at: {} })).toEqual(taken ? [] : ["/operations/0"]);
  });
});

describe("ids", () => {
  test("of copies are new all the way down, and the answer says which is which", () => {
    const { sections, created } = applied(PAGE, [
      { op: "duplicate", section: "b" },
      { op: "duplicate", section: "b" },
    ]);
    expect(new Set(sectionIds(sections)).size).toBe(sectionIds(sections).length);
    expect(created).toEqual([
      { operation: 0, id: "b-2", of: "b" },
      { operation: 0, id: "b1-2", of: "b1" },
      { operation: 0, id: "b2-2", of: "b2" },
      { operation: 0, id: "b21-2", of: "b21" },
      { operation: 1, id: "b-3", of: "b" },
      { operation: 1, id: "b1-3", of: "b1" },
      { operation: 1, id: "b2-3", of: "b2" },
      { operation: 1, id: "b21-3", of: "b21" },
    ]);
  });

  test("of inserted sections are made of their type when they have none", () => {
    const { id: _id, ...nameless } = leaf("x");
    const insert: StructureOperation = { op: "insert", section: nameless, at: {} };
    expect(applied([], [insert, insert]).created.map(({ id }) => id)).toEqual(["text", "text-2"]);
  });

  test("of inserted sections keep away from those that come along inside", () => {
    const { id: _id, ...nameless } = box("x", leaf("text"), leaf("text-2"));
    expect(applied([], [{ op: "insert", section: nameless, at: {} }]).created[0]?.id).toBe("text-3");
  });

  test.each([[DOCUMENT_ID_MAX_CHARS - 1], [DOCUMENT_ID_MAX_CHARS]])(
    "of %i characters are copied within the bound",
    (length) => {
      const id = "i".repeat(length);
      const taken = new Set([id]);
      for (let copies = 0; copies < 12; copies++) taken.add(freeId(id, (candidate) => taken.has(candidate)));
      expect(taken.size).toBe(13);
      expect(Math.max(...[...taken].map((one) => one.length))).toBeLessThanOrEqual(DOCUMENT_ID_MAX_CHARS);
    },
  );

  test.each([
    ["/services/roof_repair", "services-roof-repair"],
    ["/", "home"],
    ["/~x", "x"],
    [`/${"long".repeat(40)}`, "long".repeat(16)],
  ])("are made of the path %s", (path, id) => {
    expect(idOf(path, "home")).toBe(id);
  });
});

test("a section is found where it stands", () => {
  expect(placeOf(PAGE, "b21")).toEqual({ siblings: { parent: "b2", slot: "left" }, index: 0 });
  expect(placeOf(PAGE, "zz")).toBeUndefined();
});
