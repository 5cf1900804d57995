/**
 * Queries of a template over the pages of its site: a filter, an order and a limit. No query can be expensive. A value
 * may come from a field, so that an editor can choose it.
 */
import * as z from "zod/mini";
import { FILE_QUERY_MAX_RESULTS, QUERIES_MAX, SECTION_QUERY_MAX_RESULTS } from "../bounds/manifest.ts";
import { exactly, fieldNameShape, nameShape, pagePathShape, titled } from "./shape.ts";

const QUERY_ORDERS = ["newest", "oldest", "title", "path"] as const;

const orderShape = z.enum(QUERY_ORDERS);
const limitShape = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
export const fieldShape = exactly({
  field: titled(fieldNameShape, "Field", "Name of the field that has the value."),
});

const says = {
  collection: ["Collection", "Only pages of this collection."],
  order: ["Order", "newest or oldest first by date, or by title or path. Default: newest."],
  limit: ["Limit", "Maximum number of pages."],
  under: ["Under", "Only pages whose path starts with this path."],
} as const;

export const or = <T extends z.ZodMiniType>(shape: T) => z.union([shape, fieldShape]);
const optional = <T extends z.ZodMiniType>(shape: T, says: readonly [string, string]) =>
  z.exactOptional(titled(shape, ...says));

/** The parameters of a list: values, or names of the fields that hold them. */
export const listMembers = (most: number) => ({
  collection: optional(or(nameShape), says.collection),
  order: optional(or(orderShape), says.order),
  limit: optional(or(limitShape(most)), says.limit),
  under: optional(or(pagePathShape), says.under),
});

/** A query of a section. Its fields may supply the values. */
export const queryShape = exactly(listMembers(SECTION_QUERY_MAX_RESULTS));

/** A query of a file or resource, which has no fields, so all values are fixed. */
export const fixedQueryShape = exactly({
  collection: optional(nameShape, says.collection),
  order: optional(orderShape, says.order),
  limit: optional(limitShape(FILE_QUERY_MAX_RESULTS), says.limit),
  under: optional(pagePathShape, says.under),
});

const named = <T extends z.ZodMiniType>(shape: T) =>
  z
    .record(fieldNameShape, shape)
    .check(z.refine((queries) => Object.keys(queries).length <= QUERIES_MAX, `at most ${QUERIES_MAX} queries`));
const QUERIES = [
  "Queries",
  "Queries on the site's pages. The template finds each result in the variable queries.",
] as const;

export const queriesOf = () => z.exactOptional(titled(named(queryShape), ...QUERIES));
export const fixedQueriesOf = () => z.exactOptional(titled(named(fixedQueryShape), ...QUERIES));

export type Query = z.infer<typeof queryShape>;
export type FixedQuery = z.infer<typeof fixedQueryShape>;
