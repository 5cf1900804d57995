import { describe, expect, test } from "vitest";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { clipboardText } from "../../../../sites/editor/canvas/studio/clipboard.ts";
import { clipboardSection } from "../../../../sites/editor/canvas/studio/clipboardSection.ts";
import { duplicated, inserted, sectionsMadeBy, movedBy } from "../../../../sites/editor/canvas/page/moves.ts";
import { sectionName } from "../../../../sites/editor/canvas/page/sectionName.ts";
import { treeRows, targetsFor } from "../../../../sites/editor/canvas/page/tree.ts";
import type { SectionType } from "../../../../sites/editor/api/views.ts";
import { applied } from "../../../../sites/editor/canvas/queue/apply.ts";
import { ids, pageOf, section } from "../pageOf.ts";

const HOLDER: SectionType = {
  type: "acme.site/columns",
  title: "Columns",
  description: "",
  category: "layout",
  plugin: { id: "acme.site", version: "1.0.0" },
  fields: {
    type: "object",
    properties: {
      eyebrow: { $ref: "drawbridge:text", title: "Line above" },
      title: { $ref: "drawbridge:markdown", title: "Title" },
    },
  },
  variants: [],
  slots: [{ name: "left", title: "Left", max: 1 }],
  presets: [],
  maxPerPage: null,
  example: {},
};
const TYPES = new Map([[HOLDER.type, HOLDER]]);

const columns = (id: string, ...left: readonly string[]) =>
  section(
    id,
    {},
    { type: HOLDER.type, ...(left.length > 0 && { children: { left: left.map((one) => section(one)) } }) },
  );

const after = (page: Page, operations: ReturnType<typeof movedBy>): string[] => ids(applied(page, operations ?? []));

describe("the outline", () => {
  test("names a section by its heading, then by its first text, then by its type", () => {
    const named = (fields: Record<string, unknown>): string => sectionName({ ...columns("c"), fields }, HOLDER);
    expect(named({ eyebrow: "Above", title: "**What** [we](/do) do" })).toBe("What we do");
    expect([named({ eyebrow: "Above" }), named({}), sectionName(section("t"), undefined)]).toEqual([
      "Above",
      "Columns",
      "text",
    ]);
    expect(named({ title: 'See :a.b/go[the pier]{to="/a"} now' })).toBe("See the pier now");
    expect(named({ title: ':::a.b/box{title="No"}\nLast boat\n:::' })).toBe("Last boat");
    expect(named({ title: "x".repeat(80) })).toHaveLength(60);
  });

  test.each(["2 > 1", "snake_case_name", "5 * 3 | 2", "#1 of `them`", "[sic](really)"])(
    "keeps every sign of a plain text: %s",
    (text) => {
      expect(sectionName({ ...columns("c"), fields: { eyebrow: text } }, HOLDER)).toBe(text);
      expect(sectionName({ ...columns("c"), fields: { title: text } }, HOLDER)).not.toBe(text);
    },
  );

  test("lists nested sections under what they are in", () => {
    const rows = treeRows(pageOf(columns("c", "inside"), section("b")).sections);
    expect(rows.map(({ section: { id }, depth, index, of }) => [id, depth, index, of])).toEqual([
      ["c", 0, 0, 2],
      ["inside", 1, 0, 1],
      ["b", 0, 1, 2],
    ]);
  });

  test("moves up and down, but not beyond the ends", () => {
    const page = pageOf(section("a"), section("b"));
    expect([after(page, movedBy(page, "a", 1)), movedBy(page, "a", -1), movedBy(page, "b", 1)]).toEqual([
      ["b", "a"],
      undefined,
      undefined,
    ]);
  });

  test("offers every place but the own one, no full slot, and none inside the section itself", () => {
    const page = pageOf(section("a"), columns("free"), columns("full", "inside"));
    const places = (id: string) =>
      targetsFor(page, TYPES, page.sections.find((one) => one.id === id) ?? section(id)).map(
        ({ at, index }) => `${at?.parent ?? "page"} ${index}`,
      );
    expect(places("a")).toEqual(["page 1", "page 2", "free 0"]);
    expect(places("free")).toEqual(["page 0", "page 2"]);
  });

  test("copies a section with all in it under ids that are free", () => {
    const page = pageOf(columns("c", "inside"));
    const operations = duplicated(page, "c");
    const copy = applied(page, operations).sections[1];
    expect([copy?.id, copy?.children?.["left"]?.[0]?.id, sectionsMadeBy(operations)]).toEqual([
      "c-2",
      "inside-2",
      "c-2",
    ]);
    expect(after(page, inserted(page, { type: "acme.site/faq", fields: {} }, null))).toEqual(["c", "faq"]);
  });
});

describe("the clipboard", () => {
  test("carries a section as text, and back", () => {
    const copied = columns("c", "inside");
    expect(clipboardSection(clipboardText(copied))).toEqual(copied);
  });

  test.each([
    ["a text", "Good morning"],
    ["other JSON", '{"kind":"something"}'],
    ["a broken one", '{"kind":"drawbridge:section"'],
    [
      "a section with more than a section has",
      '{"kind":"drawbridge:section","section":{"type":"a.b/c","fields":{},"x":1}}',
    ],
    ["an id that is none", '{"kind":"drawbridge:section","section":{"id":"<b>","type":"a.b/c","fields":{}}}'],
    ["a type that is none", '{"kind":"drawbridge:section","section":{"type":"<script>","fields":{}}}'],
  ])("takes nothing of %s", (_, text) => {
    expect(clipboardSection(text)).toBeUndefined();
  });
});
