import {
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

interface IndexedPage {
  readonly part: number | null;
  readonly words: string;
  readonly chars: number;
}

/**
 * A site's search index, in parts. A page stays in its part while it has room, so a publication writes only the parts
 * of changed pages.
 */
export class PublicWords {
  readonly #powers: Pick<Powers, "sql" | "digest">;

  constructor(powers: Pick<Powers, "sql" | "digest">) {
    this.#powers = powers;
  }

  has(site: string, page: string): boolean {
    return this.#place(site, page) !== undefined;
  }

  /** Records a page's words. The caller holds the transaction. */
  set(site: string, page: string, { text, isWhole }: WordList): void {
    const before = this.#place(site, page);
    if (before?.words === text) return;
    if (before) this.remove(site, page);
    const part = this.#partFor(site, text.length, before?.part ?? null);
    this.#powers.sql.all(
      "INSERT INTO public_words (site, page, part, words, chars, whole) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      page,
      part,
      text,
      text.length,
      Number(isWhole),
    );
    if (part !== null) this.#grow(site, part, 1, text.length);
  }

  remove(site: string, page: string): void {
    const before = this.#place(site, page);
    if (!before) return;
    this.#powers.sql.all("DELETE FROM public_words WHERE site = ? AND page = ?", site, page);
    if (before.part !== null) this.#grow(site, before.part, -1, -before.chars);
  }

  forget(site: string): void {
    this.#powers.sql.all("DELETE FROM public_words WHERE site = ?", site);
    this.#powers.sql.all("DELETE FROM public_word_parts WHERE site = ?", site);
  }

  /** Stores some outdated parts. False if more are left. */
  async carry(site: string, put: (key: string, value: string) => Promise<void>): Promise<boolean> {
    const { sql, digest } = this.#powers;
    this.#placeUnindexed(site);
    const stale = sql.all<{ part: number }>(
      "SELECT part FROM public_word_parts WHERE site = ? AND key IS NULL ORDER BY part LIMIT ?",
      site,
      SEARCH_PARTS_PER_TURN,
    );
    for (const { part } of stale) {
      const text = writePart(
        sql.all<PageWords & Record<string, string>>(
          "SELECT page, words FROM public_words WHERE site = ? AND part = ? ORDER BY page",
          site,
          part,
        ),
      );
      const key = wordPartKey(site, await digest(text));
      await put(key, text);
      sql.all("UPDATE public_word_parts SET key = ? WHERE site = ? AND part = ?", key, site, part);
    }
    return stale.length < SEARCH_PARTS_PER_TURN;
  }

  directory(site: string): WordDirectory {
    const { sql } = this.#powers;
    const parts = sql.all<{ key: string }>(
      "SELECT key FROM public_word_parts WHERE site = ? AND key IS NOT NULL ORDER BY part",
      site,
    );
    const counts = first<{ left: number; cut: number }>(
      sql,
      "SELECT count(*) FILTER (WHERE part IS NULL) AS left, count(*) FILTER (WHERE whole = 0 AND part IS NOT NULL) AS cut FROM public_words WHERE site = ?",
      site,
    );
    return { parts: parts.map(({ key }) => key), left: counts?.left ?? 0, cut: counts?.cut ?? 0 };
  }

  #place(site: string, page: string): IndexedPage | undefined {
    return first<IndexedPage>(
      this.#powers.sql,
      "SELECT part, words, chars FROM public_words WHERE site = ? AND page = ?",
      site,
      page,
    );
  }

  /**
   * The page's former part if it has room, else another one with room, else a new one. Null if there may be no more
   * parts.
   */
  #partFor(site: string, chars: number, before: number | null): number | null {
    const { sql } = this.#powers;
    const roomy = first<{ part: number }>(
      sql,
      "SELECT part FROM public_word_parts WHERE site = ? AND pages < ? AND chars + ? <= ? ORDER BY part <> coalesce(?, 0), part LIMIT 1",
      site,
      SEARCH_PART_PAGES,
      chars,
      SEARCH_PART_MAX_CHARS,
      before,
    );
    if (roomy) return roomy.part;
    const all = first<{ count: number; last: number }>(
      sql,
      "SELECT count(*) AS count, coalesce(max(part), 0) AS last FROM public_word_parts WHERE site = ?",
      site,
    );
    return (all?.count ?? 0) < SEARCH_PARTS_MAX ? (all?.last ?? 0) + 1 : null;
  }

  /** Changes a part's size and marks it as outdated. An empty part is deleted. */
  #grow(site: string, part: number, pages: number, chars: number): void {
    const { sql } = this.#powers;
    sql.all(
      `INSERT INTO public_word_parts (site, part, pages, chars) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (site, part) DO UPDATE SET pages = pages + ?3, chars = chars + ?4, key = NULL`,
      site,
      part,
      pages,
      chars,
    );
    sql.all("DELETE FROM public_word_parts WHERE site = ? AND part = ? AND pages = 0", site, part);
  }

  /** Assigns pages that found no room before to parts that have room now. */
  #placeUnindexed(site: string): void {
    const { sql } = this.#powers;
    const left = sql.all<{ page: string; chars: number }>(
      "SELECT page, chars FROM public_words WHERE site = ? AND part IS NULL ORDER BY page LIMIT ?",
      site,
      SEARCH_PART_PAGES,
    );
    sql.atomically(() => {
      for (const { page, chars } of left) {
        const part = this.#partFor(site, chars, null);
        if (part === null) return;
        sql.all("UPDATE public_words SET part = ? WHERE site = ? AND page = ?", part, site, page);
        this.#grow(site, part, 1, chars);
      }
    });
  }
}
