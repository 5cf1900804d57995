/** The filter `pages`: templates that show the pages which a reference names. */
import { describe, expect, test } from "vitest";
import { REFERENCES_MAX } from "../../../manifests/bounds/fields.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { rendered, surroundings } from "../rendering/specimen.ts";
import { BACK_LINKS_LISTED } from "../../../manifests/bounds/documents.ts";
import { PACK, page, plugin, SITE, worldWith, type World } from "../kernel/world.ts";

const text = { $ref: "drawbridge:text", title: "Text" };
const type = (name: string, properties: object, more: object = {}) => ({
  name,
  title: name,
  address: "/{slug}",
  plural: `${name}s`,
  fields: { type: "object", properties, additionalProperties: false },
  example: { fields: {} },
  ...more,
});

const contributes = {
  contentTypes: [
    type("person", { role: text, secret: text }, { index: ["role"] }),
    type(
      "article",
      {
        author: { $ref: "drawbridge:page", title: "Author", of: "acme.press/person" },
        others: { $ref: "drawbridge:pages", title: "Others" },
      },
      { template: "article.liquid" },
    ),
  ],
} as unknown as Contributes;

const PRESS = plugin("acme.press", contributes, {
  "article.liquid": `{% assign author = fields.author | pages | first %}<b>{{ author.title }}, {{ author.values.role }}{{ author.values.secret }}</b>
{% assign others = fields.others | pages %}{% for one in others %}<a href="{{ one.path }}">{{ one.title }}</a>{% endfor %}`,
});

const person = (path: string, title: string, more: Partial<Page> = {}): Page =>
  page(path, { title, type: "acme.press/person", values: { role: "Sailor", secret: "hidden" }, sections: [], ...more });
const article = (values: Page["values"]): Page => page("/story", { type: "acme.press/article", values, sections: [] });

const site = (values: Page["values"], pages: Readonly<Record<string, Page>> = {}): Promise<World> =>
  worldWith(
    {
      home: page("/"),
      ann: person("/ann", "Ann"),
      bo: person("/bo", "Bo", { noindex: true }),
      story: article(values),
      ...pages,
    },
    [...PACK, PRESS],
  );

const links = (html: string): string[] => [...html.matchAll(/<a href="(\/\w+)">/g)].map(([, path]) => path ?? "");

describe("pages that a reference names", () => {
  test("have their title and indexed values, in the order of the reference, each once", async () => {
    const { html } = await site({ author: "ann", others: ["bo", "ann", "bo"] });
    expect(await html("/story")).toContain("<b>Ann, Sailor</b>");
    expect(links(await html("/story"))).toEqual(["/bo", "/ann"]);
  });

  test("are left out if the site does not have them", async () => {
    const { html } = await site({ author: "nobody", others: ["gone", "ann"] });
    expect(await html("/story")).toContain("<b>, </b>");
    expect(links(await html("/story"))).toEqual(["/ann"]);
  });

  test("are drawn again when they change, move or go", async () => {
    const world = await site({ author: "ann", others: ["ann"] });
    await world.run("page.edit", {
      page: "ann",
      expected: 1,
      operations: [{ op: "set", section: "entry_values", fields: { role: "Captain" } }],
    });
    await world.run("publish", {});
    expect(await world.html("/story")).toContain("<b>Ann, Captain</b>");
    await world.run("page.delete", { page: "ann", expected: 2 });
    await world.run("publish", {});
    expect(await world.html("/story")).toContain("<b>, </b>");
  });

  test("may name each other", async () => {
    const { html } = await site(
      { others: ["other"] },
      { other: { ...article({ others: ["story"] }), path: "/other" } },
    );
    expect([links(await html("/story")), links(await html("/other"))]).toEqual([["/other"], ["/story"]]);
  });

  test.each([
    [REFERENCES_MAX - 1, REFERENCES_MAX - 1],
    [REFERENCES_MAX, REFERENCES_MAX],
    [REFERENCES_MAX + 1, REFERENCES_MAX],
  ])("of %i are %i at most", (count, shown) => {
    const asked: (readonly string[])[] = [];
    const pagesOf = (ids: readonly string[]): object[] => (asked.push(ids), []);
    const ids = Array.from({ length: count }, (_, index) => `p${index}`);
    rendered("{{ ids | pages | size }}", { ids }, "section", { ...surroundings, pagesOf });
    expect(asked.map(({ length }) => length)).toEqual([shown]);
  });

  test("are none for an empty field", async () => {
    const { html } = await site({});
    expect(await html("/story")).toContain("<b>, </b>");
  });
});

describe("the places where a page is used", () => {
  const SIREN = { siren: person("/siren", "Siren"), other: person("/other", "Other") };
  const usesOf = async (pages: Readonly<Record<string, Page>>): Promise<(string | null)[]> => {
    const world = await worldWith({ home: page("/"), ...SIREN, ...pages }, [...PACK, PRESS]);
    return world.kernel.reads.backLinks(SITE, "siren").items.map(({ id }) => id);
  };

  test.each<[string, Page["values"], string[]]>([
    ["the one page of a field", { author: "siren" }, ["story"]],
    ["a page of a list", { others: ["other", "siren"] }, ["story"]],
    ["both, once", { author: "siren", others: ["siren"] }, ["story"]],
    ["another page", { author: "other" }, []],
  ])("name an entry that refers to it by %s", async (_, values, ids) => {
    expect(await usesOf({ story: article(values) })).toEqual(ids);
  });

  test("name no page whose text is its id", async () => {
    expect(await usesOf({ namesake: person("/namesake", "siren", { values: { role: "siren" } }) })).toEqual([]);
  });

  test.each([
    [BACK_LINKS_LISTED - 1, false],
    [BACK_LINKS_LISTED, false],
    [BACK_LINKS_LISTED + 1, true],
  ])("are bounded: %i of them", async (count, more) => {
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`s${n}`, { ...article({ author: "siren" }), path: `/s${n}` }]),
    );
    const world = await worldWith({ home: page("/"), ...SIREN, ...many }, [...PACK, PRESS]);
    const found = world.kernel.reads.backLinks(SITE, "siren");
    expect([found.items.length, found.more]).toEqual([Math.min(count, BACK_LINKS_LISTED), more]);
  });

  test("refuse a deletion that asks for a page without uses", async () => {
    const world = await worldWith({ home: page("/"), ...SIREN, story: article({ author: "siren" }) }, [...PACK, PRESS]);
    const asked = (id: string) => world.run("page.delete", { page: id, expected: 1, unused: true });
    await expect(asked("siren")).rejects.toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "page_used", uses: [{ kind: "page", id: "story" }] },
    });
    await asked("other");
    await world.run("page.delete", { page: "siren", expected: 1 });
  });
});
