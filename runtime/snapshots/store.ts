import type { DataNeed } from "../rendering/dataNeeds.ts";
import { providerKey } from "../rendering/dataNeeds.ts";
import type { PageData, SectionData } from "../rendering/view.ts";
import type { Sql } from "../powers/powers.ts";

/** One provider's answer for one page, as a release keeps it. */
export interface DataRow {
  /** `<plugin id>/<provider>`. */
  readonly provider: string;
  /** The digest of the plugin that answered; empty if the page no longer needs this provider. */
  readonly plugin: string;
  /** Digest of everything the answer was made of. */
  readonly digest: string;
  /** The site's documents that the provider read for this answer. */
  readonly reads: readonly string[];
  /** JSON: data by section id. Null when there is none. */
  readonly data: string | null;
}

interface Row extends Omit<DataRow, "reads"> {
  readonly reads: string;
}

const COLUMNS = "provider, plugin, digest, reads, data";

/**
 * The data of sections, kept with the releases as their pages are. For a page and a provider, a release uses the row
 * with the greatest `release` up to its own number. A new release therefore writes only the differences.
 */
export class SectionDataStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The newest answers for a page, whichever release they belong to. */
  latest(site: string, page: string): Map<string, DataRow> {
    return this.#newest(site, page, Number.MAX_SAFE_INTEGER);
  }

  /** Reads the data that a release shows in a page's sections. */
  shown(site: string, page: string, release: number, needs: readonly DataNeed[]): PageData {
    if (needs.length === 0) return new Map();
    const rows = this.#newest(site, page, release);
    return sectionsOf(needs, (need) => rows.get(providerKey(need))?.data ?? null);
  }

  /** Writes the rows that differ from the latest, and clears the rows of providers that the page no longer needs. */
  stage(site: string, page: string, release: number, rows: readonly DataRow[]): void {
    const before = this.latest(site, page);
    const gone = [...before.keys()].filter((provider) => !rows.some((row) => row.provider === provider));
    for (const row of [...rows, ...gone.map(nothing)]) {
      if (!sameRow(before.get(row.provider) ?? nothing(row.provider), row)) this.#put(site, page, release, row);
    }
  }

  #newest(site: string, page: string, release: number): Map<string, DataRow> {
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

/** The data of each section out of the kept text of its provider. A section its text does not name has none. */
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
