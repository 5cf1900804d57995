/**
 * Queries of a template over the pages of its site: a filter, an order and a limit. No query can be expensive. A value
 * may come from a field, so that an editor can choose it.
 */
import * as z from "zod/mini";
import {
  FILE_QUERY_MAX_RESULTS,
  INDEXED_TEXT_MAX_CHARS,
  NAME_MAX_CHARS,
  QUERIES_MAX,
  QUERY_MAX_OFFSET,
  SECTION_QUERY_MAX_RESULTS,
  WHERE_MAX_FIELDS,
  WHERE_MAX_VALUES,
} from "../bounds/manifest.ts";
import { COMPARISONS } from "./comparison.ts";
import { isListOrder, LIST_ORDERS } from "./listOrder.ts";
import { exactly, fieldNameShape, nameShape, pagePathShape, titled, typeNameShape } from "./shape.ts";

export const ORDER_SAYS =
  "newest or oldest first by date, or by title or path. With a type also an indexed field; a - before its name reverses the order.";

/** An order of pages, or the name of an indexed field, which a hyphen reverses. */
export const orderShape = z
  .string()
  .check(
    z.maxLength(NAME_MAX_CHARS + 1),
    z.regex(/^-?[a-z][A-Za-z0-9_]*$/, `${LIST_ORDERS.join(", ")}, or an indexed field such as start or -start`),
  );

const limitShape = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
export const fieldShape = exactly({
  field: titled(fieldNameShape, "Field", "Name of the field that has the value."),
});

const says = {
  collection: ["Collection", "Only pages of this collection."],
  order: ["Order", `${ORDER_SAYS} Default: newest, or the order of the type.`],
  limit: ["Limit", "Maximum number of pages."],
  under: ["Under", "Only pages whose path starts with this path."],
  type: ["Type", "Only entries of this content type: <plugin id>/<name>."],
  where: ["Where", "Only entries whose indexed fields match, by the name of the field."],
  offset: ["Offset", "Number of pages to skip."],
  entries: ["Entries", "A field of type drawbridge:entries, in which a member chooses type, filter and order."],
  language: ["Language", "any finds the pages of all languages. Default: those in the language of the page."],
} as const;

export const or = <T extends z.ZodMiniType>(shape: T) => z.union([shape, fieldShape]);
const optional = <T extends z.ZodMiniType>(shape: T, says: readonly [string, string]) =>
  z.exactOptional(titled(shape, ...says));

/** The parameters of a list: values, or names of the fields that hold them. */
export const listMembers = (most: number) => ({
  collection: optional(or(nameShape), says.collection),
  order: optional(or(z.enum(LIST_ORDERS)), [
    "Order",
    "newest or oldest first by date, or by title or path. Default: newest.",
  ]),
  limit: optional(or(limitShape(most)), says.limit),
  under: optional(or(pagePathShape), says.under),
});

const literalShape = z.union([z.string().check(z.maxLength(INDEXED_TEXT_MAX_CHARS)), z.number(), z.boolean()]);
const VALUE_SAYS = '"now" and "today" are the time of the site, and "this" is the page that shows the list.';

const comparedMembers = <T extends z.ZodMiniType>(value: T) => {
  const one = (title: string, description: string) => optional(value, [title, description]);
  return {
    eq: one("Equals", `Equals the value. ${VALUE_SAYS}`),
    not: one("Not", "Does not equal the value."),
    before: one("Before", "Is less than the value, or earlier."),
    after: one("After", "Is greater than the value, or later."),
    from: one("From", "Is the value, greater or later."),
    to: one("To", "Is the value, less or earlier."),
    has: one("Has", "Is a list that contains the value."),
    in: optional(z.array(value).check(z.minLength(1), z.maxLength(WHERE_MAX_VALUES)), ["In", "Equals one of these."]),
  };
};

const oneOrMore = <T extends z.ZodMiniType<object>>(shape: T): T =>
  shape.check(z.refine((asked) => Object.keys(asked).length > 0, `one of ${COMPARISONS.join(", ")}`));

const compared = <T extends z.ZodMiniType>(value: T) => oneOrMore(exactly(comparedMembers(value)));

const whereOf = <T extends z.ZodMiniType>(conditions: T) =>
  z
    .record(fieldNameShape, conditions)
    .check(z.refine((where) => Object.keys(where).length <= WHERE_MAX_FIELDS, `at most ${WHERE_MAX_FIELDS} fields`));

/** The conditions on one field. Fields may supply their values. */
export const comparedShape = compared(or(literalShape));

/** A filter with fixed values, without a page that shows the list. */
export const fixedWhereShape = whereOf(compared(literalShape));

/** A filter of a member's list. It may also search in texts, which reads a value of every entry. */
export const memberWhereShape = whereOf(
  oneOrMore(
    exactly({
      ...comparedMembers(literalShape),
      contains: optional(z.string().check(z.minLength(1), z.maxLength(INDEXED_TEXT_MAX_CHARS)), [
        "Contains",
        "Has these letters anywhere, whatever their case and accents. For texts alone.",
      ]),
    }),
  ),
);
export type MemberWhere = z.infer<typeof memberWhereShape>;

const NEEDS_TYPE = "type as well, because only entries of a type have indexed fields";

/** Refuses filters and orders by an indexed field without the type that has the field. */
export const withType = <T extends z.ZodMiniType<{ type?: unknown; where?: unknown; order?: unknown }>>(shape: T): T =>
  shape.check(
    z.refine((query) => query.type !== undefined || query.where === undefined, { path: ["where"], error: NEEDS_TYPE }),
    z.refine(({ type, order }) => type !== undefined || typeof order !== "string" || isListOrder(order), {
      path: ["order"],
      error: `one of ${LIST_ORDERS.join(", ")}; an indexed field needs ${NEEDS_TYPE}`,
    }),
  );

const languageShape = z.literal("any");
const offsetShape = z.int().check(z.minimum(0), z.maximum(QUERY_MAX_OFFSET));

/** The members of an agent's query for entries of a type. The caller's input may supply the values. */
export const agentEntryMembers = () => ({
  order: optional(or(orderShape), says.order),
  type: optional(or(typeNameShape), says.type),
  where: optional(or(whereOf(comparedShape)), [
    "Where",
    "list: only entries whose indexed fields match, by the name of the field. A field of the input is a list of conditions: { field, is, value }.",
  ]),
});

/** A query of a section. Its fields may supply the values. */
export const queryShape = withType(
  exactly({
    ...listMembers(SECTION_QUERY_MAX_RESULTS),
    order: optional(or(orderShape), says.order),
    type: optional(or(typeNameShape), says.type),
    where: optional(whereOf(comparedShape), says.where),
    offset: optional(or(offsetShape), says.offset),
    language: optional(languageShape, says.language),
    entries: optional(fieldShape, says.entries),
  }),
);

/** A query of a file or resource, which has no fields, so all values are fixed. */
export const fixedQueryShape = withType(
  exactly({
    collection: optional(nameShape, says.collection),
    order: optional(orderShape, says.order),
    limit: optional(limitShape(FILE_QUERY_MAX_RESULTS), says.limit),
    under: optional(pagePathShape, says.under),
    type: optional(typeNameShape, says.type),
    where: optional(fixedWhereShape, says.where),
    offset: optional(offsetShape, says.offset),
    language: optional(languageShape, says.language),
  }),
);

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
export type Where = NonNullable<Query["where"]>;
