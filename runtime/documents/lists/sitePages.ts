/** Finds pages of a site beside its lists: by address, by what they hold, and those for readers. */
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";
import { IS_CURRENT } from "../content/forever.ts";
import type { Clock } from "../content/timeZone.ts";
import { type Audience, EVERY_READER } from "../content/audience.ts";
import { hasCome } from "./datedPages.ts";
import type { EntryIndex } from "./entryIndex.ts";
import { inForce } from "./inForce.ts";
import { IS_FOR_READERS, PATHS_AT, type PathsAt } from "./pageSelections.ts";
import type { StoredSummary } from "./pageSummary.ts";

const IN_FORCE = inForce();

/** Hardly any page is below an address that ends in /page. */
const PATHS_LOOKED_AT = 100;

/** An entry, as its type's list of entries names it. */
interface EntryAt {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

/** A page for readers, as their feed names it. */
export interface ReadersPage {
  readonly id: string;
  readonly path: string;
  readonly summary: StoredSummary;
}

interface ForReaders extends PathsAt {
  readonly clock: Clock;
  readonly groups: Audience;
  readonly most: number;
}

export class SitePages {
  readonly #sql: Sql;
  readonly #entries: Pick<EntryIndex, "futureTypes">;

  constructor(sql: Sql, entries: Pick<EntryIndex, "futureTypes">) {
    this.#sql = sql;
    this.#entries = entries;
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
        `SELECT id FROM documents WHERE site = ? AND kind = 'page' AND ${IN_FORCE} AND deleted = 0 AND listed = 1 AND summary ->> 'teaser' IS NULL
           AND EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE instr(body, wanted.value) > 0) ORDER BY path`,
        site,
        at,
        at,
        at,
        JSON.stringify(types.map((type) => `"type":${JSON.stringify(type)}`)),
      )
      .map(({ id }) => id);
  }

  /** Counts the pages that visitors have at a moment, without entries of some types. */
  pageCount(site: string, { change, pageless }: PathsAt): number {
    const sql = `SELECT count(*) AS n FROM (${PATHS_AT})`;
    const values = [site, change, change, change, JSON.stringify([...pageless])];
    return first<{ n: number }>(this.#sql, sql, ...values)?.n ?? 0;
  }

  /** The entries of some types at a moment, by path. */
  entriesOf(site: string, types: ReadonlySet<string>, at: number): EntryAt[] {
    if (types.size === 0) return [];
    return this.#sql.all<EntryAt & Record<string, SqlValue>>(
      `SELECT id, path, title FROM documents WHERE site = ? AND kind = 'page' AND ${IN_FORCE} AND deleted = 0
         AND summary ->> 'type' IN (SELECT value FROM json_each(?)) ORDER BY path`,
      site,
      at,
      at,
      at,
      JSON.stringify([...types]),
    );
  }

  /** The newest pages that readers of these groups may read, with a date that has come, without those kept out of lists. */
  forReaders(site: string, { change, pageless, clock, groups, most }: ForReaders): ReadersPage[] {
    const come = hasCome(clock, this.#entries.futureTypes(site));
    const query = `SELECT id, path, summary FROM documents
      WHERE site = ? AND kind = 'page' AND ${IN_FORCE} AND deleted = 0 AND date IS NOT NULL AND ${IS_FOR_READERS} ${come.sql}
        AND coalesce(summary ->> 'type', '') NOT IN (SELECT value FROM json_each(?)) AND body ->> '$.noindex' IS NULL
        AND EXISTS (SELECT 1 FROM json_each(body, '$.audience') AS one WHERE one.value IN (SELECT value FROM json_each(?)))
      ORDER BY date DESC, path LIMIT ?`;
    const [types, admitted] = [[...pageless], [EVERY_READER, ...groups]].map((names) => JSON.stringify(names));
    return this.#sql
      .all<{ id: string; path: string; summary: string }>(
        query,
        site,
        change,
        change,
        change,
        ...come.values,
        types ?? "",
        admitted ?? "",
        most,
      )
      .map(({ summary, ...page }) => ({ ...page, summary: JSON.parse(summary) as StoredSummary }));
  }
}
