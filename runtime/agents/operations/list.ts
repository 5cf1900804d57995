import { LIST_ITEMS_DEFAULT } from "../../../manifests/bounds/agents.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import { isPageOrder } from "../content/pageIndex.ts";
import { contentSource } from "../content/siteContent.ts";
import type { Answering } from "./operation.ts";
import { pageView } from "./pageView.ts";
import { portion } from "./portion.ts";

export interface PageFilter {
  readonly collection: string | undefined;
  readonly under: string | undefined;
}

export const listPublicPages: Answering = async (content, parameters, budget) => {
  const filter = { collection: parameters.text("collection"), under: parameters.text("under") };
  const order = parameters.text("order") ?? "newest";
  const index = await content.pages();
  const items = index.ordered(isPageOrder(order) ? order : "newest").filter(fits(filter));
  const { shown, next } = portion(
    {
      content,
      budget,
      items,
      question: ["list", filter, order],
      cursor: parameters.text("cursor"),
      limit: parameters.count("limit") ?? LIST_ITEMS_DEFAULT,
    },
    pageView,
  );
  return { pages: shown, total: items.length, ...next, ...contentSource(content) };
};

export const fits =
  ({ collection, under }: PageFilter) =>
  (page: PublicPage): boolean =>
    (collection === undefined || page.collection === collection) &&
    (under === undefined || under === "/" || page.path.startsWith(under.endsWith("/") ? under : `${under}/`));
