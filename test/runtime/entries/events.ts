/** A plugin with a content type, and a site of its entries. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { PACK, page, plugin } from "../kernel/world.ts";

export const EVENT = "acme.events/event";

const FIELDS = {
  type: "object",
  properties: {
    start: { type: "string", format: "date", title: "Start" },
    opens: { type: "string", format: "date-time", title: "Opens" },
    place: { $ref: "drawbridge:text", title: "Place" },
    price: { type: "number", title: "Price", minimum: 0 },
    free: { type: "boolean", title: "Free" },
    tags: { type: "array", title: "Tags", items: { $ref: "drawbridge:text" } },
    topics: { $ref: "drawbridge:pages", title: "Topics" },
    about: { $ref: "drawbridge:markdown", title: "About" },
  },
  required: ["start"],
  additionalProperties: false,
};

export const TYPE = {
  name: "event",
  title: "Event",
  plural: "Events",
  address: "/events/{slug}",
  order: "start",
  fields: FIELDS,
  index: ["start", "opens", "place", "price", "free", "tags", "topics"],
  template: "event.liquid",
  example: { fields: { start: "2026-05-01" } },
};

const query = (name: string, of: object) => ({
  name,
  title: name,
  description: name,
  category: "list",
  template: "list.liquid",
  markdown: "list.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: { type: "object", properties: {}, additionalProperties: false },
  queries: { found: of },
  example: { fields: {} },
});

export const eventsPlugin = (
  type: object = {},
  sections: Readonly<Record<string, object>> = {},
  version = "1.0.0",
): PackedPlugin =>
  plugin(
    "acme.events",
    {
      contentTypes: [{ ...TYPE, ...type }],
      sections: Object.entries({
        upcoming: { type: EVENT, where: { start: { from: "today" } }, order: "start", limit: 10 },
        ...sections,
      }).map(([name, of]) => query(name, of)),
    } as unknown as Contributes,
    {
      "event.liquid": "<p>{{ fields.start }} {{ fields.place }}</p>",
      "list.liquid": "{% for e in queries.found %}<i>{{ e.title }} {{ e.values.place }}</i>{% endfor %}",
    },
    version,
  );

export const EVENTS: readonly PackedPlugin[] = [...PACK, eventsPlugin()];

export const event = (path: string, values: Readonly<Record<string, unknown>>, more: Partial<Page> = {}): Page =>
  page(path, { type: EVENT, values, title: path.slice(path.lastIndexOf("/") + 1), sections: [], ...more });

export const listOf = (name: string, path = `/${name}`): Page =>
  page(path, { sections: [{ id: "list", type: `acme.events/${name}`, fields: {} }] });
