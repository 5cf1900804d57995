import { PAGES_SINCE } from "../documents/lists/pageSelections.ts";
import { type DataNeed, providerKey } from "../rendering/dataNeeds.ts";
import type { PageData, SectionData } from "../rendering/view.ts";
import type { Sql } from "../powers/powers.ts";

/** One provider's answer for one page, as stored for a release. */
export interface DataRow {
  /** `<plugin id>/<provider>`. */
  readonly provider: string;
  /** Digest of the plugin that answered. Empty if the page no longer needs this provider. */
  readonly plugin: string;
  /** Digest of all inputs of the answer. */
  readonly digest: string;
  /** The documents that the provider read. */
  readonly reads: readonly string[];
  /** JSON of the data by section id. Null if there is none. */
  readonly data: string | null;
}

interface Row extends Omit<DataRow, "reads"> {
  readonly reads: string;
}

const COLUMNS = "provider, plugin, digest, reads, data";

/** The SQL of a site, of a range of releases without the first, and of the page after which a list begins. */
export interface ReleaseRange {
  readonly site: string;
  readonly from: string;
  readonly to: string;
  readonly after: string;
}

/** Selects the pages whose data changed in a range of releases. */
export const pagesWithData = ({ site, from, to, after }: ReleaseRange): string =>
  `SELECT page FROM section_data WHERE site = ${site} AND release > ${from} AND release <= ${to} AND page > ${after}`;

/**
 * The data of sections, stored by release like their pages. For a page and a provider, a release uses the row with the
 * highest `release` up to its own number. So a new release stores only differences.
 */
export class SectionDataStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The newest answers for a page, of any release. */
  latest(site: string, page: string): Map<string, DataRow> {
    return this.upTo(site, page, Number.MAX_SAFE_INTEGER);
  }

  /** The data of a page's sections in a release. */
  shown(site: string, page: string, release: number, needs: readonly DataNeed[]): PageData {
    if (needs.length === 0) return new Map();
    const rows = this.upTo(site, page, release);
    return sectionsOf(needs, (need) => rows.get(providerKey(need))?.data ?? null);
  }

  /** Stores the rows that differ from the latest ones, and clears rows of providers that the page no longer needs. */
  stage(site: string, page: string, release: number, rows: readonly DataRow[]): void {
    const before = this.latest(site, page);
    const gone = [...before.keys()].filter((provider) => !rows.some((row) => row.provider === provider));
    for (const row of [...rows, ...gone.map(nothing)]) {
      if (!sameRow(before.get(row.provider) ?? nothing(row.provider), row)) this.#put(site, page, release, row);
    }
  }

  /** Deletes the data that a release staged. */
  forget(site: string, release: number): void {
    this.#sql.all("DELETE FROM section_data WHERE site = ? AND release = ?", site, release);
  }

  /** Takes a release out of the row of releases. The next one takes over what it still shows. */
  passOn(site: string, release: number, next: number): void {
    this.#sql.all(
      `DELETE FROM section_data WHERE site = ? AND release = ? AND EXISTS (
         SELECT 1 FROM section_data AS newer WHERE newer.site = section_data.site AND newer.release = ?
           AND newer.page = section_data.page AND newer.provider = section_data.provider)`,
      site,
      release,
      next,
    );
    this.#sql.all("UPDATE section_data SET release = ? WHERE site = ? AND release = ?", next, site, release);
  }

  /**
   * Deletes data that was replaced before the oldest release, and data of pages in no stored release. `earliest` is the
   * earliest moment of a stored release.
   */
  prune(site: string, oldest: number, earliest: number): void {
    this.#sql.all(
      `DELETE FROM section_data WHERE site = ? AND (
         (release < ? AND EXISTS (
           SELECT 1 FROM section_data AS newer
           WHERE newer.site = section_data.site AND newer.page = section_data.page AND newer.provider = section_data.provider
             AND newer.release > section_data.release AND newer.release <= ?))
         OR (release <= ? AND plugin = '' AND data IS NULL)
         OR page NOT IN (${PAGES_SINCE}))`,
      site,
      oldest,
      oldest,
      oldest,
      site,
      earliest,
      site,
    );
  }

  /** The answers for a page as a release shows them. */
  upTo(site: string, page: string, release: number): Map<string, DataRow> {
    const rows = this.#sql.all<Row>(
      `SELECT ${COLUMNS}, max(release) FROM section_data WHERE site = ? AND page = ? AND release <= ? GROUP BY provider`,
      site,
      page,
      release,
    );
    return new Map(rows.map((row) => [row.provider, { ...row, reads: JSON.parse(row.reads) as string[] }]));
  }

  #put(site: string, page: string, release: number, { provider, plugin, digest, reads, data }: DataRow): void {
    this.#sql.all(
      `INSERT OR REPLACE INTO section_data (site, page, release, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      site,
      page,
      release,
      provider,
      plugin,
      digest,
      JSON.stringify(reads),
      data,
    );
  }
}

const nothing = (provider: string): DataRow => ({ provider, plugin: "", digest: "", reads: [], data: null });

const sameRow = (before: DataRow, row: DataRow): boolean =>
  before.digest === row.digest && before.plugin === row.plugin && before.data === row.data;

/** The data of each section, from its provider's stored JSON. Null for a section that the JSON lacks. */
export function sectionsOf(needs: readonly DataNeed[], textOf: (need: DataNeed) => string | null): PageData {
  const entries = needs.flatMap((need) => {
    const text = textOf(need);
    const answers = text === null ? {} : (JSON.parse(text) as Readonly<Record<string, SectionData["value"]>>);
    return need.sections.map(({ id }): [string, SectionData] => [
      id,
      { value: (Object.hasOwn(answers, id) ? answers[id] : null) ?? null },
    ]);
  });
  return new Map(entries);
}
