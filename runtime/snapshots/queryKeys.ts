/** The key of a query, under which a release records its result. */
import type { PageQuery } from "../documents/content/content.ts";
import { isTimed } from "../documents/lists/pageQuery.ts";

/** The key of a question that is no query: when a page that has a date of the future may be listed. */
export const NEXT_DATE = JSON.stringify(["#date"]);

/** True for the key of a query whose answer depends on the time. */
export const asksForTime = (key: string): boolean => key === NEXT_DATE || isTimed(queryOfKey(key));

/** Queries without a type keep the key that releases before content types recorded. */
export const queryKey = (query: PageQuery): string => {
  const values = QUERY_NAMES.map((name) => query[name]);
  const last = values.findLastIndex((value) => value !== undefined);
  return JSON.stringify(
    values.slice(
      0,
      KEY_LENGTHS.find((length) => length > last),
    ),
  );
};

const QUERY_NAMES = [
  "collection",
  "under",
  "order",
  "limit",
  "type",
  "where",
  "offset",
  "ids",
  "tells",
  "languages",
  "values",
] as const;

/** The lengths that keys have. A key is as short as its last member allows. */
const KEY_LENGTHS = [4, 7, 8, 9, 10, 11];

export const queryOfKey = (key: string): PageQuery => {
  const values = JSON.parse(key) as unknown[];
  return Object.fromEntries(QUERY_NAMES.map((name, index) => [name, values[index] ?? undefined])) as PageQuery;
};
