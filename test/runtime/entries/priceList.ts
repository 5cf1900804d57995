/** The prices of an owner's site, and the list of drawbridge.basics that shows them. */
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { FIRST_PARTY } from "../../plugins/stage.ts";
import { PACK, page, worldWith, type World } from "../kernel/world.ts";
import { eventsPlugin } from "./events.ts";
import { putTypes } from "./ownTypes.ts";

export const PRICE = "site/price";

export const PRICE_FIELDS = {
  amount: { type: "number", title: "Amount", currency: "EUR" },
  size: { type: "number", title: "Size" },
  unit: { $ref: "drawbridge:text", title: "Unit" },
  until: { type: "string", format: "date", title: "Until" },
  booked: { type: "string", format: "date-time", title: "Booked" },
  kind: { title: "Kind", oneOf: [{ const: "cut", title: "Haircut" }] },
  walkIn: { type: "boolean", title: "Without an appointment" },
  about: { $ref: "drawbridge:markdown", title: "About" },
  photo: { $ref: "drawbridge:image", title: "Photo" },
  more: { $ref: "drawbridge:link", title: "More" },
  like: { $ref: "drawbridge:pages", title: "Goes with" },
  tags: { type: "array", items: { $ref: "drawbridge:text" }, maxItems: 50, title: "Tags" },
};

export const priceType = (properties: object = PRICE_FIELDS, more: Partial<OwnType> = {}): OwnType => ({
  name: "price",
  title: "Price",
  plural: "Prices",
  order: "title",
  fields: { type: "object", properties, required: [], additionalProperties: false },
  index: ["amount"],
  ...more,
});

export const price = (title: string, values: Readonly<Record<string, unknown>>, more: Partial<Page> = {}): Page =>
  page(`/price/${title.toLowerCase()}`, { type: PRICE, title, values, sections: [], ...more });

interface Look {
  readonly variant?: string;
  readonly fields?: object;
  readonly type?: string;
  readonly where?: readonly object[];
  readonly order?: string;
}

export const priceList = (
  show: readonly object[],
  { variant = "table", fields, type = PRICE, ...more }: Look = {},
) => ({
  id: "list",
  type: "drawbridge.basics/entry-list",
  variant,
  fields: { entries: { type, show, ...more }, ...fields },
});

export const BASICS: readonly PackedPlugin[] = [
  ...PACK,
  eventsPlugin(),
  ...FIRST_PARTY.filter(({ manifest }) => manifest.id === "drawbridge.basics"),
];

export const listPage = (show: readonly object[], look?: Look, more: Partial<Page> = {}): Page =>
  page("/prices", { title: "Prices", sections: [priceList(show, look)], ...more });

/** A published site with the type, these pages, and a list at /prices. */
export async function pricesWorld(
  pages: Readonly<Record<string, Page>>,
  show: readonly object[],
  look?: Look,
  type: OwnType = priceType(),
): Promise<World> {
  const world = await worldWith({ home: page("/") }, BASICS);
  await putTypes(world, type);
  for (const [id, body] of Object.entries(pages)) await world.write(id, body);
  await world.write("list", listPage(show, look));
  await world.run("publish", {});
  return world;
}
