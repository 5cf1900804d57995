/** The orders of lists of pages. Workers that only order lists load no shapes of manifests. */

/** The orders that every page has. */
export const LIST_ORDERS = ["newest", "oldest", "title", "path"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];
export const isListOrder = (order: string): order is ListOrder => LIST_ORDERS.some((known) => known === order);

/** The name of the page's own date, by which a list may have periods. */
export const PAGE_DATE = "date";

/** The field of an order, and its direction. Undefined for an order of pages. */
export const orderedField = (order: string): { readonly field: string; readonly isReversed: boolean } | undefined =>
  isListOrder(order) ? undefined : { field: order.replace(/^-/, ""), isReversed: order.startsWith("-") };
