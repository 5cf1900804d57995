import { describe, expect, test } from "vitest";
import { DRAFT_SEARCH_PAGES_READ } from "../../../manifests/bounds/agents.ts";
import { GALLERIES_LISTED } from "../../../manifests/bounds/media.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { pictureListsOf } from "../../../runtime/media/pictureLists.ts";
import { PACK, SITE, page, plugin, worldWith } from "../kernel/world.ts";

const image = { $ref: "drawbridge:image", title: "Picture" };
const words = { $ref: "drawbridge:text", title: "Words" };
const objectOf = (properties: object, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: object, more: object = {}) => ({ type: "array", title: "Pictures", items, ...more });
const listsIn = (properties: object, more: object = {}) => pictureListsOf({ ...objectOf(properties), ...more });

describe("a list of pictures", () => {
  test.each([
    ["of pictures", listOf(image), { picture: null, entry: {} }],
    [
      "of entries that must have one",
      listOf(objectOf({ photo: image, caption: words }, ["photo"])),
      { picture: "photo", entry: {} },
    ],
    [
      "of entries with defaults for the rest",
      listOf(objectOf({ photo: image, size: { type: "integer", title: "Size", default: 2 } }, ["photo", "size"])),
      { picture: "photo", entry: { size: 2 } },
    ],
  ])("%s is found", (_, field, found) => {
    expect(listsIn({ plates: field })).toEqual([{ field: "plates", title: "Pictures", most: null, ...found }]);
  });

  test("is found behind a reference, with its bound", () => {
    const lists = listsIn(
      { plates: listOf({ $ref: "#/$defs/plate" }, { maxItems: 4 }) },
      { $defs: { plate: objectOf({ photo: image }, ["photo"]) } },
    );
    expect(lists).toEqual([{ field: "plates", title: "Pictures", most: 4, picture: "photo", entry: {} }]);
  });

  test.each([
    ["one picture", image],
    ["a list of texts", listOf(words)],
    ["entries that may go without", listOf(objectOf({ photo: image, name: words }, ["name"]))],
    ["entries of two pictures", listOf(objectOf({ before: image, after: image }, ["before", "after"]))],
    [
      "entries that ask for something only a person knows",
      listOf(objectOf({ photo: image, name: words }, ["photo", "name"])),
    ],
    [
      "what merely looks like a picture",
      listOf(objectOf({ src: words, alt: words, width: words, height: words }, ["src"])),
    ],
  ])("is not %s", (_, field) => expect(listsIn({ field })).toEqual([]));
});

const pictures = plugin(
  "test.shots",
  {
    sections: [
      {
        name: "shots",
        title: "Shots",
        description: "",
        category: "content",
        template: "a.liquid",
        markdown: "a.liquid",
        slots: [{ name: "more", title: "More" }],
        variants: [{ name: "plain", title: "Plain" }],
        example: { fields: {} },
        fields: objectOf({ shots: listOf(image, { maxItems: 3 }) }),
      },
    ],
  } as unknown as Contributes,
  { "a.liquid": "" },
);

const shots = (id: string, count: number, more: object = {}) => ({
  id,
  type: "test.shots/shots",
  fields: { shots: Array.from({ length: count }, () => ({ src: "/media/a.png", alt: "", width: 1, height: 1 })) },
  ...more,
});

describe("the galleries of a draft", () => {
  test("are named by page and section at any depth, with the version of the page, and not where their plugin is missing", async () => {
    const nested = shots("outer", 1, { children: { more: [shots("inner", 3)] } });
    const { kernel, write } = await worldWith(
      {
        home: page("/"),
        boats: page("/boats", { sections: [nested, { ...shots("gone", 1), type: "test.gone/shots" }] }),
      },
      [...PACK, pictures],
    );
    const named = () =>
      kernel.galleries
        .list(SITE, null)
        .items.map(({ page: id, version, section, pictures: held }) => [id, version, section, held]);
    expect(named()).toEqual([
      ["boats", 1, "outer", 1],
      ["boats", 1, "inner", 3],
    ]);
    expect(kernel.galleries.list(SITE, null).items[0]).toMatchObject({
      path: "/boats",
      title: "Page /boats",
      type: "test.shots/shots",
      typeTitle: "Shots",
      field: "shots",
      fieldTitle: "Pictures",
      most: 3,
      picture: null,
      entry: {},
    });
    expect(kernel.galleries.onPage(SITE, "boats")).toEqual(kernel.galleries.list(SITE, null).items);
    expect([kernel.galleries.onPage(SITE, "home"), kernel.galleries.onPage(SITE, "nowhere")]).toEqual([[], []]);
    await write("boats", page("/boats", { sections: [shots("one", 2)] }));
    expect(named()).toEqual([["boats", 2, "one", 2]]);
  });

  test("come in parts when pages are many, each once", async () => {
    const number = DRAFT_SEARCH_PAGES_READ + 1;
    const many = Object.fromEntries(
      Array.from({ length: number }, (_, index) => [`p${index}`, page(`/p${index}`, { sections: [shots("one", 1)] })]),
    );
    const { kernel } = await worldWith({ home: page("/"), ...many }, [...PACK, pictures]);
    const parts: number[] = [];
    const seen = new Set<string>();
    for (let cursor: string | null = null; ;) {
      const { items, next } = kernel.galleries.list(SITE, cursor);
      parts.push(items.length);
      for (const { page: id } of items) seen.add(id);
      if (next === null) break;
      cursor = next;
    }
    expect([parts, seen.size]).toEqual([[GALLERIES_LISTED, GALLERIES_LISTED, 1], number]);
  });

  test("of a site that is not here are not told", async () => {
    const { kernel } = await worldWith({ home: page("/") }, [...PACK, pictures]);
    expect(() => kernel.galleries.list("other", null)).toThrow("NOT_FOUND");
  });
});
