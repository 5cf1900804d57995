/** Lists the entries of one content type in the draft, filtered and ordered by what the type indexes. */
import type { IndexedField } from "../../manifests/fields/indexed.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { orderIssue, whereIssues } from "../../manifests/rules/contentTypeRules.ts";
import { orderedField } from "../../manifests/shapes/listOrder.ts";
import type { MemberWhere, Where } from "../../manifests/shapes/query.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import type { EntryPlace } from "../documents/lists/draftEntries.ts";
import type { EntryType } from "../documents/lists/entryIndex.ts";
import type { Documents } from "../documents/documents.ts";
import type { ListedPage, PageIndex } from "../documents/pageIndex.ts";
import { entryOrder } from "../documents/lists/pageQuery.ts";
import { reachOf } from "../documents/unreachable.ts";
import type { Powers } from "../powers/powers.ts";
import { conditionsOf } from "../rendering/queries.ts";
import { fold } from "../search/words.ts";
import {
  isFiltered,
  listPages,
  matchingPages,
  PAGE_ORDERS,
  type PageOrder,
  type PagesWanted,
  type PagePortion,
} from "./pageList.ts";
import type { PagesView } from "./views.ts";

export interface EntriesWanted extends Omit<PagesWanted, "order"> {
  readonly type: string;
  readonly where?: MemberWhere | undefined;
  /** An order of pages, or an indexed field, which a hyphen reverses. Default: the order of the type. */
  readonly order?: string | undefined;
}

export interface EntriesAsked extends EntriesWanted {
  /** `all` gives all values of each entry. Default: the indexed ones. */
  readonly values?: "indexed" | "all" | undefined;
  readonly cursor: string;
  readonly size: number;
}

export interface EntryListParts {
  readonly powers: Pick<Powers, "now">;
  readonly documents: Documents;
  readonly pageIndex: PageIndex;
}

type Lists = Documents["lists"];

/** The type, if the site has it and the question fits it. */
function typeAsked(lists: Lists, site: string, { type, where = {}, order, state }: EntriesWanted): EntryType {
  const known = lists.entryType(site, type);
  if (!known)
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "/type", found: type, allowed: "a content type of the site's plugins" }],
    });
  const { compared, searched } = split(where);
  const issues = [
    ...whereIssues(compared, known.fields, "/where"),
    ...searchIssues(searched, known.fields),
    ...(isPageOrder(order) ? [] : orderIssue(order, known.fields, "/order")),
    ...severalIssue(order, known.fields),
    ...(state === "deleted" ? [NO_DELETED] : []),
  ];
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  return known;
}

const NO_DELETED: Issue = {
  pointer: "/state",
  found: "deleted",
  allowed: "another state, because lists of a type have no deleted pages",
};

const isPageOrder = (order: string | undefined): order is PageOrder => PAGE_ORDERS.some((one) => one === order);

interface Search {
  readonly field: string;
  readonly text: string;
}

interface Conditions {
  readonly compared: Where;
  readonly searched: readonly Search[];
}

/** Separates what the index compares from the search in texts. */
function split(where: MemberWhere): Conditions {
  const parts = Object.entries(where).map(([field, { contains, ...compared }]) => ({ field, contains, compared }));
  return {
    compared: Object.fromEntries(
      parts.flatMap(({ field, compared }) => (Object.keys(compared).length > 0 ? [[field, compared]] : [])),
    ),
    searched: parts.flatMap(({ field, contains }) => (contains === undefined ? [] : [{ field, text: contains }])),
  };
}

const searchIssues = (searched: readonly Search[], known: ReadonlyMap<string, IndexedField>): Issue[] =>
  searched
    .filter(({ field }) => known.get(field)?.kind !== "text")
    .map(({ field }) => ({
      pointer: `/where/${field}/contains`,
      found: `contains with ${field}`,
      allowed: "contains with an indexed field that has texts",
    }));

/** Ids of the entries whose texts contain all searched ones. Undefined without a search. */
function idsWith(
  lists: Lists,
  { site, type }: { readonly site: string; readonly type: string },
  searched: readonly Search[],
): ReadonlySet<string> | undefined {
  const sets = searched.map(({ field, text }) => {
    const wanted = fold(text);
    const rows = lists.draftTexts(site, type, field);
    return new Set(rows.flatMap(({ id, value }) => (fold(value).includes(wanted) ? [id] : [])));
  });
  return sets.length === 0 ? undefined : new Set([...(sets[0] ?? [])].filter((id) => sets.every((one) => one.has(id))));
}

/** An entry would stand in the list once for each of its values. */
function severalIssue(order: string | undefined, known: ReadonlyMap<string, IndexedField>): Issue[] {
  const field = order === undefined ? undefined : orderedField(order)?.field;
  return field !== undefined && known.get(field)?.isList
    ? [{ pointer: "/order", found: field, allowed: "a field with one value" }]
    : [];
}

/** Lists entries with their indexed values, or with all. `cursor` is `next` of the previous answer. */
export function typeEntries(parts: EntryListParts, site: string, published: number, asked: EntriesAsked): PagesView {
  const { documents } = parts;
  const known = typeAsked(documents.lists, site, asked);
  const { items, next, total } = found(parts, known, { ...asked, site, published });
  const values = asked.values === "all" ? allValues(documents, known) : indexedValues(documents.lists);
  const valuesOf = values(site, items);
  const pageless = new Set(known.isPageless ? [asked.type] : []);
  return {
    items: items.map((one) => ({
      ...one,
      ...reachOf(one.path, asked.type, pageless),
      type: asked.type,
      values: (valuesOf(one) ?? {}) as Record<string, unknown>,
    })),
    next,
    ...(total !== undefined && { total }),
  };
}

type ValuesOf = (site: string, items: readonly ListedPage[]) => (one: ListedPage) => object | undefined;

const indexedValues =
  (lists: Lists): ValuesOf =>
  (site, items) => {
    const values = lists.entryValues(site, items, LATEST_CHANGE);
    return ({ id }) => values.get(id);
  };

/** Values as templates see them, converted from earlier versions of the type. */
const allValues =
  (documents: Documents, { read }: EntryType): ValuesOf =>
  (site) =>
  ({ id }) =>
    read(documents.get(site, "page", id)?.body.values ?? {});

interface Question extends EntriesAsked {
  readonly site: string;
  /** The moment of the draft that visitors see. */
  readonly published: number;
}

function found(
  { documents: { lists }, pageIndex, powers }: EntryListParts,
  known: EntryType,
  asked: Question,
): PagePortion {
  const now = powers.now();
  const { site, type, where = {}, published, cursor, size } = asked;
  const { compared, searched } = split(where);
  const query = { site, type, where: conditionsOf(compared, known.fields, { fields: {} }) };
  const containing = idsWith(lists, asked, searched);
  const order = asked.order ?? known.order;
  const { order: _order, ...filters } = asked;
  if (isPageOrder(order)) {
    const only = new Set(lists.draftEntries({ ...query, only: containing && [...containing] }, now));
    return listPages(pageIndex, { ...filters, order, only }, cursor, size);
  }
  const only = isFiltered(filters)
    ? matchingPages(pageIndex, { ...filters, only: containing }).map(({ id }) => id)
    : containing && [...containing];
  const sorted = entryOrder(order, undefined, new Set(known.fields.keys()));
  const places = lists.draftEntriesAfter({ ...query, only }, sorted, placeAt(cursor), size + 1, now);
  const shown = places.slice(0, size);
  const ids = shown.map(({ id }) => id);
  return {
    items: pageIndex.named(site, published, ids),
    next: places.length > size ? cursorOf(shown.at(-1)) : null,
    // Only the beginning of a list counts its entries, because the number stays the same.
    ...(cursor === "" && { total: lists.draftCount({ ...query, only }, now) }),
  };
}
const KINDS = { string: "t", number: "n", object: "-" } as const;

/** Writes a place: the kind of its value, the id, and the value. */
const cursorOf = (place: EntryPlace | undefined): string | null =>
  place ? `${KINDS[typeof place.value as keyof typeof KINDS]}${place.id} ${place.value ?? ""}` : null;

/** Reads a cursor. An invalid cursor starts the list again. */
function placeAt(cursor: string): EntryPlace | null {
  const [, kind, id, value = ""] = /^([tn-])([a-z0-9-]+) (.*)$/s.exec(cursor) ?? [];
  if (id === undefined) return null;
  if (kind === "-") return { id, value: null };
  return { id, value: kind === "n" ? Number(value) : value };
}
