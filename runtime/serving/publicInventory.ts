import {
  PUBLIC_GARBAGE_KEPT_MS,
  PUBLIC_GARBAGE_LEAST_MS,
  PUBLIC_GARBAGE_MAX_BYTES,
  PUBLIC_REFRESH_PAGES,
} from "../../manifests/bounds/publicContent.ts";
import { type Powers, first } from "../powers/powers.ts";
import { INDEX_KEY, hostKey, pageKey, pointerKey } from "./publicKeys.ts";
import type { SiteRow } from "../tenancy/sites.ts";

/** A page as it was last copied. */
export interface CarriedPage {
  readonly page: string;
  /** Null for a page that an earlier release copied. */
  readonly path: string | null;
  readonly digest: string;
  /** JSON of what the index says of the page. */
  readonly about: string;
  /** The size of its text. */
  readonly bytes: number;
}

/** Releases, and changes of the draft, between which pages may differ from what was copied. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly since: number;
  readonly until: number;
}

export interface Progress {
  readonly sequence: number;
  /** The last page that a turn copied. Empty before the first. */
  readonly cursor: string;
  readonly stretch: Stretch;
}

/**
 * Records what the public store has of a site: the values that its pointer names, garbage, and the progress of a
 * publication. Reading this from the store at every publication would cost too much.
 */
export class PublicInventory {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  /** All known keys of a site in the store, the pointer first. */
  keysOf(row: SiteRow): string[] {
    const garbage = this.#powers.sql.all<{ key: string }>("SELECT key FROM public_garbage WHERE site = ?", row.site);
    return [...new Set([...this.copiedKeys(row), ...garbage.map(({ key }) => key)])];
  }

  /** The keys that the store must have for the site to be found and read, the pointer first. */
  copiedKeys({ site, hostnames }: Pick<SiteRow, "site" | "hostnames">): string[] {
    const parts = this.#powers.sql.all<{ key: string }>(
      `SELECT key FROM public_index_parts WHERE site = ?1
       UNION SELECT key FROM public_word_parts WHERE site = ?1 AND key IS NOT NULL
       UNION SELECT ${INDEX_KEY} FROM public_leaves WHERE site = ?1 AND name IS NOT NULL`,
      site,
    );
    const pages = this.#powers.sql.all<{ page: string; digest: string }>(
      "SELECT page, digest FROM public_pages WHERE site = ?",
      site,
    );
    return [
      pointerKey(site),
      ...hostnames.map(hostKey),
      ...pages.map(({ page, digest }) => pageKey(site, page, digest)),
      ...parts.map(({ key }) => key),
    ];
  }

  page(site: string, page: string): CarriedPage | undefined {
    const query = "SELECT page, path, digest, about, bytes FROM public_pages WHERE site = ? AND page = ?";
    return first<CarriedPage & Record<string, string | number | null>>(this.#powers.sql, query, site, page);
  }

  /** The entries of some pages in the index, as JSON, by page. */
  aboutPages(site: string, pages: readonly string[]): ReadonlyMap<string, Pick<CarriedPage, "path" | "about">> {
    const rows = this.#powers.sql.all<{ page: string; path: string | null; about: string }>(
      "SELECT page, path, about FROM public_pages WHERE site = ? AND page IN (SELECT value FROM json_each(?))",
      site,
      JSON.stringify(pages),
    );
    return new Map(rows.map((row) => [row.page, row]));
  }

  /** True if an earlier release copied some pages. Their places in the index are unknown. */
  hasUnplaced(site: string): boolean {
    const query = "SELECT 1 FROM public_pages WHERE site = ? AND path IS NULL LIMIT 1";
    return first(this.#powers.sql, query, site) !== undefined;
  }

  /** Records a page. The caller holds the transaction, as for all writes here. */
  setPage(site: string, { page, path, digest, about, bytes }: CarriedPage): void {
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO public_pages (site, page, path, digest, about, bytes) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      page,
      path,
      digest,
      about,
      bytes,
    );
  }

  dropPage(site: string, page: string): void {
    this.#powers.sql.all("DELETE FROM public_pages WHERE site = ? AND page = ?", site, page);
  }

  /** Records that a value is about to be stored. Until `sure`, the store may lack it. */
  claim(site: string, key: string): void {
    this.takeFromGarbage(site, key);
    this.#powers.sql.all("INSERT OR IGNORE INTO public_unsure (site, key) VALUES (?, ?)", site, key);
  }

  isUnsure(site: string, key: string): boolean {
    const query = "SELECT 1 FROM public_unsure WHERE site = ? AND key = ?";
    return first(this.#powers.sql, query, site, key) !== undefined;
  }

  hasUnsure(site: string): boolean {
    return first(this.#powers.sql, "SELECT 1 FROM public_unsure WHERE site = ? LIMIT 1", site) !== undefined;
  }

  /** Records that the store has all claimed values. */
  sure(site: string): void {
    this.#powers.sql.all("DELETE FROM public_unsure WHERE site = ?", site);
  }

  /** Records that nothing new names a value. It stays readable for a while. */
  retire(site: string, key: string, bytes: number): void {
    const { sql, now } = this.#powers;
    const query = "INSERT OR REPLACE INTO public_garbage (site, key, since, bytes) VALUES (?, ?, ?, ?)";
    sql.all(query, site, key, now(), bytes);
  }

  hasPart(site: string, key: string): boolean {
    const query = "SELECT 1 FROM public_index_parts WHERE site = ? AND key = ?";
    return first(this.#powers.sql, query, site, key) !== undefined;
  }

  /** Replaces the values that the pointer itself names. The old ones become garbage. */
  setParts(site: string, parts: ReadonlyMap<string, number>): void {
    const { sql } = this.#powers;
    const before = sql.all<{ key: string; bytes: number }>(
      "SELECT key, bytes FROM public_index_parts WHERE site = ?",
      site,
    );
    for (const { key, bytes } of before.filter(({ key: known }) => !parts.has(known))) {
      this.retire(site, key, bytes);
      sql.all("DELETE FROM public_index_parts WHERE site = ? AND key = ?", site, key);
    }
    const query = "INSERT OR IGNORE INTO public_index_parts (site, key, bytes) VALUES (?, ?, ?)";
    for (const [key, bytes] of parts) {
      this.takeFromGarbage(site, key);
      sql.all(query, site, key, bytes);
    }
  }

  /**
   * Garbage whose time is over, or that is more than the bytes that may stay. As many values as one turn removes, the
   * oldest first.
   */
  garbage(site: string): string[] {
    const { sql, now } = this.#powers;
    return sql
      .all<{ key: string }>(
        `SELECT key FROM (
           SELECT key, since, sum(bytes) OVER (ORDER BY since DESC, key) AS newer FROM public_garbage WHERE site = ?1)
         WHERE since < ?2 OR (since < ?3 AND newer > ?4) ORDER BY since LIMIT ?5`,
        site,
        now() - PUBLIC_GARBAGE_KEPT_MS,
        now() - PUBLIC_GARBAGE_LEAST_MS,
        PUBLIC_GARBAGE_MAX_BYTES,
        PUBLIC_REFRESH_PAGES,
      )
      .map(({ key }) => key);
  }

  /** Removes a value from the garbage, because it was deleted or is needed again. */
  takeFromGarbage(site: string, key: string): void {
    this.#powers.sql.all("DELETE FROM public_garbage WHERE site = ? AND key = ?", site, key);
  }

  /** The progress of copying a publication. */
  progress(site: string): Progress | undefined {
    const query = "SELECT sequence, cursor, stretch FROM public_progress WHERE site = ?";
    const row = first<{ sequence: number; cursor: string; stretch: string }>(this.#powers.sql, query, site);
    return row && { ...row, stretch: JSON.parse(row.stretch) as Stretch };
  }

  setProgress(site: string, { sequence, cursor, stretch }: Progress): void {
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO public_progress (site, sequence, cursor, stretch) VALUES (?, ?, ?, ?)",
      site,
      sequence,
      cursor,
      JSON.stringify(stretch),
    );
  }

  endProgress(site: string): void {
    this.#powers.sql.all("DELETE FROM public_progress WHERE site = ?", site);
  }

  /** Forgets the copied pages, so that all are copied again. */
  forget(site: string): void {
    this.#powers.sql.all("DELETE FROM public_pages WHERE site = ?", site);
    this.sure(site);
    this.endProgress(site);
  }
}
