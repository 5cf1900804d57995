/** A content type that the owner of a site made, and a site of its entries. */
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { PACK, SITE, page, plugin, worldWith, type World } from "../kernel/world.ts";

export const RECIPE = "site/recipe";

export const PROPERTIES = {
  minutes: { type: "number", title: "Minutes", minimum: 1 },
  vegan: { type: "boolean", title: "Vegan" },
  level: {
    title: "Level",
    oneOf: [
      { const: "easy", title: "Easy" },
      { const: "hard", title: "For <b>cooks</b>" },
    ],
  },
  first: { type: "string", format: "date", title: "First cooked" },
  dish: { $ref: "drawbridge:image", title: "Picture" },
  goods: { type: "array", items: { $ref: "drawbridge:text" }, maxItems: 50, title: "Goods" },
  steps: { $ref: "drawbridge:markdown", title: "Steps" },
  source: { $ref: "drawbridge:link", title: "Source" },
  like: { $ref: "drawbridge:pages", title: "Similar", of: RECIPE },
};

export const fieldsOf = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required: [...required],
  additionalProperties: false,
});

export const recipeType = (more: Partial<OwnType> = {}): OwnType => ({
  name: "recipe",
  title: "Recipe",
  plural: "Recipes",
  address: "/recipes/{slug}",
  order: "minutes",
  fields: fieldsOf(PROPERTIES, ["minutes"]),
  index: ["minutes", "vegan", "level", "like"],
  ...more,
});

export const recipe = (path: string, values: Readonly<Record<string, unknown>>, more: Partial<Page> = {}): Page =>
  page(path, { type: RECIPE, values, title: path.slice(path.lastIndexOf("/") + 1), sections: [], ...more });

const LISTS = {
  quick: { type: RECIPE, where: { minutes: { to: 30 } } },
  all: { type: RECIPE },
};

/** Lists of recipes, as any plugin may have them. */
export const listsPlugin = plugin(
  "acme.lists",
  {
    sections: Object.entries(LISTS).map(([name, found]) => ({
      name,
      title: name,
      description: name,
      category: "list",
      template: "list.liquid",
      markdown: "list.liquid",
      variants: [{ name: "plain", title: "Plain" }],
      fields: { type: "object", properties: {}, additionalProperties: false },
      queries: { found },
      example: { fields: {} },
    })),
  } as never,
  { "list.liquid": "{% for e in queries.found %}<i>{{ e.title }} {{ e.values.minutes }}</i>{% endfor %}" },
);

export const listOf = (name: keyof typeof LISTS, path = `/${name}`): Page =>
  page(path, { sections: [{ id: "list", type: `acme.lists/${name}`, fields: {} }] });

export const OWN_PACK = [...PACK, listsPlugin];

export const typesNow = (world: World) => world.kernel.documents.only(SITE, "types");

export const putTypes = (world: World, ...types: readonly OwnType[]): Promise<unknown> =>
  world.run("types.put", { expected: typesNow(world).version, body: { types } });

/** A site with the type, and with pages that were written after it. */
export async function siteWith(pages: Readonly<Record<string, Page>> = {}, ...types: OwnType[]): Promise<World> {
  const world = await worldWith({ home: page("/") }, OWN_PACK);
  await putTypes(world, ...(types.length > 0 ? types : [recipeType()]));
  for (const [id, body] of Object.entries(pages)) await world.write(id, body);
  await world.run("publish", {});
  return world;
}
