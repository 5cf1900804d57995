/** The queries of templates: reads what an author wrote, with the values of fields, and asks the site. */
import { isChosenEntries } from "../../manifests/fields/chosenEntries.ts";
import { type IndexedField, indexedFields, storedValue } from "../../manifests/fields/indexed.ts";
import type { ContentType } from "../../manifests/manifest/contentType.ts";
import { type Comparison, COMPARISONS } from "../../manifests/shapes/comparison.ts";
import { type FixedQuery, type Query, type Where } from "../../manifests/shapes/query.ts";
import { isOwnType } from "../../manifests/shapes/owner.ts";
import { isListOrder, orderedField } from "../../manifests/shapes/listOrder.ts";
import type { FieldCondition, PageQuery, PageSummary } from "../documents/content/content.ts";
import { namesShown, presentName } from "./values/shownFields.ts";
import type { SiteView } from "./view.ts";

/** The place of a query: its page and the values of its fields. */
export interface AskedPlace {
  readonly typeOf: (type: string) => ContentType | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The id of the page. Absent in files. */
  readonly page?: string;
}

/** The part of a place that the values of a filter depend on. */
type ConditionPlace = Pick<AskedPlace, "fields" | "page">;

export interface QueryPlace extends AskedPlace {
  readonly site: SiteView;
}

type Asked = Omit<PageQuery, "where" | "ids" | "tells" | "languages" | "anyLanguage" | "pageless" | "values"> & {
  language?: string;
};

/** Asks for the pages of all languages. */
const ANY_LANGUAGE = "any";

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;
const isOrder = (value: unknown): boolean => typeof value === "string" && /^-?[a-z]\w*$/.test(value);
const isFilled = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Checks for each member of a query. A member that fails is ignored. */
const FITS: Readonly<Record<keyof Asked, (value: unknown) => boolean>> = {
  collection: isFilled,
  under: (value) => typeof value === "string" && value.startsWith("/"),
  order: isOrder,
  limit: isCount,
  type: isFilled,
  offset: isCount,
  language: (value) => value === ANY_LANGUAGE,
};

const valueIn = (value: unknown, fields: AskedPlace["fields"]): unknown =>
  typeof value === "object" && value !== null && "field" in value ? fields[String(value.field)] : value;

/** A literal in the form of the index. Undefined if it is none, such as the value of an empty field. */
function compared(
  { kind }: IndexedField,
  value: unknown,
  { page }: Pick<AskedPlace, "page">,
): FieldCondition["values"][number] | undefined {
  if (value === "this" && kind === "page") return page;
  if ((value === "now" || value === "today") && (kind === "date" || kind === "dateTime")) return { clock: value };
  return storedValue(kind, value);
}

/** Matches no entry. A filter that cannot be asked must not show everything instead. */
const nothing = (field: string): FieldCondition => ({ field, is: "in", kind: "text", values: [] });

/** True for the value of a field that a member left empty. It asks nothing. */
const isLeftEmpty = (asked: unknown, { fields }: ConditionPlace): boolean => {
  const value = valueIn(asked, fields);
  return value !== asked && (value === undefined || value === null || value === "");
};

function conditionOf(
  name: string,
  is: Comparison,
  field: IndexedField,
  asked: unknown,
  place: ConditionPlace,
): FieldCondition[] {
  const given = [asked].flat().filter((one) => !isLeftEmpty(one, place));
  if (given.length === 0) return [];
  const values = given.flatMap((one) => compared(field, valueIn(one, place.fields), place) ?? []);
  return values.length > 0 ? [{ field: name, is, kind: field.kind, values }] : [nothing(name)];
}

/** The conditions of a filter, in one order, so that equal questions have equal keys. */
export function conditionsOf(
  where: Where,
  known: ReadonlyMap<string, IndexedField> | undefined,
  place: ConditionPlace,
): FieldCondition[] {
  return Object.keys(where)
    .toSorted()
    .flatMap((name) => {
      const field = known?.get(name);
      if (!field) return [nothing(name)];
      return COMPARISONS.flatMap((is) => {
        const asked: unknown = where[name]?.[is];
        return asked === undefined ? [] : conditionOf(name, is, field, asked, place);
      });
    });
}

/**
 * The order of an owner's type. The index knows the order of the draft's type, and a release knows the order of its own types.
 */
const ownOrder = (name: string | undefined, type: ContentType | undefined): string | undefined =>
  name !== undefined && isOwnType(name) ? type?.order : undefined;

/** A member's value for a field of the index. It is written as text. */
const CHOSEN: Readonly<Partial<Record<IndexedField["kind"], (text: string) => unknown>>> = {
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  boolean: (text) => text === "true",
};

/** An order that a member chose, by the present name of its field. */
function presentOrder(order: string | undefined, type: ContentType | undefined): string | undefined {
  const field = order === undefined ? undefined : orderedField(order);
  if (!type || !field) return order;
  return `${field.isReversed ? "-" : ""}${presentName(type, field.field)}`;
}

/** The entries that a member chose in a field. Without a choice there are none, and not all pages. */
function chosenQuery(value: unknown, place: AskedPlace): Partial<PageQuery> {
  if (!isChosenEntries(value)) return { ids: [] };
  const type = place.typeOf(value.type);
  const known = type && indexedFields(type);
  const order = presentOrder(value.order, type) ?? ownOrder(value.type, type);
  const where = (value.where ?? []).flatMap(({ field: given, is, value: text }) => {
    const field = type ? presentName(type, given) : given;
    const found = known?.get(field);
    if (!found) return [nothing(field)];
    return text === "" ? [] : conditionOf(field, is, found, (CHOSEN[found.kind] ?? String)(text), place);
  });
  const values = type ? namesShown(value.show, type) : [];
  return {
    type: value.type,
    ...(order !== undefined && { order }),
    ...(where.length > 0 && { where }),
    ...(values.length > 0 && { values }),
  };
}

function pageQuery({ where, ...query }: Query | FixedQuery, most: number, place: AskedPlace): PageQuery {
  const given = Object.entries(query).map(([part, value]) => [part, valueIn(value, place.fields)] as const);
  const { order, language, entries, ...asked } = Object.fromEntries(
    given.filter(([part, value]) => part === "entries" || FITS[part as keyof Asked](value)),
  ) as Asked & { readonly entries?: unknown };
  const type = asked.type === undefined ? undefined : place.typeOf(asked.type);
  const conditions = where ? conditionsOf(where, type && indexedFields(type), place) : [];
  const chosen = order ?? ownOrder(asked.type, type);
  const isKnown = chosen !== undefined && (isListOrder(chosen) || asked.type !== undefined);
  return {
    ...asked,
    ...(isKnown && { order: chosen }),
    ...(conditions.length > 0 && { where: conditions }),
    ...("entries" in query && chosenQuery(entries, place)),
    ...(language === ANY_LANGUAGE && { anyLanguage: true }),
    limit: Math.min(asked.limit ?? most, most),
  };
}

/** The queries of a contribution, by name, as the site answers them. */
export const pageQueries = (
  queries: Readonly<Record<string, Query | FixedQuery>> | undefined,
  most: number,
  place: AskedPlace,
): (readonly [string, PageQuery])[] =>
  Object.entries(queries ?? {}).map(([name, query]) => [name, pageQuery(query, most, place)] as const);

/** The results of a contribution's queries, by name. */
export const queriesScope = (
  queries: Readonly<Record<string, Query | FixedQuery>> | undefined,
  most: number,
  place: QueryPlace,
): Readonly<Record<string, readonly PageSummary[]>> =>
  Object.fromEntries(pageQueries(queries, most, place).map(([name, query]) => [name, place.site.query(query)]));
