import {
  SEARCH_FRESH_MAX_CHARS,
  SEARCH_FRESH_PAGES,
  SEARCH_MIDDLE_MAX_CHARS,
  SEARCH_MIDDLE_PAGES,
  SEARCH_PART_MAX_CHARS,
  SEARCH_PART_PAGES,
  SEARCH_PARTS_MAX,
  SEARCH_PARTS_PER_TURN,
} from "../../manifests/bounds/search.ts";
import { type Powers, first } from "../powers/powers.ts";
import { wordPartKey } from "./publicKeys.ts";
import type { WordDirectory } from "../search/wordIndex.ts";
import type { WordList } from "../search/wordList.ts";
import { type PageWords, writePart } from "../search/wordPart.ts";
import type { PublicInventory } from "./publicInventory.ts";
import type { WrittenParts } from "./publicLeaves.ts";

interface IndexedPage {
  readonly part: number | null;
  readonly words: string;
  readonly chars: number;
}

interface Part {
  readonly part: number;
  readonly chars: number;
  readonly stale: number;
  readonly key: string | null;
}

/** A part for changed pages. */
interface Tier {
  readonly part: number;
  readonly pages: number;
  readonly chars: number;
}

/** The number of the part that each publication writes. */
const FRESH = 0;

/** The parts for changed pages, the smallest first. The large parts count from 1. */
const TIERS: readonly Tier[] = [
  { part: FRESH, pages: SEARCH_FRESH_PAGES, chars: SEARCH_FRESH_MAX_CHARS },
  { part: -1, pages: SEARCH_MIDDLE_PAGES, chars: SEARCH_MIDDLE_MAX_CHARS },
];

/**
 * A site's search index, in parts. A changed page moves to a small part, and its words in the large one count no more.
 * So a publication writes the small part alone, sometimes the middle one, and rarely a large one.
 */
export class PublicWords {
  readonly #powers: Pick<Powers, "sql" | "digest">;
  readonly #inventory: PublicInventory;

  constructor(powers: Pick<Powers, "sql" | "digest">, inventory: PublicInventory) {
    this.#powers = powers;
    this.#inventory = inventory;
  }

  has(site: string, page: string): boolean {
    return this.#place(site, page) !== undefined;
  }

  /** Records a page's words. The caller holds the transaction. */
  set(site: string, page: string, { text, isWhole }: WordList): void {
    const before = this.#place(site, page);
    if (before?.words === text) return;
    if (before && before.part !== null) this.#leave(site, before.part, page, before.chars);
    const part = this.#partFor(site, page, text.length);
    // A row that stays in its place costs fewer pages of the database than a new one.
    this.#powers.sql.all(
      `INSERT INTO public_words (site, page, part, words, chars, whole) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (site, page) DO UPDATE SET part = ?3, words = ?4, chars = ?5, whole = ?6`,
      site,
      page,
      part,
      text,
      text.length,
      Number(isWhole),
    );
    if (part !== null) this.#add(site, part, page, text.length);
  }

  remove(site: string, page: string): void {
    const before = this.#place(site, page);
    if (!before) return;
    this.#powers.sql.all("DELETE FROM public_words WHERE site = ? AND page = ?", site, page);
    if (before.part !== null) this.#leave(site, before.part, page, before.chars);
  }

  /** Forgets all words. The values are garbage. */
  forget(site: string): void {
    const { sql } = this.#powers;
    for (const part of this.#parts(site)) this.#retire(site, part);
    sql.all("DELETE FROM public_words WHERE site = ?", site);
    sql.all("DELETE FROM public_word_parts WHERE site = ?", site);
    sql.all("DELETE FROM public_words_left WHERE site = ?", site);
  }

  /** Marks parts as outdated whose values the store may lack. */
  doubt(site: string): void {
    this.#powers.sql.all(
      "UPDATE public_word_parts SET stale = 1 WHERE site = ?1 AND key IN (SELECT key FROM public_unsure WHERE site = ?1)",
      site,
    );
  }

  /** Writes some outdated parts. */
  async write(site: string): Promise<WrittenParts> {
    const { digest } = this.#powers;
    this.#placeUnindexed(site);
    const stale = this.#parts(site).filter((part) => part.stale === 1);
    const values = new Map<string, string>();
    for (const part of stale.slice(0, SEARCH_PARTS_PER_TURN)) {
      const text = this.#textOf(site, part);
      const key = wordPartKey(site, await digest(text));
      if (this.#keep(site, part, key)) values.set(key, text);
    }
    return { values, done: stale.length < SEARCH_PARTS_PER_TURN };
  }

  /** A part by its key, from the rows. `isWritten` is false if its pages have changed since the key was made. */
  partOf(site: string, key: string): { readonly text: string; readonly isWritten: boolean } {
    const part = this.#parts(site).find((one) => one.key === key);
    return { text: part ? this.#textOf(site, part) : "\n", isWritten: part?.stale === 0 };
  }

  #textOf(site: string, { part }: Part): string {
    return writePart(
      this.#powers.sql.all<PageWords & Record<string, string>>(
        "SELECT page, words FROM public_words INDEXED BY public_words_part WHERE site = ? AND part = ? ORDER BY page",
        site,
        part,
      ),
    );
  }

  directory(site: string): WordDirectory {
    const parts = this.#parts(site).filter(({ key }) => key !== null);
    const gone = this.#powers.sql.all<{ part: number; page: string }>(
      "SELECT part, page FROM public_words_left WHERE site = ? ORDER BY part, page",
      site,
    );
    const places = new Map(parts.map(({ part }, place) => [part, place]));
    const left = Object.entries(Object.groupBy(gone, ({ part }) => String(places.get(part) ?? "")));
    const moved = left.filter(([place]) => place !== "");
    return {
      parts: parts.flatMap(({ key }) => key ?? []),
      left: this.#count(site, "INDEXED BY public_words_unplaced", "part IS NULL"),
      cut: this.#count(site, "INDEXED BY public_words_cut", "whole = 0 AND part IS NOT NULL"),
      ...(moved.length > 0 && {
        moved: Object.fromEntries(moved.map(([place, pages = []]) => [place, pages.map(({ page }) => page)])),
      }),
    };
  }

  /** Without the index of exactly these rows, the database reads every page. */
  #count(site: string, index: string, where: string): number {
    const query = `SELECT count(*) AS count FROM public_words ${index} WHERE site = ? AND ${where}`;
    return first<{ count: number }>(this.#powers.sql, query, site)?.count ?? 0;
  }

  #place(site: string, page: string): IndexedPage | undefined {
    return first<IndexedPage>(
      this.#powers.sql,
      "SELECT part, words, chars FROM public_words WHERE site = ? AND page = ?",
      site,
      page,
    );
  }

  #parts(site: string): (Part & Record<string, string | number | null>)[] {
    const query = "SELECT part, chars, stale, key FROM public_word_parts WHERE site = ? ORDER BY part";
    return this.#powers.sql.all(query, site);
  }

  /** True if the store may lack the value. */
  #keep(site: string, part: Part, key: string): boolean {
    const { sql } = this.#powers;
    const isNew = part.key !== key || this.#inventory.isUnsure(site, key);
    sql.atomically(() => {
      if (part.key !== key) this.#retire(site, part);
      if (isNew) this.#inventory.claim(site, key);
      sql.all("UPDATE public_word_parts SET key = ?, stale = 0 WHERE site = ? AND part = ?", key, site, part.part);
      sql.all("DELETE FROM public_words_left WHERE site = ? AND part = ?", site, part.part);
    });
    return isNew;
  }

  #retire(site: string, { key, chars }: Pick<Part, "key" | "chars">): void {
    if (key !== null) this.#inventory.retire(site, key, chars);
  }

  /**
   * A large part that is written anyway. Else the first tier with room for the page and for what smaller tiers have,
   * which moves there. Else any large part with room for all of that.
   */
  #partFor(site: string, page: string, chars: number): number | null {
    const outdated = this.#roomy(site, chars, "AND stale = 1");
    if (outdated !== undefined) return outdated;
    const sum = { pages: 1, chars };
    for (const [at, tier] of TIERS.entries()) {
      const counts = this.#countsOf(site, tier);
      sum.pages += counts?.pages ?? 0;
      sum.chars += counts?.chars ?? 0;
      const isThere = counts !== undefined || this.#partCount(site).count < SEARCH_PARTS_MAX;
      if (!isThere || sum.pages > tier.pages || sum.chars > tier.chars) continue;
      this.#empty(site, TIERS.slice(0, at), page, () => tier.part);
      return tier.part;
    }
    this.#empty(site, TIERS, page, (size) => this.#largeFor(site, size));
    return this.#largeFor(site, chars);
  }

  #countsOf(site: string, { part }: Tier): { pages: number; chars: number } | undefined {
    return first<{ pages: number; chars: number }>(
      this.#powers.sql,
      "SELECT pages, chars FROM public_word_parts WHERE site = ? AND part = ?",
      site,
      part,
    );
  }

  /** A large part with room, else a new one. Null if there may be no more parts. */
  #largeFor(site: string, chars: number): number | null {
    const roomy = this.#roomy(site, chars, "");
    if (roomy !== undefined) return roomy;
    const { count, last } = this.#partCount(site);
    return count < SEARCH_PARTS_MAX ? last + 1 : null;
  }

  /** A large part with room. An outdated one is best, then one that many pages have left. */
  #roomy(site: string, chars: number, more: string): number | undefined {
    return first<{ part: number }>(
      this.#powers.sql,
      `SELECT part FROM public_word_parts AS large WHERE site = ?1 AND part > ${FRESH} AND pages < ?2 AND chars + ?3 <= ?4 ${more}
       ORDER BY stale DESC, (SELECT count(*) FROM public_words_left AS gone WHERE gone.site = ?1 AND gone.part = large.part) DESC, part
       LIMIT 1`,
      site,
      SEARCH_PART_PAGES,
      chars,
      SEARCH_PART_MAX_CHARS,
    )?.part;
  }

  #partCount(site: string): { count: number; last: number } {
    const query =
      "SELECT count(*) AS count, max(coalesce(max(part), 0), 0) AS last FROM public_word_parts WHERE site = ?";
    return first<{ count: number; last: number }>(this.#powers.sql, query, site) ?? { count: 0, last: 0 };
  }

  /** Moves the pages of some tiers, as far as there is room, except the one that has left them. */
  #empty(site: string, tiers: readonly Tier[], left: string, partFor: (chars: number) => number | null): void {
    for (const tier of tiers)
      for (const { page, chars } of this.#pagesIn(site, tier, left)) {
        const part = partFor(chars);
        if (part === null) return;
        this.#powers.sql.all("UPDATE public_words SET part = ? WHERE site = ? AND page = ?", part, site, page);
        this.#leave(site, tier.part, page, chars);
        this.#add(site, part, page, chars);
      }
  }

  #pagesIn(site: string, { part }: Tier, left: string): { page: string; chars: number }[] {
    const query =
      "SELECT page, chars FROM public_words INDEXED BY public_words_part WHERE site = ? AND part = ? AND page <> ? ORDER BY page";
    return this.#powers.sql.all<{ page: string; chars: number }>(query, site, part, left);
  }

  /** A part with a new page is outdated. */
  #add(site: string, part: number, page: string, chars: number): void {
    const { sql } = this.#powers;
    sql.all(
      `INSERT INTO public_word_parts (site, part, pages, chars, stale) VALUES (?1, ?2, 1, ?3, 1)
       ON CONFLICT (site, part) DO UPDATE SET pages = pages + 1, chars = chars + ?3, stale = 1`,
      site,
      part,
      chars,
    );
    sql.all("DELETE FROM public_words_left WHERE site = ? AND part = ? AND page = ?", site, part, page);
  }

  /** A large part keeps the words of a page that has left, and the directory names the page. */
  #leave(site: string, part: number, page: string, chars: number): void {
    const { sql } = this.#powers;
    sql.all(
      "UPDATE public_word_parts SET pages = pages - 1, chars = chars - ?, stale = max(stale, part = ?) WHERE site = ? AND part = ?",
      chars,
      FRESH,
      site,
      part,
    );
    const row = this.#parts(site).find((one) => one.part === part);
    if (!row || this.#removeIfEmpty(site, row) || row.stale === 1) return;
    sql.all("INSERT OR IGNORE INTO public_words_left (site, part, page) VALUES (?, ?, ?)", site, part, page);
  }

  #removeIfEmpty(site: string, part: Part): boolean {
    const { sql } = this.#powers;
    const query = "DELETE FROM public_word_parts WHERE site = ? AND part = ? AND pages = 0 RETURNING part";
    if (sql.all(query, site, part.part).length === 0) return false;
    this.#retire(site, part);
    sql.all("DELETE FROM public_words_left WHERE site = ? AND part = ?", site, part.part);
    return true;
  }

  /** Assigns pages that found no room before to parts that have room now. */
  #placeUnindexed(site: string): void {
    const { sql } = this.#powers;
    const left = sql.all<{ page: string; chars: number }>(
      "SELECT page, chars FROM public_words INDEXED BY public_words_unplaced WHERE site = ? AND part IS NULL ORDER BY page LIMIT ?",
      site,
      SEARCH_PART_PAGES,
    );
    sql.atomically(() => {
      for (const { page, chars } of left) {
        const part = this.#partFor(site, page, chars);
        if (part === null) return;
        sql.all("UPDATE public_words SET part = ? WHERE site = ? AND page = ?", part, site, page);
        this.#add(site, part, page, chars);
      }
    });
  }
}
