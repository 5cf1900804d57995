/** The list of a page that has further pages, and what templates get of them. */
import { LIST_MAX_PAGES } from "../../manifests/bounds/documents.ts";
import { LIST_PAGE_MAX_ENTRIES, SECTION_QUERY_MAX_RESULTS } from "../../manifests/bounds/manifest.ts";
import { indexedFields } from "../../manifests/fields/indexed.ts";
import { type ListPart, type PlacedPart, furtherAddress } from "../../manifests/shapes/furtherAddress.ts";
import { PAGE_DATE } from "../../manifests/shapes/listOrder.ts";
import type { Contributions, SectionEntry } from "../contributions/points.ts";
import type { FieldCondition, MonthCount, PageQuery, PageSummary } from "../documents/content/content.ts";
import { shownSections } from "../documents/content/entry.ts";
import { ownSections } from "../documents/content/placing.ts";
import { tagOf } from "../documents/content/languages.ts";
import type { Section } from "../documents/content/section.ts";
import type { Settings } from "../documents/content/settings.ts";
import { PAGE_FIELDS } from "../documents/lists/entryIndex.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import { fieldsToShow } from "../templates/fitting.ts";
import { furtherTitle, periodTitle } from "./languages/furtherTitle.ts";
import { languageOfPage, localized, narrowed } from "./localized.ts";
import { type AskedPlace, pageQueries, type QueryPlace } from "./queries.ts";
import type { PageInput, SiteView } from "./view.ts";

/** A list with further pages, as one page has it. */
export interface Paged {
  /** The id of its section. */
  readonly section: string;
  /** The name of the query that the pages divide, and the query without a limit. */
  readonly name: string;
  readonly query: PageQuery;
  readonly size: number;
  /** The name of the index by whose dates the list has periods. */
  readonly dates: string | undefined;
}

type Types = Pick<Contributions, "sections" | "contentTypes" | "idleContentTypes">;

export const typeIn =
  ({ contentTypes, idleContentTypes }: Pick<Types, "contentTypes" | "idleContentTypes">): QueryPlace["typeOf"] =>
  (type) =>
    contentTypes.get(type)?.item ?? idleContentTypes.get(type);

const sizeOf = (size: unknown): number =>
  Number.isInteger(size) && Number(size) > 0 ? Math.min(Number(size), LIST_PAGE_MAX_ENTRIES) : LIST_PAGE_MAX_ENTRIES;

function datesOf(periods: string | undefined, type: string | undefined, typeOf: QueryPlace["typeOf"]) {
  const known = type === undefined ? undefined : typeOf(type);
  if (periods === undefined || !known) return undefined;
  if (indexedFields(known).get(periods)?.kind === "date") return periods;
  return periods === PAGE_DATE ? PAGE_FIELDS.date : undefined;
}

function pagedAs(id: string, { item }: SectionEntry, place: AskedPlace): Paged | undefined {
  const { pages, queries = {} } = item;
  const asked = pages && queries[pages.query];
  if (!pages || !asked) return undefined;
  const [found] = pageQueries({ [pages.query]: asked }, SECTION_QUERY_MAX_RESULTS, place);
  const { limit: _limit, ...query } = found?.[1] ?? {};
  const size = typeof pages.size === "number" ? pages.size : place.fields[pages.size.field];
  return {
    section: id,
    name: pages.query,
    query,
    size: sizeOf(size),
    dates: datesOf(pages.periods, query.type, place.typeOf),
  };
}

/** The fields of a section with further pages. Undefined if it has none, or if its member wants none. */
export function pagedFields(
  { item }: SectionEntry,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  if (!item.pages) return undefined;
  const fields = fieldsToShow(item, given);
  return item.pages.if === undefined || fields[item.pages.if.field] === true ? fields : undefined;
}

/**
 * The list with further pages of a page: the first that its sections have, from top to bottom, nested or not. An entry
 * that the page shows has none, because each of its pages would have them.
 */
export function pagedList({ id, page }: Pick<PageInput, "id" | "page">, types: Types): Paged | undefined {
  for (const section of ownSections(shownSections(page))) {
    const entry = types.sections.get(section.type);
    const fields = entry && pagedFields(entry, section.fields);
    if (!entry || !fields) continue;
    return pagedAs(section.id, entry, { typeOf: typeIn(types), fields, page: id });
  }
  return undefined;
}

/** A list that a section asks for, in the language of its page. One with further pages is whole. */
export interface AskedList {
  readonly section: Section;
  readonly query: PageQuery;
}

/** The lists of a page, from top to bottom. */
export function askedLists(
  { id, page }: Pick<PageInput, "id" | "page">,
  types: Types,
  settings: Settings,
): AskedList[] {
  const typeOf = typeIn(types);
  return [...eachSection(shownSections(page))].flatMap(({ section }) => {
    const entry = types.sections.get(section.type);
    if (!entry?.item.queries) return [];
    const place = { typeOf, fields: fieldsToShow(entry.item, section.fields), page: id };
    const paged = pagedAs(section.id, entry, place);
    const whole = pagedFields(entry, section.fields) ? SECTION_QUERY_MAX_RESULTS : paged?.size;
    return pageQueries(entry.item.queries, SECTION_QUERY_MAX_RESULTS, place).map(([name, query]) => {
      const shown = name === paged?.name ? { ...query, limit: whole } : query;
      return { section, query: narrowed(shown, { settings }, tagOf(page, settings)) };
    });
  });
}

/** A text that follows all dates of a period and precedes those of the next. */
const AFTER_DATES = "~";

/** The conditions that a date is in a period. Its texts begin with the period. */
const within = (field: string, period: string): FieldCondition[] => [
  { field, is: "from", kind: "text", values: [period] },
  { field, is: "before", kind: "text", values: [`${period}${AFTER_DATES}`] },
];

function queryIn({ query, dates }: Paged, period: string | undefined): PageQuery {
  if (period === undefined) return query;
  return { ...query, where: [...(query.where ?? []), ...(dates === undefined ? [] : within(dates, period))] };
}

const pagesFor = (total: number, size: number): number => Math.min(Math.ceil(total / size), LIST_MAX_PAGES);

/** Tells whether a list has pages of periods, if one is asked for. */
export const hasPeriod = ({ dates }: Paged, period: string | undefined): boolean =>
  period === undefined || dates !== undefined;

/** The number of pages that a period of a list has, or the whole list. Undefined if the list has no such periods. */
export function pagesIn(paged: Paged, site: SiteView, period?: string): number | undefined {
  if (!hasPeriod(paged, period)) return undefined;
  return pagesFor(site.count(queryIn(paged, period)), paged.size);
}

const FIRST: ListPart = { number: 1 };

/** The query of a list, cut to one page. */
export function cutTo(paged: Paged, { number, period }: ListPart = FIRST): PageQuery {
  const offset = (number - 1) * paged.size;
  return { ...queryIn(paged, period), limit: paged.size, ...(offset > 0 && { offset }) };
}

interface Drawn {
  readonly place: QueryPlace;
  /** The list of the page that has further pages, and the part of it that the page shows. */
  readonly paged: Paged | undefined;
  readonly part: ListPart | undefined;
}

/** The results of a section's queries, by name. Of a list with further pages, one page: the first if no other is shown. */
export function drawnQueries(
  id: string,
  entry: SectionEntry,
  { place, paged, part = FIRST }: Drawn,
): Readonly<Record<string, readonly PageSummary[]>> {
  const isShown = paged?.section === id;
  const divided = isShown ? paged : pagedAs(id, entry, place);
  const asked = pageQueries(entry.item.queries, SECTION_QUERY_MAX_RESULTS, place);
  return Object.fromEntries(
    asked.map(([name, query]) => [
      name,
      place.site.query(divided?.name === name ? cutTo(divided, isShown ? part : FIRST) : query),
    ]),
  );
}

/** Numbers beside the present one that templates get, before and after it. */
const NEIGHBOURS = 2;

/** The numbers of pages that a reader may want: the first, the last, and those around the present one. */
function numbersAround(number: number, count: number): number[] {
  const near = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, index) => number - NEIGHBOURS + index);
  return [...new Set([1, ...near, count])].filter((one) => one >= 1 && one <= count).toSorted((a, b) => a - b);
}

interface Year {
  readonly period: string;
  readonly months: readonly MonthCount[];
}

const yearsOf = (months: readonly MonthCount[]): Year[] =>
  [...Map.groupBy(months, ({ month }) => month.slice(0, 4))].map(([period, ofYear]) => ({ period, months: ofYear }));

/** The years and months of a list, the latest first. */
function yearLinks({ query, dates }: Paged, { list, period }: PlacedPart, { site }: PageInput): object[] {
  if (dates === undefined) return [];
  const { language } = site.settings;
  const link = (one: string, total: number): object => ({
    period: one,
    title: periodTitle(one, language),
    url: furtherAddress({ list, number: 1, period: one }),
    total,
    current: one === period,
  });
  return yearsOf(site.months(query, dates)).map(({ period: year, months }) => ({
    ...link(
      year,
      months.reduce((sum, { total }) => sum + total, 0),
    ),
    months: months.map(({ month, total }) => link(month, total)),
  }));
}

/** A page as a part of its list shows it, under the part's address and title. */
export function ofPart(input: PageInput): PageInput {
  const { part, page, site } = input;
  if (!part) return input;
  const title = furtherTitle(page.title, part, site.settings.language);
  return { ...input, page: { ...page, path: furtherAddress(part), title } };
}

/**
 * The paging of a list for templates. The years are asked for only if a template reads it. `fileOf` gives the address of
 * the file that belongs to a page, if a file is rendered.
 */
export function pagingScope(paged: Paged, input: PageInput, fileOf?: (page: string) => string): object {
  const { site, page } = input;
  const part: PlacedPart = input.part ?? { list: page.path, number: 1 };
  const { list, number, period } = part;
  const total = site.count(queryIn(paged, period));
  const count = Math.max(1, pagesFor(total, paged.size));
  const link = (one: number) => {
    const url = furtherAddress({ list, number: one, period });
    return { number: one, url, ...(fileOf && { file: fileOf(url) }) };
  };
  return {
    number,
    count,
    total,
    size: paged.size,
    list: { url: list },
    period: period === undefined ? null : { period, title: periodTitle(period, site.settings.language) },
    previous: number > 1 ? link(number - 1) : null,
    next: number < count ? link(number + 1) : null,
    first: link(1),
    last: link(count),
    urls: numbersAround(number, count).map((one) => ({ ...link(one), current: one === number })),
    get years() {
      return yearLinks(paged, part, input);
    },
  };
}

/** All addresses of the lists of a site beside the pages that show them, for a sitemap. At most `most`. */
export function furtherAddresses(site: SiteView, types: Types, most: number): string[] {
  const holders = [...types.sections.values()].filter(({ item }) => item.pages).map(({ qualified }) => qualified);
  if (holders.length === 0) return [];
  const found: string[] = [];
  for (const { id, page } of site.holding(holders)) {
    const paged = pagedList({ id, page }, types);
    const inLanguage = localized(site, languageOfPage(site, page));
    for (const address of paged ? addressesOf(paged, page.path, inLanguage) : []) {
      if (found.length >= most) return found;
      found.push(address);
    }
  }
  return found;
}

function* addressesOf(paged: Paged, list: string, site: SiteView): Generator<string> {
  const whole = pagesFor(site.count(paged.query), paged.size);
  for (let number = 2; number <= whole; number += 1) yield furtherAddress({ list, number });
  if (paged.dates === undefined) return;
  for (const { period: year, months } of yearsOf(site.months(paged.query, paged.dates))) {
    const all = months.reduce((sum, { total }) => sum + total, 0);
    for (const { month: period, total } of [{ month: year, total: all }, ...months])
      for (let number = 1; number <= pagesFor(total, paged.size); number += 1)
        yield furtherAddress({ list, number, period });
  }
}
