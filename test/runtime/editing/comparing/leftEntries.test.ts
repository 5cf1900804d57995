/** Warnings of a publication whose lists and references show less, because what they show stays unpublished. */
import { describe, expect, test } from "vitest";
import {
  LISTS_LOOKED_AT,
  PUBLISH_WARNINGS_LISTED,
  UNPUBLISHED_LISTED,
} from "../../../../manifests/bounds/publishing.ts";
import type { ChosenMembers } from "../../../../runtime/publishing/publishInputs.ts";
import { rehearsePublication } from "../../../../runtime/editing/comparing/rehearsal.ts";
import { listOf as eventsOf, event, eventsPlugin } from "../../entries/events.ts";
import { listOf, OWN_PACK, putTypes, recipe, recipeType, siteWith } from "../../entries/ownTypes.ts";
import { PACK, SITE, page, plugin, worldWith, type World } from "../../kernel/world.ts";

const inspected = (world: World, chosen: ChosenMembers = {}) => world.kernel.reads.publication(SITE, chosen);
const warned = (world: World, ...pages: string[]) =>
  inspected(world, pages.length > 0 ? { only: { pages } } : {}).warnings.map(({ code, id, unpublished }) => [
    code,
    id,
    unpublished?.pages.map((one) => one.id),
    unpublished?.type,
  ]);

const soup = recipe("/recipes/soup", { minutes: 20 });
const roast = recipe("/recipes/roast", { minutes: 90 });

describe("a list that is published without its entries", () => {
  test("shows nothing, and is told with the entries until they are chosen, too", async () => {
    const world = await siteWith();
    await world.write("soup", soup);
    await world.write("roast", roast);
    await world.write("quick", listOf("quick"));
    expect(warned(world)).toEqual([]);
    expect(warned(world, "quick")).toEqual([["list_empty", "quick", ["soup"], null]]);
    expect(inspected(world, { only: { pages: ["quick"] } }).warnings).toMatchObject([
      { section: "list", sectionTitle: "quick", unpublished: { pages: [{ id: "soup", title: "soup" }], total: 1 } },
    ]);
    expect(warned(world, "quick", "soup")).toEqual([]);
    await world.run("publish", { only: { pages: ["quick"] } });
    expect(await world.html("/quick")).not.toContain("<i>");
    await world.run("publish", {});
    expect(await world.html("/quick")).toContain("<i>soup 20</i>");
  });

  test("leaves out some, and an entry that changed only is no new one", async () => {
    const world = await siteWith({ soup });
    await world.write("all", listOf("all"));
    await world.write("roast", roast);
    await world.write("soup", recipe("/recipes/soup", { minutes: 25 }));
    expect(warned(world, "all")).toEqual([["list_short", "all", ["roast"], null]]);
    expect(warned(world, "all", "roast")).toEqual([]);
  });

  test("names an entry that only its unpublished values bring into the list", async () => {
    const world = await siteWith({ roast });
    await world.write("quick", listOf("quick"));
    await world.write("roast", recipe("/recipes/roast", { minutes: 15 }));
    expect(warned(world, "quick")).toEqual([["list_empty", "quick", ["roast"], null]]);
  });

  test("of a plugin's type is told as well, and a list of the day too", async () => {
    const world = await worldWith({ home: page("/") }, [...PACK, eventsPlugin()]);
    await world.run("publish", {});
    await world.write("fair", event("/events/fair", { start: "2999-01-01" }));
    await world.write("past", event("/events/past", { start: "2001-01-01" }));
    await world.write("soon", eventsOf("upcoming"));
    expect(warned(world, "soon")).toEqual([["list_empty", "soon", ["fair"], null]]);
  });

  test("names held entries only if it shows nothing else", async () => {
    const world = await siteWith();
    await world.write("soup", { ...soup, held: true });
    await world.write("all", listOf("all"));
    expect(warned(world)).toEqual([["list_empty", "all", ["soup"], null]]);
    await world.write("roast", roast);
    expect(warned(world)).toEqual([]);
  });

  test("is no matter of pages that stay as they are, and of an `except` it is one", async () => {
    const world = await siteWith({ all: listOf("all") });
    await world.write("soup", soup);
    await world.write("home", page("/", { title: "New" }));
    expect(warned(world, "home")).toEqual([]);
    await world.write("all", { ...listOf("all"), title: "New" });
    const { warnings } = inspected(world, { except: { pages: ["soup"] } });
    expect(warnings.map(({ code, id }) => [code, id])).toEqual([["list_empty", "all"]]);
  });

  test.each([-1, 0, 1])("names the bound and %i entries more, and counts them all", async (more) => {
    const world = await siteWith();
    const many = UNPUBLISHED_LISTED + more;
    for (let n = 0; n < many; n += 1) await world.write(`r${n}`, recipe(`/recipes/r${n}`, { minutes: 5 }));
    await world.write("all", listOf("all"));
    const [found] = inspected(world, { only: { pages: ["all"] } }).warnings;
    expect([found?.unpublished?.pages.length, found?.unpublished?.total]).toEqual([
      Math.min(many, UNPUBLISHED_LISTED),
      many,
    ]);
  });

  test("says how many of the entries a publication of everything leaves out, too", async () => {
    const world = await siteWith();
    await world.write("soup", { ...soup, held: true });
    await world.write("roast", roast);
    await world.write("all", listOf("all"));
    const [found] = inspected(world, { only: { pages: ["all"] } }).warnings;
    expect(found?.unpublished).toMatchObject({ total: 2, held: 1 });
  });

  test("is told to agents before they publish", async () => {
    const world = await siteWith();
    await world.write("soup", soup);
    await world.write("all", listOf("all"));
    const parts = { ...world.kernel, powers: world.powers };
    const asked = { change: world.kernel.documents.change(SITE), only: { pages: ["all"] } };
    expect(rehearsePublication(parts, SITE, asked)).toMatchObject({
      total: 1,
      warnings: [{ code: "list_empty", unpublished: { total: 1 } }],
      unlisted: 0,
      unreadLists: 0,
    });
  });

  test.each([-1, 0, 1])(
    "is told to members and agents beside as many broken links as are listed and %i",
    async (more) => {
      const world = await siteWith();
      const count = PUBLISH_WARNINGS_LISTED + more;
      await world.write("soup", soup);
      const item = (n: number) => ({ label: `Nowhere ${n}`, link: `/nowhere/${n}` });
      const items = Array.from({ length: count }, (_, n) => item(n));
      const groups = Array.from({ length: Math.ceil(count / 10) }, (_, n) => ({
        ...item(n * 10),
        children: items.slice(n * 10 + 1, n * 10 + 10),
      }));
      await world.run("navigation.put", { expected: 1, body: { menus: { header: groups, footer: [] } } });
      await world.write("all", listOf("all"));
      const chosen = { only: { pages: ["all"], documents: ["navigation"] } } satisfies ChosenMembers;
      const { warnings, total } = inspected(world, chosen);
      expect([warnings.length, total]).toEqual([Math.min(count + 1, PUBLISH_WARNINGS_LISTED), count + 1]);
      expect(warnings.filter(({ code }) => code === "list_empty")).toHaveLength(1);
      const asked = { change: world.kernel.documents.change(SITE), ...chosen };
      const told = rehearsePublication({ ...world.kernel, powers: world.powers }, SITE, asked);
      expect(told.warnings.map(({ code }) => code)).toEqual(["list_empty"]);
    },
  );
});

describe("a content type that stays behind", () => {
  test("is told for its entry and its list, until the types are chosen", async () => {
    const world = await worldWith({ home: page("/") }, OWN_PACK);
    await world.run("publish", {});
    await putTypes(world, recipeType());
    await world.write("soup", soup);
    await world.write("all", listOf("all"));
    expect(warned(world, "soup", "all")).toEqual([
      ["type_unpublished", "all", [], "Recipes"],
      ["type_unpublished", "soup", [], "Recipes"],
    ]);
    const { warnings } = inspected(world, { only: { pages: ["soup", "all"], documents: ["types"] } });
    expect(warnings).toEqual([]);
  });

  test("is told for a field that visitors lack, and not for another name of the type", async () => {
    const world = await siteWith({ soup });
    await world.write("all", listOf("all"));
    await putTypes(world, recipeType({ plural: "Dishes" }));
    expect(warned(world, "all")).toEqual([]);
    await putTypes(world, recipeType({ index: ["minutes"] }));
    expect(warned(world, "all")).toEqual([]);
    await world.run("publish", { only: { documents: ["types"] } });
    await putTypes(world, recipeType());
    expect(warned(world, "all")).toEqual([["type_unpublished", "all", [], "Recipes"]]);
  });
});

test("an entry that refers to one that visitors never saw is told, until that one is chosen", async () => {
  const world = await siteWith({ roast });
  await world.write("soup", recipe("/recipes/soup", { minutes: 20, like: ["roast", "salad", "gone"] }));
  await world.write("salad", recipe("/recipes/salad", { minutes: 5 }));
  expect(warned(world, "soup")).toEqual([["entry_unpublished", "soup", ["salad"], null]]);
  expect(warned(world, "soup", "salad")).toEqual([]);
});

const byCollection = plugin(
  "test.lists",
  {
    sections: [
      {
        name: "some",
        title: "Some",
        description: "Some",
        category: "list",
        template: "list.liquid",
        markdown: "list.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: { of: { $ref: "drawbridge:text", title: "Of" } },
          additionalProperties: false,
        },
        queries: { found: { collection: { field: "of" }, limit: 3 } },
        example: { fields: {} },
      },
    ],
  } as never,
  { "list.liquid": "{% for e in queries.found %}<i>{{ e.title }}</i>{% endfor %}" },
);

test.each([-1, 0, 1])("as many lists as the bound and %i more are looked at, or counted", async (more) => {
  const world = await worldWith({ home: page("/") }, [...PACK, byCollection]);
  await world.run("publish", {});
  const of = Array.from({ length: LISTS_LOOKED_AT + more }, (_, n) => `c${n}`);
  const sections = of.map((name) => ({ id: name, type: "test.lists/some", fields: { of: name } }));
  await world.write("lists", page("/lists", { sections: [...sections, { ...sections[0], id: "again" } as never] }));
  await world.write("one", page("/one", { collection: "c0" }));
  const { warnings, unreadLists } = inspected(world, { only: { pages: ["lists"] } });
  expect(warnings.map(({ code, section }) => [code, section])).toEqual([
    ["list_empty", "c0"],
    ["list_empty", "again"],
  ]);
  expect(unreadLists).toBe(Math.max(0, more));
  const asked = { change: world.kernel.documents.change(SITE), only: { pages: ["lists"] } };
  const told = rehearsePublication({ ...world.kernel, powers: world.powers }, SITE, asked);
  expect(told.unreadLists).toBe(unreadLists);
});
