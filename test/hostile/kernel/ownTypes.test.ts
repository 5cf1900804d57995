/** Attacks through the content types of a site's owner. */
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import {
  PROPERTIES,
  fieldsOf,
  listOf,
  putTypes,
  recipe,
  recipeType,
  RECIPE,
  siteWith,
  typesNow,
  OWN_PACK,
} from "../../runtime/entries/ownTypes.ts";
import { SITE, page, plugin, worldWith } from "../../runtime/kernel/world.ts";

const issuesOf = async (run: Promise<unknown>): Promise<string[]> => {
  try {
    await run;
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, ...(error.detail.issues ?? []).map(({ pointer }) => pointer)];
  }
};

describe("a plugin that wants to be the owner", () => {
  test.each(["site", "site.recipes"])("cannot have the id %s", (id) => {
    const manifest = {
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: "X",
      kind: "declarative",
      engine: "^1.0.0",
      contributes: {},
    };
    const read = readManifest(JSON.stringify(manifest));
    expect(read.ok).toBe(false);
  });

  test("draws no entry of the owner's type, whatever it names its own", async () => {
    const thief = plugin(
      "evil.recipes",
      { contentTypes: [{ ...recipeType(), template: "t.liquid", example: { fields: { minutes: 1 } } }] } as never,
      { "t.liquid": "<p>stolen</p>" },
    );
    const world = await worldWith({ home: page("/") }, [...OWN_PACK, thief]);
    await putTypes(world, recipeType());
    await world.write("soup", recipe("/recipes/soup", { minutes: 20 }));
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).not.toContain("stolen");
    expect(await world.html("/recipes/soup")).toContain("Minutes");
  });
});

describe("an address", () => {
  test.each([
    "/api/{slug}",
    "/API/{slug}",
    "/_editor/{slug}",
    "/media/{slug}",
    "/api/../{slug}",
    "/{slug}/{slug}",
    "https://x/{slug}",
    "/a",
  ])("%s is refused", async (address) => {
    const world = await siteWith();
    expect((await issuesOf(putTypes(world, recipeType({ address }))))[0]).toBe("INVALID_REQUEST");
  });

  test("that other pages have takes none of them", async () => {
    const world = await siteWith({ about: page("/recipes/about") });
    const taken = world.write("soup", recipe("/recipes/about", { minutes: 20 }));
    expect(await issuesOf(taken)).not.toEqual([]);
    expect(await world.html("/recipes/about")).toContain("Text of");
  });
});

describe("names and labels", () => {
  test.each(["<b>x</b>", "Recipe", "a/b", "../x", "constructor()", "__proto__", "", "a".repeat(41)])(
    "the name %s is refused",
    async (name) => {
      const world = await siteWith();
      expect((await issuesOf(putTypes(world, recipeType({ name }))))[0]).toBe("INVALID_REQUEST");
    },
  );

  test.each(["constructor", "toString", "__proto__", "a b", "A"])("a field named %s is refused", async (name) => {
    const properties = JSON.parse(`{ "${name}": { "$ref": "drawbridge:text", "title": "Odd" } }`) as object;
    const world = await siteWith();
    const put = putTypes(world, recipeType({ fields: fieldsOf(properties), index: [], order: "title" }));
    expect((await issuesOf(put))[0]).toBe("INVALID_REQUEST");
    expect(typesNow(world).version).toBe(1);
  });

  test("a type named constructor is a type", async () => {
    const world = await siteWith({}, recipeType({ name: "constructor" }));
    await world.write("odd", page("/odd", { type: "site/constructor", values: { minutes: 5 }, sections: [] }));
    await world.run("publish", {});
    expect(await world.html("/odd")).toContain("<dd>5</dd>");
  });

  test.each([
    "<script>alert(1)</script>",
    "{{ site.name }}",
    "{% raw %}",
    `"><img src=x onerror=alert(1)>`,
    "</dl></section>",
  ])("the label %s is text in the page and in the draft", async (title) => {
    const fields = fieldsOf({ one: { $ref: "drawbridge:text", title } });
    const world = await siteWith(
      { soup: page("/soup") },
      recipeType({ title, plural: title, fields, index: [], order: "title" }),
    );
    await world.write("soup", recipe("/soup", { one: "x" }));
    await world.run("publish", {});
    for (const html of [await world.html("/soup"), (await world.kernel.draft.answer(SITE, "/soup")).body ?? ""]) {
      expect(html).not.toMatch(/<script>alert|<img src=x|Test site x|<\/dl><\/section><\/dt>/);
      expect(html).toMatch(/<dd>(<!--.*?-->)?x</);
    }
  });
});

test("a value of an owner's type is text, as any value is", async () => {
  const fields = fieldsOf({ one: { $ref: "drawbridge:text", title: "One" }, many: PROPERTIES.goods });
  const world = await siteWith({}, recipeType({ fields, index: [], order: "title" }));
  await world.write("soup", recipe("/soup", { one: "<img src=x>", many: ["{{ site.name }}"] }));
  await world.run("publish", {});
  expect(await world.html("/soup")).toContain("<dd>&lt;img src=x&gt;</dd>");
  expect(await world.html("/soup")).toContain("<li>{{ site.name }}</li>");
});

test("an index that is dropped takes its filter with it, and lists show nothing instead of everything", async () => {
  const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20 }), quick: listOf("quick") });
  expect(await world.html("/quick")).toContain("soup");
  await putTypes(world, recipeType({ index: ["vegan"], order: "title" }));
  await world.run("publish", {});
  expect(await world.html("/quick")).not.toContain("soup");
  await putTypes(world, recipeType());
  await world.run("publish", {});
  expect(await world.html("/quick")).toContain("soup");
});

test("a section of a member cannot take a type of the owner", async () => {
  const world = await siteWith();
  const body = page("/x", { sections: [{ id: "s", type: RECIPE, fields: { minutes: 1 } }] });
  expect((await issuesOf(world.write("x", body)))[0]).toBe("INVALID_REQUEST");
});

test("an unknown type of the owner is refused with its name", async () => {
  const world = await siteWith();
  expect(await issuesOf(world.write("x", page("/x", { type: "site/gone", values: {} })))).toEqual([
    "INVALID_REQUEST",
    "/writes/0/body/type",
  ]);
});

test.each([
  ["code", { ...recipeType(), template: "x.liquid" }],
  ["a style sheet", { ...recipeType(), css: "x.css" }],
  ["queries", { ...recipeType(), queries: {} }],
  ["steps of a migration", { ...recipeType(), migrate: [] }],
])("a type of the owner brings no %s", async (_, type) => {
  const world = await siteWith();
  expect((await issuesOf(putTypes(world, type as OwnType)))[0]).toBe("INVALID_REQUEST");
  expect(typesNow(world).body.types).toEqual([recipeType()]);
});
