/** References that name an entry of another content type than their field allows: no door takes a new one. */
import { describe, expect, test } from "vitest";
import {
  OWN_PACK,
  PROPERTIES,
  fieldsOf,
  putTypes,
  RECIPE,
  recipe,
  recipeType,
} from "../../runtime/entries/ownTypes.ts";
import { SITE, page, plugin, worldWith, type World } from "../../runtime/kernel/world.ts";

const picks = plugin(
  "test.picks",
  {
    sections: [
      {
        name: "pick",
        title: "Pick",
        description: "Pick",
        category: "list",
        template: "pick.liquid",
        markdown: "pick.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: {
            one: { $ref: "drawbridge:page", title: "One", of: RECIPE },
            any: { $ref: "drawbridge:page", title: "Any" },
            rows: {
              type: "array",
              title: "Rows",
              items: {
                type: "object",
                properties: { some: { $ref: "drawbridge:pages", title: "Some", of: RECIPE } },
                additionalProperties: false,
              },
            },
          },
          additionalProperties: false,
        },
        example: { fields: {} },
      },
    ],
  } as never,
  { "pick.liquid": "<p>Picked</p>" },
);

const { like: LIKE, ...OTHERS } = PROPERTIES;
const { of: _of, ...ANY } = LIKE;
/** The same type, whose references name no type. */
const LOOSE = recipeType({ fields: fieldsOf({ ...OTHERS, like: ANY }, ["minutes"]) });

const soup = (like: readonly string[]) => recipe("/recipes/soup", { minutes: 5, like });
const picking = (fields: object) =>
  page("/picks", { sections: [{ id: "pick", type: "test.picks/pick", fields: { ...fields } }] });

async function site(...types: Parameters<typeof recipeType>): Promise<World> {
  const world = await worldWith({ home: page("/") }, [...OWN_PACK, picks]);
  await putTypes(world, recipeType(...types));
  await world.write("salad", recipe("/recipes/salad", { minutes: 5 }));
  return world;
}

const allowed = `the id of an entry of ${RECIPE}`;
const refusedAt = (...pointers: string[]) => ({
  code: "INVALID_REQUEST",
  detail: { issues: pointers.map((pointer) => ({ pointer, allowed })) },
});

describe("a reference to an entry of another type", () => {
  test("is refused in values by each command, and one to an entry of the type or to no page is not", async () => {
    const world = await site();
    const body = soup(["salad", "home"]);
    await expect(world.run("page.create", { id: "soup", body })).rejects.toMatchObject(
      refusedAt("/body/values/like/1"),
    );
    await expect(world.write("soup", body)).rejects.toMatchObject(refusedAt("/writes/0/body/values/like/1"));
    await world.write("soup", soup(["salad", "gone"]));
    const changes = { values: { minutes: 5, like: ["home"] } };
    await expect(world.run("page.update", { page: "soup", expected: 1, changes })).rejects.toMatchObject(
      refusedAt("/changes/values/like/0"),
    );
    const set = { page: "soup", expected: 1, section: "entry_values", fields: { like: ["home"] } };
    await expect(world.run("section.update", set)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("is refused in fields of sections, however deep, and a field without a type takes any page", async () => {
    const world = await site();
    const fields = { one: "home", any: "home", rows: [{ some: ["salad"] }, { some: ["home"] }] };
    await expect(world.run("page.create", { body: picking(fields) })).rejects.toMatchObject(
      refusedAt("/body/sections/0/fields/one", "/body/sections/0/fields/rows/1/some/0"),
    );
    await world.write("picks", picking({ one: "salad", any: "home", rows: [{ some: ["salad"] }] }));
    const set = { page: "picks", expected: 1, section: "pick", fields: { "/rows/0/some": ["home"] } };
    await expect(world.run("section.update", set)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("knows the types of pages that the same change writes", async () => {
    const world = await site();
    const write = (id: string, body: object) => ({ kind: "page", id, expected: 0, body });
    const stew = recipe("/recipes/stew", { minutes: 9 });
    await world.run("documents.write", { writes: [write("soup", soup(["stew"])), write("stew", stew)] });
    const writes = [write("other", { ...soup(["plain"]), path: "/recipes/other" }), write("plain", page("/plain"))];
    await expect(world.run("documents.write", { writes })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("from before the field named a type stays, moves and is told before a publication", async () => {
    const world = await site(LOOSE);
    await world.write("soup", soup(["home", "salad"]));
    expect(world.kernel.reads.publication(SITE).warnings).toEqual([]);
    await putTypes(world, recipeType());
    expect(world.kernel.reads.publication(SITE).warnings).toMatchObject([
      { code: "entry_of_other_type", id: "soup", section: "entry_values", target: { id: "home", path: "/" } },
    ]);
    await world.write("soup", { ...soup(["salad", "home"]), title: "Other" });
    await world.write("about", page("/about"));
    await expect(world.write("soup", soup(["salad", "home", "about"]))).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
    await world.write("soup", soup(["salad"]));
    expect(world.kernel.reads.publication(SITE).warnings).toEqual([]);
  });
});
