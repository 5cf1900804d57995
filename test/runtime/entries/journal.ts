/** A plugin with articles, topics and lists that have further pages. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { PACK, type World, page, plugin, worldWith } from "../kernel/world.ts";

export const ARTICLE = "acme.press/article";
export const TOPIC = "acme.press/topic";

const FIELDS = {
  type: "object",
  properties: {
    day: { type: "string", format: "date", title: "Day" },
    topics: { $ref: "drawbridge:pages", title: "Topics" },
  },
  additionalProperties: false,
};

const NONE = { type: "object", properties: {}, additionalProperties: false };

const ALL = { type: ARTICLE, order: "-day" };

const section = (name: string, more: object) => ({
  name,
  title: name,
  description: name,
  category: "list",
  template: "list.liquid",
  markdown: "list.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: NONE,
  queries: { found: ALL },
  example: { fields: {} },
  ...more,
});

const LIST = `{% for a in queries.found %}<i>{{ a.title }}</i>{% endfor %}
{% if paging %}<b>{{ paging.number }}/{{ paging.count }} of {{ paging.total }}</b>
{% if paging.previous %}<a rel="prev" href="{{ paging.previous.url }}">Back</a>{% endif %}
{% if paging.next %}<a rel="next" href="{{ paging.next.url }}">On</a>{% endif %}
{% for one in paging.urls %}<u>{{ one.number }}={{ one.url }}{% if one.current %}!{% endif %}</u>{% endfor %}
{% for year in paging.years %}<s>{{ year.title }} {{ year.total }} {{ year.url }}</s>{% for month in year.months %}<s>{{ month.title }} {{ month.total }} {{ month.url }}</s>{% endfor %}{% endfor %}{% endif %}`;

export const FILES = {
  "list.liquid": LIST,
  "list.md.liquid": "{% for a in queries.found %}- {{ a.title }}\n{% endfor %}page {{ paging.number }}",
  "box.liquid": "<div>{{ children.body }}</div>",
  "topic.liquid": LIST,
  "topic.md.liquid": "{{ paging.number }}",
  "sitemap.liquid": "{% for one in further %}<url><loc>{{ one.url | xml }}</loc></url>\n{% endfor %}",
  "head.liquid": '<link rel="canonical" href="{{ canonical }}"><title>{{ page.title }}</title>',
};

/** The plugin, with pages of this size. */
export const pressPlugin = (
  pages: object = { query: "found", size: 2 },
  more: object = {},
  version = "1.0.0",
): PackedPlugin =>
  plugin(
    "acme.press",
    {
      contentTypes: [
        {
          name: "article",
          title: "Article",
          plural: "Articles",
          address: "/journal/{slug}",
          order: "-day",
          fields: FIELDS,
          index: ["day", "topics"],
          example: { fields: {} },
        },
        {
          name: "topic",
          title: "Topic",
          plural: "Topics",
          address: "/topics/{slug}",
          fields: NONE,
          template: "topic.liquid",
          markdown: "topic.md.liquid",
          queries: { found: { type: ARTICLE, where: { topics: { has: "this" } }, order: "-day" } },
          pages: { query: "found", size: 2 },
          example: { fields: {} },
        },
      ],
      sections: [
        section("list", { pages }),
        section("dated", { pages: { query: "found", size: 2, periods: "day" } }),
        section("past", {
          queries: { found: { type: ARTICLE, where: { day: { before: "today" } }, order: "title" } },
          pages,
        }),
        section("box", { template: "box.liquid", slots: [{ name: "body", title: "Body" }], queries: {} }),
      ],
      metadata: [{ name: "head", template: "head.liquid" }],
      files: [{ path: "/lists.xml", type: "application/xml; charset=utf-8", template: "sitemap.liquid" }],
      ...more,
    } as unknown as Contributes,
    FILES,
    version,
  );

export const day = (number: number): string =>
  `2026-${String(1 + Math.floor(number / 28)).padStart(2, "0")}-${String(1 + (number % 28)).padStart(2, "0")}`;

export const article = (number: number, values: object = {}, more: Partial<Page> = {}): Page =>
  page(`/journal/a${number}`, {
    type: ARTICLE,
    title: `a${number}`,
    sections: [],
    values: { day: day(number), ...values },
    ...more,
  });

export const articles = (count: number, values: object = {}): Record<string, Page> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index + 1}`, article(index + 1, values)]));

export const listAt = (path: string, name = "list"): Page =>
  page(path, { title: "Journal", sections: [{ id: "list", type: `acme.press/${name}`, fields: {} }] });

/** A published site with a list of articles at /journal. */
export async function press(
  pages: Record<string, Page> = {},
  pack: readonly PackedPlugin[] = [...PACK, pressPlugin()],
): Promise<World> {
  const world = await worldWith({ home: page("/"), journal: listAt("/journal"), ...pages }, pack);
  await world.run("publish", {});
  return world;
}

/** The titles that a page lists. */
export const titles = async (world: World, path: string): Promise<string[]> =>
  [...(await world.html(path)).matchAll(/<i>(\w+)<\/i>/g)].map(([, title]) => title ?? "");
