import { LIST_ITEMS_DEFAULT } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CatalogueType } from "../../rendering/agents/catalogue.ts";
import type { PublicPageIndex } from "../content/pageIndex.ts";
import { contentSource } from "../content/siteContent.ts";
import { typeAsked } from "./list.ts";
import type { Answering } from "./operation.ts";
import { portion } from "./portion.ts";

/** Describes the values of a content type. Without a name, lists the types. */
export const describeType: Answering = async (content, parameters, budget) => {
  const index = await content.pages();
  const asked = typeAsked(content, parameters.text("type"));
  if (asked === undefined) {
    const input = { content, budget, items: content.catalogue.types ?? [], question: ["type"] };
    const cursor = parameters.text("cursor");
    const { shown, next } = portion({ ...input, cursor, limit: LIST_ITEMS_DEFAULT }, typeView(index));
    return { types: shown, ...next, ...contentSource(content) };
  }
  if (!budget.take(asked.schema))
    throw new Refusal("TOO_LARGE", { reason: "The schema of this content type is too long for an answer." });
  const filters = asked.filters.map(({ name }) => name);
  return { types: [{ ...typeView(index)(asked), schema: asked.schema, filters }], ...contentSource(content) };
};

export const typeView =
  (index: PublicPageIndex) =>
  ({ type, title, plural }: CatalogueType) => ({ type, title, plural, entries: index.entriesOf(type) });
