import { describe, expect, test } from "vitest";
import { fieldType } from "../../manifests/fields/fieldTypes.ts";
import type { SectionContribution } from "../../manifests/manifest/section.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { FORM_SCRIPT_ELEMENT, FORM_SCRIPT_PATH } from "../../runtime/forms/script.ts";
import { scriptFrom } from "../../runtime/rendering/pagePolicy.ts";
import { isClosingMark, readOpeningMark, withoutMarks } from "../../runtime/templates/marks/fieldMarks.ts";
import { pageInput, siteView, summary } from "../plugins/stage.ts";
import { DEMO_PAGES, ORIGIN, plugins, renderer } from "./demoPages.ts";

const editor = { change: 7 };

const commentsOf = (html: string): string[] => [...html.matchAll(/<!--([^]*?)-->/g)].map(([, data = ""]) => data);

/** The placeholder for an empty slot, which only the draft has. A template may omit elements around it. */
const EMPTY_SLOT = /<div data-section-parent="[^"]*" data-section-slot="[^"]*"><\/div>/;
const whole = DEMO_PAGES.filter(
  ([, input]) => !EMPTY_SLOT.test(renderer.page({ ...input, mode: "edit", editor }).html),
);

test("one page of the demo at most has an empty slot, with its translations", () => {
  const withSlot = DEMO_PAGES.filter((one) => !whole.includes(one)).map(([, { id, page }]) => page.translationOf ?? id);
  expect(new Set(withSlot).size).toBeLessThanOrEqual(1);
});

test.each(whole)("the draft of %s is the published page, byte for byte, but for what is for the editor", (_, input) => {
  const published = renderer.page(input);
  const draft = renderer.page({ ...input, mode: "edit", editor });
  const stripped = withoutMarks(draft.html)
    .replace(/<meta name="robots" content="noindex, nofollow, noarchive">\n/, "")
    .replace(/<meta name="svc-draft-change" content="7">\n/, "")
    .replaceAll(/ data-(?:section-[a-z-]+|page-[a-z]+)="[^"]*"/g, "");
  expect(stripped).toBe(published.html.replaceAll(`</form>\n${FORM_SCRIPT_ELEMENT}`, "</form>"));
  expect(draft.frames).toEqual(published.frames.filter((frame) => frame !== scriptFrom(ORIGIN + FORM_SCRIPT_PATH)));
});

describe.each(DEMO_PAGES)("the draft of %s", (_, input) => {
  const published = renderer.page(input);
  const draft = renderer.page({ ...input, mode: "edit", editor });

  test("has its marks in pairs that never nest", () => {
    const pairs = commentsOf(draft.html).map((data) =>
      isClosingMark(data) ? "close" : readOpeningMark(data) ? "open" : data,
    );
    expect(pairs.join(" ")).toMatch(/^(?:open close ?)*$/);
    expect(pairs).not.toEqual([]);
  });

  test("leaves no mark in the published page and in its Markdown", () => {
    expect(commentsOf(published.html)).toEqual([]);
    const markdown = renderer.markdown(input);
    expect(markdown).not.toContain("<!--");
    expect(renderer.markdown({ ...input, mode: "edit", editor })).toBe(markdown);
  });
});

const WORDS = ["drawbridge:text", "drawbridge:markdown"].map((name) => fieldType(name)?.["pattern"]);

const EXACT = ["enum", "oneOf", "format"];

const isWritten = (schema: JsonSchema): boolean =>
  schema["type"] === "string" &&
  EXACT.every((keyword) => schema[keyword] === undefined) &&
  [undefined, ...WORDS].includes(schema["pattern"]);

/** Pointers of all texts that a person writes, without links, choices and other exact values. */
function textsOf(schema: JsonSchema, value: unknown, pointer = ""): string[] {
  const { $ref, items, properties } = schema;
  if ($ref === "drawbridge:image") return [];
  if ($ref !== undefined) return textsOf(fieldType(String($ref)) ?? {}, value, pointer);
  if (!isObject(value) && !Array.isArray(value)) return isWritten(schema) && value !== "" ? [pointer] : [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsOf(((properties as JsonSchema | undefined)?.[name] ?? items) as JsonSchema, member, `${pointer}/${name}`),
  );
}

/** The fields that any variant of a section's example marks as editable. */
function markedIn(type: string, { variants, example }: SectionContribution): Set<string> {
  const marked = variants.flatMap(({ name }) => {
    const section = { id: "s", type, variant: name, fields: example.fields };
    const { html, missing } = renderer.page({
      ...pageInput(siteView({ pages: [summary("a")] }), { sections: [section] }),
      mode: "edit",
      data: new Map([["s", { value: { title: "A", link: "/a", pages: [{ path: "/a", title: "A" }] } }]]),
    });
    expect(missing).toEqual([]);
    return commentsOf(html).map((data) => readOpeningMark(data)?.pointer ?? "");
  });
  return new Set(marked);
}

describe("the section types of the demo", () => {
  const types = plugins.flatMap(({ manifest }) =>
    (manifest.contributes.sections ?? []).map((item) => ({ type: `${manifest.id}/${item.name}`, item })),
  );
  const found = types.map(({ type, item }) => {
    const marked = markedIn(type, item);
    const texts = textsOf(item.fields, item.example.fields);
    return { type, texts, unmarked: texts.filter((pointer) => !marked.has(pointer)) };
  });
  const texts = found.flatMap((one) => one.texts);
  const unmarked = found.flatMap((one) => one.unmarked.map((pointer) => `${one.type}${pointer}`));

  test("mark at least 200 texts, nine tenths of all", () => {
    expect(types.length).toBeGreaterThanOrEqual(28);
    expect(texts.length - unmarked.length).toBeGreaterThanOrEqual(200);
    expect(unmarked.length).toBeLessThan(texts.length / 10);
  });

  test("leave to the panel what stands in an attribute or has something in its place", () => {
    expect(new Set(unmarked.map((text) => text.replaceAll(/\d+/g, "0")))).toEqual(
      new Set([
        "drawbridge.basics/entry-list/empty",
        "drawbridge.basics/languages/title",
        "drawbridge.catalog/category-items/empty",
        "drawbridge.catalog/item-list/empty",
        "drawbridge.company/pricing/comparison/0/values/0",
        "drawbridge.embeds/map/name",
        "drawbridge.embeds/video/name",
        "drawbridge.events/event-archive/empty",
        "drawbridge.events/event-list/empty",
        "drawbridge.events/topic-events/empty",
        "drawbridge.forms/form/form",
        "drawbridge.people/people-list/empty",
      ]),
    );
  });
});
