import { asciiAddress } from "../../../manifests/shapes/normalPath.ts";
import { SITE_MAX_PAGES } from "../../../manifests/bounds/documents.ts";
import { instantOf, utcText } from "../../../manifests/shapes/calendar.ts";
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { ListFact, MonthCount, PageQuery, PageSummary } from "../content/content.ts";
import { type DraftEntries, type EntryPlace, entriesAfter, entriesFound } from "./draftEntries.ts";
import { type EntryIndex, type EntryType, VALUES } from "./entryIndex.ts";
import { hasCome, nextDate } from "./datedPages.ts";
import { inForce } from "./inForce.ts";
import {
  conditions,
  countOrder,
  type EntryOrder,
  entryOrder,
  entrySelection,
  isTimedCondition,
  leadingConditions,
  listOrder,
  ORDERS,
  type SqlPart,
} from "./pageQuery.ts";
import { FOREVER, IS_CURRENT } from "../content/forever.ts";
import { nextMidnight } from "../content/timeZone.ts";
import type { StoredSummary } from "./pageSummary.ts";

const IN_FORCE = inForce();
const DRAFT_TEXTS = `SELECT id, value FROM entry_index
  WHERE site = ? AND type = ? AND name = ? AND typeof(value) = 'text' AND ended = ${FOREVER}`;

/** Hardly any page is below an address that ends in /page. */
const PATHS_LOOKED_AT = 100;

/** The conditions that a page of a list of entries is the draft's, or the one at a moment. */
const NEWEST_PAGE = `AND page.version = (SELECT max(version) FROM documents AS newest
  WHERE newest.site = page.site AND newest.kind = 'page' AND newest.id = page.id)`;
const PAGE_IN_FORCE = `AND ${inForce("page")}`;

interface Listed {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly summary: string;
}

const rangeOf = ({ limit = SITE_MAX_PAGES, offset = 0 }: PageQuery): [limit: number, offset: number] => [
  Math.min(limit, SITE_MAX_PAGES),
  offset,
];

interface Selection {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Reads the zone of a site's settings at a moment. */
type ZoneOf = (site: string, at: number) => string;

/** No condition on dates. */
const EVER: SqlPart = { sql: "", values: [] };

/** Entries of the draft, without the clock, which the list reads itself. */
type MembersQuery = Omit<DraftEntries, "clock">;

/** Lists of pages: what templates, files, agents and plugins ask a site for. */
export class PageLists {
  readonly #sql: Sql;
  readonly #sites: Sites;
  readonly #zoneOf: ZoneOf;
  readonly #entries: EntryIndex;

  constructor(sql: Sql, sites: Sites, zoneOf: ZoneOf, entries: EntryIndex) {
    this.#sql = sql;
    this.#sites = sites;
    this.#zoneOf = zoneOf;
    this.#entries = entries;
  }

  /** Listed pages that match a query at a moment. `now` is the time, for queries that ask for it. */
  query(site: string, origin: string, query: PageQuery, at: number, now: number): PageSummary[] {
    const found = this.#listed(site, query, at, now);
    const summaries = found.map(({ summary, version, id, path }) => {
      const stored = JSON.parse(summary) as StoredSummary;
      const isPage = stored.type === undefined || !query.pageless?.has(stored.type);
      const place = isPage ? { path, url: origin + asciiAddress(path) } : { path: null, url: null };
      return { version, page: { id, ...place, ...stored } };
    });
    const entries = summaries.filter(({ page }) => page.type !== undefined);
    if (entries.length === 0) return summaries.map(({ page }) => page);
    for (const type of new Set(entries.map(({ page }) => page.type ?? ""))) this.#entries.follow(site, type);
    const values = this.#entries.values(
      site,
      entries.map(({ version, page: { id } }) => ({ id, version })),
    );
    return summaries.map(({ page }) =>
      page.type === undefined
        ? page
        : { ...page, values: (values.get(page.id) ?? {}) as PageSummary["values"] & object },
    );
  }

  /** Answers a question about a list besides its pages. */
  fact(site: string, query: PageQuery, fact: ListFact, at: number, now: number): unknown {
    if (fact === "count") return this.#count(site, query, at, now);
    return fact === "ids"
      ? this.#listed(site, query, at, now).map(({ id }) => id)
      : this.#months(site, query, fact.slice("months:".length), at, now);
  }

  /** Paths of the draft below a path, as many as decide whether a list may have further pages there. */
  pathsBelow(site: string, path: string): string[] {
    return this.#sql
      .all<{ path: string }>(
        `SELECT path FROM documents WHERE site = ? AND path > ? AND path < ? AND ${IS_CURRENT} AND deleted = 0
         ORDER BY path LIMIT ${PATHS_LOOKED_AT}`,
        site,
        `${path}/`,
        `${path}0`,
      )
      .map((row) => row.path);
  }

  /** Listed pages at a moment that are entries of these types, or have a section of one, ordered by path. */
  holding(site: string, types: readonly string[], at: number): string[] {
    return this.#sql
      .all<{ id: string }>(
        `SELECT id FROM documents WHERE site = ? AND kind = 'page' AND ${IN_FORCE} AND deleted = 0 AND listed = 1
           AND EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE instr(body, wanted.value) > 0) ORDER BY path`,
        site,
        at,
        at,
        at,
        JSON.stringify(types.map((type) => `"type":${JSON.stringify(type)}`)),
      )
      .map(({ id }) => id);
  }

  /** The moments after which the answer of a query may differ, because the time has moved on. */
  nextChange(site: string, { type, where = [] }: PageQuery, at: number, now: number): number[] {
    return where.filter(isTimedCondition).flatMap(({ field, kind, values }) => {
      const isExact =
        kind === "dateTime" && !values.some((value) => typeof value === "object" && value.clock === "today");
      if (!isExact) return nextMidnight({ now, timeZone: this.#zoneOf(site, at) });
      const next = this.#entries.nextAfter(site, type ?? "", field, utcText(now));
      const moment = next === undefined ? undefined : instantOf(next);
      // At the moment itself "from now" still holds. A millisecond later, every comparison has changed.
      return moment === undefined ? [] : moment + 1;
    });
  }

  /** A content type of the site's plugins, with its index brought up to date. Undefined if no plugin has it. */
  entryType(site: string, type: string): EntryType | undefined {
    return this.#entries.follow(site, type);
  }

  /** The types whose entries had no page when they were last indexed. */
  pagelessBefore(site: string): string[] {
    return this.#entries.pagelessBefore(site);
  }

  /** Ids of all entries of the draft that match. */
  draftEntries(query: MembersQuery, now: number): string[] {
    const { sql, values } = entriesFound(this.#clocked(query, now), VALUES);
    return this.#sql.all<{ id: string }>(sql, ...values).map(({ id }) => id);
  }

  /** The number of all entries of the draft that match. */
  draftCount(query: MembersQuery, now: number): number {
    const { sql, values } = entriesFound(this.#clocked(query, now), VALUES);
    return first<{ n: number }>(this.#sql, `WITH found AS (${sql}) SELECT count(*) AS n FROM found`, ...values)?.n ?? 0;
  }

  /** The texts of a field in all entries of the draft. An entry of a list has several. */
  draftTexts(site: string, type: string, name: string): { readonly id: string; readonly value: string }[] {
    return this.#sql.all<{ id: string; value: string }>(DRAFT_TEXTS, site, type, name);
  }

  /** Entries of the draft in an order, after a place. */
  draftEntriesAfter(
    query: MembersQuery,
    order: EntryOrder,
    after: EntryPlace | null,
    limit: number,
    now: number,
  ): EntryPlace[] {
    const { sql, values } = entriesAfter(this.#clocked(query, now), order, after, limit);
    return this.#sql.all<{ id: string; value: string | number | null }>(sql, ...values);
  }

  /** The indexed values of entries at the given versions, by id. */
  entryValues(
    site: string,
    entries: readonly { readonly id: string; readonly version: number }[],
  ): Map<string, object> {
    return this.#entries.values(site, entries);
  }

  #clocked(query: MembersQuery, now: number): DraftEntries {
    const { site } = query;
    return { ...query, clock: () => ({ now, timeZone: this.#zoneOf(site, this.#sites.change(site)) }) };
  }

  #listed(site: string, query: PageQuery, at: number, now: number): Listed[] {
    const { sql, values } = this.#selection(site, query, at, now);
    return this.#sql.all<Listed & Record<string, SqlValue>>(`${sql} LIMIT ? OFFSET ?`, ...values, ...rangeOf(query));
  }

  #count(site: string, query: PageQuery, at: number, now: number): number {
    const { sql, values } = this.#selection(site, query, at, now, countOrder(query));
    return first<{ n: number }>(this.#sql, `WITH list AS (${sql}) SELECT count(*) AS n FROM list`, ...values)?.n ?? 0;
  }

  #months(site: string, query: PageQuery, field: string, at: number, now: number): MonthCount[] {
    const { sql, values } = this.#selection(site, query, at, now, countOrder(query));
    return this.#sql.all<MonthCount & Record<string, SqlValue>>(
      `WITH page AS (${sql})
       SELECT substr(dated.value, 1, 7) AS month, count(*) AS total FROM page CROSS JOIN entry_index AS dated
         ON dated.site = ? AND dated.id = page.id AND dated.name = ? AND dated.value IS NOT NULL
           AND dated.version <= page.version AND dated.ended > page.version
       GROUP BY month ORDER BY month DESC`,
      ...values,
      site,
      field,
    );
  }

  /** The next time at which lists may show a page that has a date of the future. */
  nextDate(site: string, at: number, now: number): number | undefined {
    const clock = { now, timeZone: this.#zoneOf(site, at) };
    return nextDate(this.#sql, site, at, clock, this.#entries.futureTypes(site));
  }

  /** The condition of lists on dates. A page that a query names is no part of a list. */
  #hasCome(site: string, { ids }: PageQuery, at: number, now: number, page: string): SqlPart {
    if (ids) return EVER;
    return hasCome({ now, timeZone: this.#zoneOf(site, at) }, this.#entries.futureTypes(site), page);
  }

  /** Selects a list. `order` replaces its own order if only the number of its pages counts. */
  #selection(site: string, query: PageQuery, at: number, now: number, order?: EntryOrder): Selection {
    const { type } = query;
    return type === undefined
      ? this.#pages(site, query, at, now)
      : this.#ofType(site, { ...query, type }, at, now, order);
  }

  #pages(site: string, query: PageQuery, at: number, now: number): Selection {
    const { sql, values } = conditions(query);
    const come = this.#hasCome(site, query, at, now, "documents");
    const draft = at >= this.#sites.change(site);
    return {
      sql: `SELECT id, path, version, summary FROM documents
       WHERE site = ? AND ${draft ? IS_CURRENT : IN_FORCE} AND deleted = 0 ${query.ids ? "" : "AND listed = 1"} ${sql} ${come.sql}
       ORDER BY ${ORDERS[listOrder(query)]}`,
      values: [site, ...(draft ? [] : [at, at, at]), ...values, ...come.values],
    };
  }

  #ofType(site: string, query: PageQuery & { type: string }, at: number, now: number, order?: EntryOrder): Selection {
    const known = this.#entries.follow(site, query.type);
    const draft = at >= this.#sites.change(site);
    const sorted = order ?? entryOrder(query.order, known?.order, new Set(known?.fields.keys()));
    return entrySelection({
      query,
      order: sorted,
      lead: this.#entries.leading(site, query.type, leadingConditions(query, sorted)),
      site,
      clock: () => ({ now, timeZone: this.#zoneOf(site, at) }),
      inForce: draft ? { sql: NEWEST_PAGE, values: [] } : { sql: PAGE_IN_FORCE, values: [at, at, at] },
      hasCome: known?.isFuture ? EVER : this.#hasCome(site, query, at, now, "page"),
    });
  }
}
