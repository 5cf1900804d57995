import { asciiAddress } from "../../../manifests/shapes/normalPath.ts";
import { SITE_MAX_PAGES } from "../../../manifests/bounds/documents.ts";
import { instantOf, utcText } from "../../../manifests/shapes/calendar.ts";
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { ListFact, MonthCount, PageQuery, PageSummary } from "../content/content.ts";
import { type DraftEntries, type EntryPlace, entriesAfter, entriesFound, entryTexts } from "./draftEntries.ts";
import { type EntryIndex, type EntryType, VALUES } from "./entryIndex.ts";
import { hasCome, isToCome, nextDate } from "./datedPages.ts";
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
} from "./pageQuery.ts";
import { keepersOf, keptRows, type Moment } from "./sharedRows.ts";
import type { SqlPart } from "./sqlPart.ts";
import { IS_CURRENT, LATEST_CHANGE } from "../content/forever.ts";
import { valuesWith } from "../content/sharedValues.ts";
import { type PagelessTypes, pathOfPage } from "./pagelessTypes.ts";
import { nextMidnight } from "../content/timeZone.ts";
import { valuesInDocuments } from "./valuesInDocuments.ts";
import type { StoredSummary } from "./pageSummary.ts";

const IN_FORCE = inForce();

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

type AmongPages = PageQuery & { readonly pageless: ReadonlySet<string> };

/** No condition on dates. */
const EVER: SqlPart = { sql: "", values: [] };

/** Joins the rows `other` of a field with the pages of a selection, which is the table `list`. */
const ownRows = (site: string, field: string): SqlPart => ({
  sql: `CROSS JOIN entry_index AS other ON other.site = ? AND other.id = list.id AND other.name = ?
    AND other.version <= list.version AND other.ended > list.version`,
  values: [site, field],
});

/** Entries of the draft, without the clock, which the list reads itself. */
type MembersQuery = Omit<DraftEntries, "clock" | "shared">;

type Values = Readonly<Record<string, unknown>>;

interface EntryVersion {
  readonly id: string;
  readonly version: number;
}

/** A translation, and the page that keeps its shared values. */
interface Kept extends EntryVersion {
  readonly type: string;
  readonly keeper: string;
}

/** Lists of pages: what templates, files, agents and plugins ask a site for. */
export class PageLists {
  readonly #sql: Sql;
  readonly #sites: Sites;
  readonly #zoneOf: ZoneOf;
  readonly #entries: EntryIndex;
  readonly #pageless: PagelessTypes;

  constructor(sql: Sql, sites: Sites, zoneOf: ZoneOf, entries: EntryIndex, pageless: PagelessTypes) {
    this.#sql = sql;
    this.#sites = sites;
    this.#zoneOf = zoneOf;
    this.#entries = entries;
    this.#pageless = pageless;
  }

  /** Listed pages that match a query at a moment. `now` is the time, for queries that ask for it. */
  query(site: string, origin: string, asked: PageQuery, at: number, now: number): PageSummary[] {
    const query = this.#among(site, asked, at);
    const found = this.#listed(site, query, at, now);
    const summaries = found.map(({ summary, version, id, path }) => {
      const stored = JSON.parse(summary) as StoredSummary;
      const reached = pathOfPage({ path, ...stored }, query.pageless) !== undefined;
      const place = reached ? { path, url: origin + asciiAddress(path) } : { path: null, url: null };
      return { version, page: { id, ...place, ...stored } };
    });
    const entries = summaries.filter(({ page }) => page.type !== undefined);
    if (entries.length === 0) return summaries.map(({ page }) => page);
    for (const type of new Set(entries.map(({ page }) => page.type ?? ""))) this.#entries.follow(site, type);
    const versions = entries.map(({ version, page: { id } }) => ({ id, version }));
    const values = this.entryValues(site, versions, at);
    const beside = this.#unindexed(site, query, versions, at);
    return summaries.map(({ page }) =>
      page.type === undefined ? page : { ...page, values: { ...values.get(page.id), ...beside?.get(page.id) } },
    );
  }

  /** The values that a query names and the index lacks, by the id of their entry. Undefined if there are none. */
  #unindexed(
    site: string,
    { type = "", values: names = [] }: PageQuery,
    entries: readonly EntryVersion[],
    at: number,
  ): Map<string, object> | undefined {
    const known = names.length > 0 ? this.#entries.follow(site, type) : undefined;
    const wanted = names.filter((name) => known && !known.fields.has(name));
    if (!known || wanted.length === 0) return undefined;
    const found = this.#withShared(site, entries, at, (some) => valuesInDocuments(this.#sql, site, some, known.read));
    return new Map(
      [...found].map(([id, values]) => [
        id,
        Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(name))),
      ]),
    );
  }

  /** The summary of a version of a page, as it was stored with the version. */
  summary(site: string, { id, version }: EntryVersion): string | null | undefined {
    const query = "SELECT summary FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND version = ?";
    return first<{ summary: string | null }>(this.#sql, query, site, id, version)?.summary;
  }

  /** Answers a question about a list besides its pages. */
  fact(site: string, asked: PageQuery, fact: ListFact, at: number, now: number): unknown {
    const query = this.#among(site, asked, at);
    if (fact === "count") return this.#count(site, query, at, now);
    return fact === "ids"
      ? this.#listed(site, query, at, now).map(({ id }) => id)
      : this.#months(site, query, fact.slice("months:".length), at, now);
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
    // No condition asks for the time.
    const { sql, values } = entryTexts(this.#clocked({ site, type, where: [] }, 0), name);
    return this.#sql.all<{ id: string; value: string }>(sql, ...values);
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

  /** The indexed values of entries at the given versions and a moment, by id. */
  entryValues(site: string, entries: readonly EntryVersion[], at: number): Map<string, object> {
    return this.#withShared(site, entries, at, (some) => this.#entries.values(site, some));
  }

  /** Values as they are read, with those that another page keeps for a translation. */
  #withShared(
    site: string,
    entries: readonly EntryVersion[],
    at: number,
    read: (entries: readonly EntryVersion[]) => Map<string, object>,
  ): Map<string, object> {
    const values = read(entries);
    if (!this.#entries.hasShared(site)) return values;
    const { sql, values: parameters } = keepersOf(site, entries, this.#momentOf(site, at));
    const kept = this.#sql.all<Kept & Record<string, SqlValue>>(sql, ...parameters);
    const keeping = read(kept.map(({ keeper, version }) => ({ id: keeper, version })));
    for (const { id, type, keeper } of kept) {
      const source = (keeping.get(keeper) ?? {}) as Values;
      const translated = (values.get(id) ?? {}) as Values;
      const names = this.#sharedNames(site, type, at).filter((name) => name in source || name in translated);
      values.set(id, valuesWith({ names, values: source }, translated));
    }
    return values;
  }

  /** Lists of the draft ask for current rows, which an index has. */
  #momentOf(site: string, at: number): Moment {
    return at >= this.#sites.change(site) ? undefined : at;
  }

  /** The fields of a type whose values all languages share, in the draft. */
  sharedFields(site: string, type: string): readonly string[] {
    return this.#sharedNames(site, type, LATEST_CHANGE);
  }

  #sharedNames(site: string, type: string, at: number): readonly string[] {
    return this.#entries.sharedFields(site, type, at)?.names ?? [];
  }

  #clocked(query: MembersQuery, now: number): DraftEntries {
    const { site } = query;
    const shared = this.#sharedNames(site, query.type, LATEST_CHANGE);
    return { ...query, shared, clock: () => ({ now, timeZone: this.#zoneOf(site, this.#sites.change(site)) }) };
  }

  /** A query with the types without pages, so that no caller can forget them. */
  #among(site: string, query: PageQuery, at: number): AmongPages {
    return { ...query, pageless: query.pageless ?? this.#pageless.at(site, at) };
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
    const isShared = this.#sharedNames(site, query.type ?? "", at).includes(field);
    const rows = isShared ? keptRows(site, field, this.#momentOf(site, at)) : ownRows(site, field);
    return this.#sql.all<MonthCount & Record<string, SqlValue>>(
      `WITH list AS (${sql})
       SELECT substr(other.value, 1, 7) AS month, count(*) AS total FROM list ${rows.sql}
       WHERE other.value IS NOT NULL GROUP BY month ORDER BY month DESC`,
      ...values,
      ...rows.values,
    );
  }

  /** The next time at which lists may show a page that has a date of the future. */
  nextDate(site: string, at: number, now: number): number | undefined {
    const clock = { now, timeZone: this.#zoneOf(site, at) };
    return nextDate(this.#sql, site, at, clock, this.#entries.futureTypes(site));
  }

  /** Tells whether lists show a page only from a time of the future on. */
  isToCome(site: string, page: Parameters<typeof isToCome>[2], at: number, now: number): boolean {
    if (page.date === null) return false;
    return isToCome({ now, timeZone: this.#zoneOf(site, at) }, this.#entries.futureTypes(site), page);
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
       WHERE site = ? AND ${draft ? IS_CURRENT : IN_FORCE} AND deleted = 0 AND ${query.ids ? "listed >= 0" : "listed = 1"} ${sql} ${come.sql}
       ORDER BY ${ORDERS[listOrder(query)]}`,
      values: [site, ...(draft ? [] : [at, at, at]), ...values, ...come.values],
    };
  }

  #ofType(site: string, query: PageQuery & { type: string }, at: number, now: number, order?: EntryOrder): Selection {
    const known = this.#entries.follow(site, query.type);
    const draft = at >= this.#sites.change(site);
    const sorted = order ?? entryOrder(query.order, known?.order, new Set(known?.fields.keys()));
    const shared = this.#sharedNames(site, query.type, at);
    const leading = shared.includes(sorted.name)
      ? []
      : leadingConditions(query, sorted).filter(({ field }) => !shared.includes(field));
    return entrySelection({
      query,
      order: sorted,
      lead: this.#entries.leading(site, query.type, leading),
      shared,
      at: draft ? undefined : at,
      site,
      clock: () => ({ now, timeZone: this.#zoneOf(site, at) }),
      inForce: draft ? { sql: NEWEST_PAGE, values: [] } : { sql: PAGE_IN_FORCE, values: [at, at, at] },
      hasCome: known?.isFuture ? EVER : this.#hasCome(site, query, at, now, "page"),
    });
  }
}
