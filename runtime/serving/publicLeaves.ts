import { type PublicPlace, absoluteUrl } from "../documents/content/languageHosts.ts";
import { PUBLIC_INDEX_PART_BYTES, PUBLIC_INDEX_PARTS_PER_TURN } from "../../manifests/bounds/publicContent.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { type Powers, first } from "../powers/powers.ts";
import type { PublicIndex, PublicIndexPart, PublicPage } from "../search/publicIndex.ts";
import type { SiteRow } from "../tenancy/sites.ts";
import type { PublicInventory } from "./publicInventory.ts";
import { INDEX_KEY, indexKey, pageKey, partName } from "./publicKeys.ts";

type Entry = Omit<PublicPage, "id" | "path" | "url" | "key">;

type Leaf = Readonly<Record<"start", string> & Record<"name", string | null> & Record<"bytes", number>>;

/** Values to store, and whether none is left. */
export interface WrittenParts {
  readonly values: ReadonlyMap<string, string>;
  readonly done: boolean;
}

/** The part of a full leaf that a split fills, so that the next page of its range needs no other split. */
const FILLED = 0.75;
/** A leaf below this part of its size joins the next one. */
const SMALL = 0.25;
/** Bytes of an entry beside its path and what is stored about it: the names of members, and its key. */
const ENTRY_BYTES = 200;

/**
 * The index of a site's public pages, in leaves. A leaf holds the pages of a range of paths, from its start to the
 * start of the next. So a changed page costs one leaf, whatever the number of pages.
 */
export class PublicLeaves {
  readonly #powers: Pick<Powers, "sql" | "digest">;
  readonly #inventory: PublicInventory;

  constructor(powers: Pick<Powers, "sql" | "digest">, inventory: PublicInventory) {
    this.#powers = powers;
    this.#inventory = inventory;
  }

  /** Marks the leaf of a path as outdated. The caller holds the transaction. */
  touch(site: string, path: string): void {
    this.#begin(site);
    this.#powers.sql.all(
      "UPDATE public_leaves SET stale = 1 WHERE site = ?1 AND start = (SELECT max(start) FROM public_leaves WHERE site = ?1 AND start <= ?2)",
      site,
      path,
    );
  }

  /** A site without pages has one empty leaf. */
  #begin(site: string): void {
    this.#powers.sql.all("INSERT OR IGNORE INTO public_leaves (site, start, stale) VALUES (?, '', 1)", site);
  }

  /** Writes some outdated leaves. */
  async write({ site }: Pick<SiteRow, "site">, place: PublicPlace): Promise<WrittenParts> {
    const { sql } = this.#powers;
    const origins = originsOf(place);
    sql.atomically(() => {
      this.#begin(site);
      // Each entry has the address of its page.
      sql.all("UPDATE public_leaves SET stale = 1 WHERE site = ? AND origin <> ?", site, origins);
      for (const { start } of this.#stale(site, ALL)) this.#divide(site, start);
    });
    const stale = this.#stale(site, PUBLIC_INDEX_PARTS_PER_TURN);
    const values = new Map<string, string>();
    for (const leaf of stale) {
      const text = JSON.stringify({ pages: this.#pages(site, place, leaf.start) } satisfies PublicIndexPart);
      const name = partName(await this.#powers.digest(text));
      if (this.#keep(site, leaf, { name, bytes: utf8Length(text), origins })) values.set(indexKey(site, name), text);
    }
    return { values, done: stale.length < PUBLIC_INDEX_PARTS_PER_TURN };
  }

  /** Forgets all leaves. Their values are garbage. */
  forget(site: string): void {
    const { sql } = this.#powers;
    for (const leaf of sql.all<Leaf>(LEAF, site)) this.#retire(site, leaf);
    sql.all("DELETE FROM public_leaves WHERE site = ?", site);
  }

  /** Marks leaves as outdated whose values the store may lack. */
  doubt(site: string): void {
    this.#powers.sql.all(
      `UPDATE public_leaves SET stale = 1 WHERE site = ?1 AND ${INDEX_KEY} IN (SELECT key FROM public_unsure WHERE site = ?1)`,
      site,
    );
  }

  directory(site: string): PublicIndex {
    const query = "SELECT name FROM public_leaves WHERE site = ? AND name IS NOT NULL ORDER BY start";
    return { parts: this.#powers.sql.all<{ name: string }>(query, site).map(({ name }) => name) };
  }

  /** True if the store has, or may have, another value for the leaf. */
  #keep(site: string, leaf: Leaf, { name, bytes, origins }: KeptLeaf): boolean {
    const isNew = leaf.name !== name || this.#inventory.isUnsure(site, indexKey(site, name));
    this.#powers.sql.atomically(() => {
      if (leaf.name !== name) this.#retire(site, leaf);
      if (isNew) this.#inventory.claim(site, indexKey(site, name));
      const query = "UPDATE public_leaves SET name = ?, bytes = ?, origin = ?, stale = 0 WHERE site = ? AND start = ?";
      this.#powers.sql.all(query, name, bytes, origins, site, leaf.start);
    });
    return isNew;
  }

  /** Splits a leaf that is too large, and joins one that is too small with the next. */
  #divide(site: string, start: string): void {
    const leaf = this.#leaf(site, start);
    // The leaf may have joined another one.
    if (!leaf) return;
    const sizes = this.#sizes(site, start);
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > PUBLIC_INDEX_PART_BYTES) return this.#split(site, sizes, total);
    if (total >= PUBLIC_INDEX_PART_BYTES * SMALL) return;
    const next = this.#leaf(site, this.#next(site, start) ?? "");
    if (next?.start && total + sum(this.#sizes(site, next.start)) <= PUBLIC_INDEX_PART_BYTES * FILLED) {
      this.#remove(site, next);
      return this.#divide(site, start);
    }
    if (sizes.length === 0 && start !== "") this.#remove(site, leaf);
  }

  #split(site: string, sizes: readonly Size[], total: number): void {
    const most = total / Math.ceil(total / (PUBLIC_INDEX_PART_BYTES * FILLED));
    let filled = 0;
    for (const { path, bytes } of sizes) {
      if (filled > 0 && filled + bytes > most) {
        this.#powers.sql.all("INSERT OR IGNORE INTO public_leaves (site, start, stale) VALUES (?, ?, 1)", site, path);
        filled = 0;
      }
      filled += bytes;
    }
  }

  #remove(site: string, leaf: Leaf): void {
    this.#retire(site, leaf);
    this.#powers.sql.all("DELETE FROM public_leaves WHERE site = ? AND start = ?", site, leaf.start);
  }

  #retire(site: string, { name, bytes }: Leaf): void {
    if (name !== null) this.#inventory.retire(site, indexKey(site, name), bytes);
  }

  #leaf(site: string, start: string): Leaf | undefined {
    return first<Leaf>(this.#powers.sql, `${LEAF} AND start = ?`, site, start);
  }

  #stale(site: string, most: number): Leaf[] {
    return this.#powers.sql.all<Leaf>(`${LEAF} AND stale = 1 ORDER BY start LIMIT ?`, site, most);
  }

  #next(site: string, start: string): string | undefined {
    const query = "SELECT min(start) AS next FROM public_leaves WHERE site = ? AND start > ?";
    return first<{ next: string | null }>(this.#powers.sql, query, site, start)?.next ?? undefined;
  }

  #sizes(site: string, start: string): Size[] {
    const query = `SELECT path, octet_length(about) + 2 * octet_length(path) + ${ENTRY_BYTES} AS bytes ${RANGE}`;
    return this.#powers.sql.all<{ path: string; bytes: number }>(query, site, start, this.#next(site, start) ?? null);
  }

  #pages(site: string, place: PublicPlace, start: string): PublicPage[] {
    return this.#powers.sql
      .all<Record<"page" | "path" | "digest" | "about", string>>(
        `SELECT page, path, digest, about ${RANGE}`,
        site,
        start,
        this.#next(site, start) ?? null,
      )
      .map(({ page, path, digest, about }) => ({
        id: page,
        path,
        url: absoluteUrl(path, place),
        ...(JSON.parse(about) as Entry),
        key: pageKey(site, page, digest),
      }));
  }
}

interface KeptLeaf {
  readonly name: string;
  readonly bytes: number;
  readonly origins: string;
}

/** The origins on which the addresses of pages depend, as one text. */
const originsOf = ({ origin, hosts = [] }: PublicPlace): string =>
  [origin, ...hosts.map(({ prefix, origin: of }) => `${prefix} ${of}`)].join(" ");

interface Size {
  readonly path: string;
  readonly bytes: number;
}

const ALL = -1;
const LEAF = "SELECT start, name, bytes FROM public_leaves WHERE site = ?";
const RANGE = "FROM public_pages WHERE site = ?1 AND path >= ?2 AND (?3 IS NULL OR path < ?3) ORDER BY path";
const sum = (sizes: readonly Size[]): number => sizes.reduce((all, { bytes }) => all + bytes, 0);
