import { LIST_ITEMS_DEFAULT } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { isListOrder } from "../../../manifests/shapes/listOrder.ts";
import { UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import type { CatalogueType } from "../../rendering/agents/catalogue.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import { conditionsAsked, fulfilling, valueOrder } from "./entryFilter.ts";
import type { PublicPageIndex } from "../content/pageIndex.ts";
import { addressesIn, contentSource, type SiteContent } from "../content/siteContent.ts";
import type { Answering } from "./operation.ts";
import { publicLanguage, pageView } from "./pageView.ts";
import type { QuestionParameters } from "./parameters.ts";
import { portion } from "./portion.ts";

export interface PageFilter {
  readonly collection: string | undefined;
  readonly type: string | undefined;
  readonly under: string | undefined;
  readonly language: string | undefined;
}

export const filterOf = (parameters: QuestionParameters): PageFilter => ({
  collection: parameters.text("collection"),
  type: parameters.text("type"),
  under: parameters.text("under"),
  language: parameters.text("language")?.toLowerCase(),
});

export const listPublicPages: Answering = async (content, parameters, budget) => {
  const filter = filterOf(parameters);
  const index = await content.pages();
  const { items, question } = entriesAsked(content, index, parameters, filter);
  const { shown, next } = portion(
    {
      content,
      budget,
      items,
      question: ["list", filter, ...question],
      cursor: parameters.text("cursor"),
      limit: parameters.count("limit") ?? LIST_ITEMS_DEFAULT,
    },
    pageView(content),
  );
  return { pages: shown, total: items.length, ...next, ...contentSource(content) };
};

interface Asked {
  readonly items: readonly PublicPage[];
  /** The parts of the query that the filter of all pages lacks. */
  readonly question: readonly unknown[];
}

function entriesAsked(
  content: SiteContent,
  index: PublicPageIndex,
  parameters: QuestionParameters,
  filter: PageFilter,
): Asked {
  const type = typeAsked(content, filter.type);
  const isFitting = fits(filter, content);
  const order = parameters.text("order") ?? type?.order ?? "newest";
  if (!type)
    return { items: index.ordered(isListOrder(order) ? order : "newest").filter(isFitting), question: [order] };
  const conditions = conditionsAsked(
    parameters,
    type,
    (reference) => index.find(reference, addressesIn(content))?.id ?? reference,
  );
  const clock = { now: content.now(), timeZone: content.catalogue.site.timeZone ?? UNNAMED_ZONE };
  const isFound = fulfilling(conditions, type, clock);
  const ordered = valueOrder(order, type);
  const found = index.ordered(isListOrder(order) ? order : "path").filter((page) => isFitting(page) && isFound(page));
  return { items: ordered?.(found) ?? found, question: [order, conditions] };
}

/** The type that a call names. Throws a Refusal that names the site's types if there is no such type. */
export function typeAsked(
  { catalogue: { types = [] } }: SiteContent,
  name: string | undefined,
): CatalogueType | undefined {
  if (name === undefined) return undefined;
  const found = types.find(({ type }) => type === name);
  if (found) return found;
  const known = types.length === 0 ? "It has none." : `It has ${types.map(({ type }) => type).join(", ")}.`;
  throw new Refusal("NOT_FOUND", { reason: `The site has no content type with that name. ${known}` });
}

export const fits =
  ({ collection, type, under, language }: PageFilter, content: SiteContent) =>
  (page: PublicPage): boolean =>
    (collection === undefined || page.collection === collection) &&
    (type === undefined || page.type === type) &&
    (language === undefined || isWithin(publicLanguage(page, content).toLowerCase(), language)) &&
    (under === undefined || under === "/" || page.path.startsWith(under.endsWith("/") ? under : `${under}/`));

/** Tells whether a tag is in a range: de has de-AT, and de-AT has not de (RFC 4647, basic filtering). */
const isWithin = (tag: string, range: string): boolean => tag === range || tag.startsWith(`${range}-`);
