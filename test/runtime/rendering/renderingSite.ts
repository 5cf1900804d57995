/** A site with some handwritten plugins, for rendering whole pages. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Page, PageSummary } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { combine } from "../../../runtime/contributions/points.ts";
import type { ActivePlugin, SkippedPlugin } from "../../../runtime/plugins/states/resolution.ts";
import { createRenderer, type PageInput, type Renderer, type SiteView } from "../../../runtime/rendering/renderer.ts";
import { packed } from "../plugins/packed.ts";

type SectionContribution = NonNullable<Contributes["sections"]>[number];

export function active(id: string, contributes: Contributes, files: Readonly<Record<string, string>>): ActivePlugin {
  return { id, version: "1.0.0", plugin: packed({ id, contributes }, files), grant: null };
}

const text = (title: string, value = "") => ({ $ref: "drawbridge:text", title, default: value });

export const sectionOf = (name: string, rest: Partial<SectionContribution> = {}): SectionContribution => ({
  name,
  title: name,
  category: "text",
  template: `${name}.liquid`,
  markdown: `${name}.md.liquid`,
  variants: [
    { name: "plain", title: "Plain" },
    { name: "loud", title: "Loud" },
  ],
  fields: {
    type: "object",
    properties: { title: text("Title", "Untitled"), text: text("Text") },
    additionalProperties: false,
  },
  example: { fields: {} },
  ...rest,
});

export const BASICS = active(
  "test.basics",
  {
    sections: [
      sectionOf("hero", { providesTitle: true, css: "hero.css" }),
      sectionOf("box", {
        slots: [
          { name: "first", title: "First", max: 2 },
          { name: "second", title: "Second" },
        ],
      }),
      sectionOf("film", { frames: ["https://b.example", "https://a.example"], limits: { maxPerPage: 1 } }),
      sectionOf("other-film", {
        frames: ["https://c.example", "https://a.example"],
        template: "film.liquid",
        markdown: "film.md.liquid",
      }),
      sectionOf("list", {
        fields: {
          type: "object",
          properties: {
            collection: text("Collection", "journal"),
            most: { type: "integer", title: "Most", default: 3 },
          },
          additionalProperties: false,
        },
        queries: {
          found: { collection: { field: "collection" }, order: "newest", limit: { field: "most" }, under: "/a" },
        },
      }),
      sectionOf("broken"),
      sectionOf("greedy"),
      sectionOf("nameless", { template: "no-such-file.liquid" }),
    ],
  },
  {
    "hero.liquid":
      "<h{{ section.level }}>{{ fields.title }}</h{{ section.level }}><p>{{ section.variant }} {{ fields.text }}</p>",
    "hero.md.liquid": "# {{ fields.title }}\n\n{{ fields.text }}",
    "hero.css": ":scope { color: red }",
    "box.liquid":
      "<div>{{ section.level }}{{ section.depth }}{{ section.first }}</div>{{ children.first }}|{{ children.second }}",
    "box.md.liquid": "{{ children.first }}\n\n{{ children.second }}",
    "film.liquid": "film",
    "film.md.liquid": "film",
    "list.liquid": "{% for p in queries.found %}{{ p.title }},{% endfor %}",
    "list.md.liquid": "{% for p in queries.found %}- [{{ p.title }}]({{ p.path }})\n{% endfor %}",
    "broken.liquid": "<script>",
    "broken.md.liquid": "{{ x | nothing }}",
    "greedy.liquid": "{% for i in (1..1000000) %}a{% endfor %}",
    "greedy.md.liquid": "{% for i in (1..1000000) %}a{% endfor %}",
  },
);

const tokens = (properties: Record<string, unknown>) => ({ type: "object", properties, additionalProperties: false });
const token = (value: string, rest: object = {}) => ({ type: "string", title: "T", default: value, ...rest });

export const themePlugin = (files: Readonly<Record<string, string>> = {}): ActivePlugin =>
  active(
    "test.theme",
    {
      themes: [
        {
          name: "slim",
          title: "Slim",
          layout: "layout.liquid",
          css: "theme.css",
          tokens: {
            base: tokens({ radius: token("4px"), "font-body": token("serif") }),
            light: tokens({ text: token("#111111", { format: "color" }) }),
            dark: tokens({ text: token("#eeeeee", { format: "color" }) }),
          },
        },
      ],
    },
    {
      "layout.liquid":
        '<main>{% unless page.titleShown %}<h1>{{ page.title }}</h1>{% endunless %}{{ content }}</main>{% for i in navigation.header %}<a href="{{ i.href }}"{% if i.current %} aria-current="page"{% endif %}>{{ i.label }}</a>{% for c in i.children %}[{{ c.label }}]{% endfor %}{% endfor %}<i>{{ theme.tokens.base.radius }} {{ theme.scheme }}</i>',
      "theme.css": "body { margin: 0 }",
      ...files,
    },
  );

export const summary = (id: string): PageSummary => ({
  id,
  path: `/${id}`,
  url: `https://site.example/${id}`,
  title: id.toUpperCase(),
  description: null,
  collection: "journal",
  date: null,
  updated: null,
  author: null,
  image: null,
});

export const site = (rest: Partial<SiteView> = {}): SiteView => ({
  settings: { name: "Site & Co", language: "en" },
  origin: "https://site.example",
  firstOrigin: "https://site.example",
  navigation: { menus: { header: [], footer: [] } },
  theme: { theme: "test.theme/slim", scheme: "auto", tokens: {} },
  link: (id) => (id === "about" ? "/about" : undefined),
  query: ({ limit = 9 }) => ["a", "b", "c", "d"].slice(0, limit).map(summary),
  count: () => 4,
  months: () => [],
  holding: () => [],
  stylesheet: "/_assets/x.css",
  ...rest,
});

export const section = (id: string, name: string, rest: Partial<Section> = {}): Section => ({
  id,
  type: `test.basics/${name}`,
  fields: {},
  ...rest,
});
export const page = (sections: Section[], rest: Partial<Page> = {}): Page => ({
  path: "/a",
  title: "A <page>",
  sections,
  ...rest,
});

export const input = (sections: Section[], rest: Partial<PageInput> = {}): PageInput => ({
  id: "a",
  version: 7,
  page: page(sections),
  site: site(),
  mode: "published",
  ...rest,
});

export const rendererOf = (
  plugins: readonly ActivePlugin[] = [BASICS, themePlugin()],
  skipped: readonly SkippedPlugin[] = [],
): Renderer => createRenderer(combine(plugins, skipped));
