/** Boats for sale in English and German, whose price and day of launch live once for all languages. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { page, plugin, type World } from "../kernel/world.ts";
import { LANGUAGE_PACK, LANGUAGES, languagesWorld, siteInLanguages } from "./languagesWorld.ts";

export const BOAT = "acme.boats/boat";

const schemaOf = (shared: readonly string[], launched: string) => {
  const properties: Record<string, object> = {
    price: { type: "number", title: "Price" },
    [launched]: { type: "string", format: "date", title: "Launched" },
    berth: { $ref: "drawbridge:text", title: "Berth" },
    about: { $ref: "drawbridge:text", title: "About" },
  };
  for (const name of shared) properties[name] = { ...properties[name], shared: true };
  return { type: "object", properties, required: ["price"], additionalProperties: false };
};

const listOf = (name: string, of: object) => ({
  name,
  title: name,
  description: name,
  category: "list",
  template: "list.liquid",
  markdown: "list.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: { type: "object", properties: {}, additionalProperties: false },
  queries: { found: { type: BOAT, ...of } },
  example: { fields: {} },
});

/** `shared` names the fields that all languages share. `launched` is the name of the day of launch. */
export const boatsPlugin = (
  shared: readonly string[] = ["price", "launched"],
  version = "1.0.0",
  launched = "launched",
): PackedPlugin =>
  plugin(
    "acme.boats",
    {
      contentTypes: [
        {
          name: "boat",
          title: "Boat",
          plural: "Boats",
          address: "/boats/{slug}",
          fields: schemaOf(shared, launched),
          ...(launched !== "launched" && { renamed: { launched } }),
          index: ["price", launched, "berth"],
          template: "boat.liquid",
          markdown: "boat.liquid",
          example: { fields: { price: 1 } },
        },
      ],
      sections: [
        listOf("cheap", { where: { price: { to: 100 } }, order: "title" }),
        listOf("by-price", { order: "price" }),
        listOf("in-berth", { where: { berth: { eq: "A" } }, order: "-price" }),
        listOf("not-cheap", { where: { price: { not: 90 } }, order: "path" }),
      ],
    } as unknown as Contributes,
    {
      "boat.liquid": `<p>{{ fields.price }} {{ fields.${launched} }} {{ fields.about }}</p>`,
      "list.liquid": "{% for b in queries.found %}<i>{{ b.title }} {{ b.values.price }}</i>{% endfor %}",
    },
    version,
  );

export const boat = (path: string, values: Record<string, unknown>, more: Partial<Page> = {}): Page =>
  page(path, { type: BOAT, values, title: path, sections: [], ...more });

export const boot = (path: string, of: string, values: Record<string, unknown> = {}, more: Partial<Page> = {}): Page =>
  boat(path, values, { language: "de", translationOf: of, ...more });

const list = (path: string, name: string, more: Partial<Page> = {}): Page =>
  page(path, { sections: [{ id: "list", type: `acme.boats/${name}`, fields: {} }], ...more });

const LISTS = ["cheap", "by-price", "in-berth", "not-cheap"];

const PAGES: Readonly<Record<string, Page>> = {
  home: page("/"),
  start: page("/de", { language: "de", translationOf: "home" }),
  gull: boat("/gull", { price: 90, launched: "2026-05-01", berth: "A", about: "Fast" }),
  moewe: boot("/de/moewe", "gull", { about: "Schnell", berth: "A" }),
  tern: boat("/tern", { price: 200, berth: "B" }),
  seeschwalbe: boot("/de/seeschwalbe", "tern", { price: 200, berth: "B" }),
  ...Object.fromEntries(
    LISTS.flatMap((name) => [
      [name, list(`/${name}`, name)],
      [`de-${name}`, list(`/de/${name}`, name, { language: "de", translationOf: name })],
    ]),
  ),
};

export const boatsWorld = (pack: PackedPlugin = boatsPlugin(), pages = PAGES): Promise<World> =>
  languagesWorld(siteInLanguages(pages, { languages: LANGUAGES }), [...LANGUAGE_PACK, pack]);

/** Another price of a boat, which its author changes in the source. */
export const priced = (world: World, id: string, expected: number, price: number) =>
  world.run("page.edit", {
    page: id,
    expected,
    operations: [{ op: "set", section: "entry_values", fields: { price } }],
  });

/** The titles and prices that a list shows visitors. */
export const shownIn = async (world: World, path: string): Promise<string[]> =>
  [...(await world.html(path)).matchAll(/<i>([^<]*)<\/i>/g)].map(([, text = ""]) => text);
