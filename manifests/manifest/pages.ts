import type * as z from "zod/mini";
import { LIST_PAGE_MAX_ENTRIES } from "../bounds/manifest.ts";
import { fieldShape, or } from "../shapes/query.ts";
import { exactly, fieldNameShape, optional, titled, upTo } from "../shapes/shape.ts";

/** The further pages of a list: the query whose results they divide. */
export const pagesShape = exactly({
  query: titled(
    fieldNameShape,
    "Query",
    "Name of the query whose results the pages divide. It has no limit or offset.",
  ),
  size: titled(
    or(upTo(LIST_PAGE_MAX_ENTRIES)),
    "Size",
    "Number of entries on a page, or the field that has the number.",
  ),
  if: optional(
    fieldShape,
    "If",
    "A field with true or false. With false, the section shows the first entries alone. Default: always true.",
  ),
  periods: optional(
    fieldNameShape,
    "Periods",
    "An indexed date of the query's type, or date for the page's own. Each year and month gets pages, such as /journal/2026/11.",
  ),
});

/** The further pages of what a template lists. */
export const dividedOf = () =>
  optional(pagesShape, "Pages", "Divides a list into pages, such as /journal/page/2. The template gets paging.");

export type Pages = z.infer<typeof pagesShape>;
