/** Content types that a site's owner makes without code: versioned, published, drawn and listed. */
import { describe, expect, test } from "vitest";
import { MOMENTS_OF_TYPES_KEPT } from "../../../manifests/bounds/documents.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { pluginFolder } from "../../../manifests/ownTypes/exported.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { MEMBER, SITE, page, plugin, worldWith } from "../kernel/world.ts";
import {
  OWN_PACK,
  PROPERTIES,
  fieldsOf,
  listOf,
  putTypes,
  recipe,
  recipeType,
  RECIPE,
  siteWith,
  typesNow,
} from "./ownTypes.ts";

const refusalOf = async (run: Promise<unknown>): Promise<Refusal> => {
  try {
    await run;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

const SOUP = { minutes: 20, vegan: true, level: "hard", first: "2026-05-01", goods: ["salt", "a <leek>"] };

test("a site that nobody gave a type has the document at version 0, and renders as without it", async () => {
  const world = await worldWith({ home: page("/") }, OWN_PACK);
  expect(typesNow(world)).toMatchObject({ version: 0, body: { types: [] } });
  const plugins = world.kernel.plugins.forSite(SITE);
  expect([plugins.own, "site" in plugins.digests]).toEqual([undefined, false]);
});

test("an entry shows its values as labelled lines, and only those that it has", async () => {
  const world = await siteWith({
    soup: recipe("/recipes/soup", {
      ...SOUP,
      steps: "Chop **well**.",
      source: "https://soup.example/x",
      like: ["stew"],
    }),
    stew: recipe("/recipes/stew", { minutes: 90 }),
  });
  const html = await world.html("/recipes/soup");
  expect(html).toContain("<h1");
  for (const part of [
    '<dt class="muted">Minutes</dt><dd>20</dd>',
    '<dt class="muted">Vegan</dt><dd>Yes</dd>',
    "<dd>For &lt;b&gt;cooks&lt;/b&gt;</dd>",
    '<time datetime="2026-05-01">1 May 2026</time>',
    "<li>a &lt;leek&gt;</li>",
    "<strong>well</strong>",
    '<a href="https://soup.example/x"><bdi>soup.example/x</bdi></a>',
    '<a href="/recipes/stew"><bdi>stew</bdi></a>',
  ])
    expect(html).toContain(part);
  expect(html).not.toContain("Picture");
  expect(await world.html("/recipes/stew")).not.toContain("Vegan");
});

test("a reference to a page that is gone draws nothing", async () => {
  const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20, like: ["stew"] }) });
  expect(await world.html("/recipes/soup")).toMatch(/Similar<\/dt><dd><\/dd>/);
});

test("lists filter by an indexed value, and take the order of the type", async () => {
  const world = await siteWith({
    stew: recipe("/recipes/stew", { minutes: 90 }),
    soup: recipe("/recipes/soup", { minutes: 20 }),
    quick: listOf("quick"),
    all: listOf("all"),
  });
  expect(await world.html("/quick")).toContain("<i>soup 20</i>");
  expect(await world.html("/quick")).not.toContain("stew");
  expect(await world.html("/all")).toContain("<i>soup 20</i><i>stew 90</i>");
});

describe("types are published like the theme", () => {
  test("an unpublished type shows nothing to visitors", async () => {
    const world = await worldWith({ home: page("/") }, OWN_PACK);
    await putTypes(world, recipeType());
    await world.write("soup", recipe("/recipes/soup", { minutes: 20 }));
    expect(await world.statusOf("/recipes/soup")).toBe(404);
    expect((await world.kernel.draft.answer(SITE, "/recipes/soup")).body).toContain("Minutes");
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).toContain("Minutes");
  });

  test("the release keeps its labels, its index and its order until the next publication", async () => {
    const world = await siteWith({
      stew: recipe("/recipes/stew", { minutes: 90 }),
      soup: recipe("/recipes/soup", { minutes: 20 }),
      quick: listOf("quick"),
    });
    const { minutes: _, ...rest } = PROPERTIES;
    await putTypes(
      world,
      recipeType({
        fields: fieldsOf({ ...rest, time: { type: "number", title: "Time" } }),
        renamed: { minutes: "time" },
        index: ["time"],
        order: "time",
      }),
    );
    expect(await world.html("/recipes/soup")).toContain("Minutes");
    await world.write("other", page("/other"));
    await world.run("publish", { only: { pages: ["other"] } });
    expect(await world.html("/quick")).toContain("<i>soup 20</i>");
    expect(await world.html("/recipes/soup")).toContain("Minutes");
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).toMatch(/Time<\/dt><dd>20/);
    expect(await world.html("/quick")).not.toContain("<i>soup");
  });

  test("restoring a release shows the types of that release", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20 }), all: listOf("all") });
    const [before] = world.kernel.releases.list(SITE, Number.MAX_SAFE_INTEGER, 1);
    await putTypes(
      world,
      recipeType({ fields: fieldsOf({ text: { $ref: "drawbridge:text", title: "X" } }), index: [], order: "title" }),
    );
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).not.toContain("Minutes");
    await world.run("release.restore", { release: before?.id });
    expect(await world.html("/recipes/soup")).toContain("Minutes");
    await world.write("more", page("/more"));
    expect(await world.html("/all")).toContain("<i>soup 20</i>");
  });

  test("a change of a type renders its entries and lists again, and no other page", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20 }), plain: page("/plain") });
    await putTypes(world, recipeType({ title: "Dish", plural: "Dishes" }));
    const { changed } = await world.run<{ changed: number }>("publish", {});
    expect(changed).toBe(0);
    await putTypes(
      world,
      recipeType({ fields: fieldsOf({ ...PROPERTIES, minutes: { type: "number", title: "Min" } }, ["minutes"]) }),
    );
    expect((await world.run<{ changed: number }>("publish", {})).changed).toBe(1);
  });

  test("discarding before the first publication leaves no type", async () => {
    const world = await worldWith({ home: page("/") }, OWN_PACK);
    await putTypes(world, recipeType());
    await world.run("types.discard", { expected: 1 });
    expect(typesNow(world)).toMatchObject({ version: 2, body: { types: [] } });
    expect(world.kernel.reads.changes(SITE)).toMatchObject({ total: 0, documents: [] });
    await world.run("types.restore", { expected: 2, version: 1 });
    expect(typesNow(world).body.types).toHaveLength(1);
    expect(world.kernel.reads.changes(SITE)).toMatchObject({ total: 1, documents: [{ kind: "types" }] });
  });
});

describe("values", () => {
  test("are checked against the draft's types", async () => {
    const world = await siteWith();
    const wrong = await refusalOf(world.write("soup", recipe("/recipes/soup", { minutes: "long" })));
    expect(wrong).toMatchObject({
      code: "INVALID_REQUEST",
      detail: { issues: [{ pointer: "/writes/0/body/values/minutes" }] },
    });
  });

  test("of a removed field stay in the entry, and come back with the field", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", SOUP) });
    const { vegan: _, ...rest } = PROPERTIES;
    await putTypes(world, recipeType({ fields: fieldsOf(rest, ["minutes"]), index: ["minutes"] }));
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).not.toContain("Vegan");
    expect(world.kernel.documents.get(SITE, "page", "soup")?.body.values).toEqual(SOUP);
    await putTypes(world, recipeType());
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).toContain("Vegan");
  });

  test("of a removed type stay, too: the page remains, without its own part", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", SOUP, { sections: page("/").sections }) });
    await putTypes(world);
    expect(typesNow(world).body.types).toEqual([]);
    await world.run("publish", {});
    expect(await world.statusOf("/recipes/soup")).toBe(200);
    expect(await world.html("/recipes/soup")).not.toContain("Minutes");
    await world.write("soup", recipe("/recipes/soup", SOUP, { sections: page("/").sections, title: "Broth" }));
    expect(world.kernel.documents.get(SITE, "page", "soup")?.body).toMatchObject({ type: RECIPE, values: SOUP });
    await putTypes(world, recipeType());
    await world.run("publish", {});
    expect(await world.html("/recipes/soup")).toContain("Minutes");
  });
});

test.each([
  [MOMENTS_OF_TYPES_KEPT - 2, true],
  [MOMENTS_OF_TYPES_KEPT - 1, true],
  [MOMENTS_OF_TYPES_KEPT, false],
])("after %i more versions the first one is still ready: %s", async (versions, isReady) => {
  const world = await siteWith();
  const change = world.kernel.documents.change(SITE);
  const first = world.kernel.plugins.forSite(SITE, change);
  for (let version = 1; version <= versions; version += 1) {
    await putTypes(world, recipeType({ title: `Dish ${version}` }));
    world.powers.clock.now += 1;
    world.kernel.plugins.forSite(SITE);
  }
  expect(world.kernel.plugins.forSite(SITE, change) === first).toBe(isReady);
});

test("two members who write the document at once lose nothing: the second is told the version", async () => {
  const world = await siteWith();
  const { version } = typesNow(world);
  await putTypes(world, recipeType({ title: "Dish" }));
  const late = world.run("types.put", { expected: version, body: { types: [recipeType({ title: "Meal" })] } });
  expect((await refusalOf(late)).code).toBe("STALE_VERSION");
  expect(typesNow(world)).toMatchObject({ actor: `member:${MEMBER.id}`, body: { types: [{ title: "Dish" }] } });
});

test("a new entry starts with values that its type requires", async () => {
  const world = await siteWith();
  const [type] = world.kernel.reads.catalogue(SITE).contentTypes;
  expect(type).toMatchObject({ type: RECIPE, plural: "Recipes", address: "/recipes/{slug}", start: { minutes: 1 } });
  await world.write("new", recipe("/recipes/new", type?.start as Record<string, unknown>));
});

test("an entry takes the type of a plugin that was made of the owner's type, and keeps its values", async () => {
  const files = pluginFolder("acme.recipes", { types: [recipeType()] }, "");
  const { contributes } = JSON.parse(files["plugin.jsonc"] ?? "") as { contributes: Contributes };
  const before = await siteWith({ soup: recipe("/recipes/soup", SOUP), quick: listOf("quick") });
  const world = before.restart([...OWN_PACK, plugin("acme.recipes", contributes, files)]);
  await world.run("page.update", { page: "soup", expected: 1, changes: { type: "acme.recipes/recipe" } });
  expect(world.kernel.documents.get(SITE, "page", "soup")?.body).toMatchObject({
    type: "acme.recipes/recipe",
    values: SOUP,
  });
  await putTypes(world);
  await world.run("publish", {});
  const html = await world.html("/recipes/soup");
  expect(html).toContain('data-section="acme.recipes/recipe"');
  expect(html).toMatch(/Minutes<\/dt><dd>20/);
});
