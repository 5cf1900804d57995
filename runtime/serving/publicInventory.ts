import { PUBLIC_GARBAGE_KEPT_MS, PUBLIC_REFRESH_PAGES } from "../../manifests/bounds/publicContent.ts";
import { type Powers, first } from "../powers/powers.ts";
import { hostKey, pageKey, pointerKey } from "./publicKeys.ts";
import type { SiteRow } from "../tenancy/sites.ts";

/** A page as it was last copied. */
export interface CarriedPage {
  readonly page: string;
  readonly digest: string;
  /** JSON of a PageDigest. */
  readonly about: string;
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
  keysOf({ site, hostnames }: SiteRow): string[] {
    const { sql } = this.#powers;
    const others = sql.all<{ key: string }>(
      "SELECT key FROM public_index_parts WHERE site = ?1 UNION SELECT key FROM public_garbage WHERE site = ?1",
      site,
    );
    return [
      pointerKey(site),
      ...hostnames.map(hostKey),
      ...this.pages(site).map(({ page, digest }) => pageKey(site, page, digest)),
      ...others.map(({ key }) => key),
    ];
  }

  /** The keys that the store must have for the site to be found and read, the pointer first. */
  copiedKeys({ site, hostnames }: Pick<SiteRow, "site" | "hostnames">): string[] {
    const parts = this.#powers.sql.all<{ key: string }>("SELECT key FROM public_index_parts WHERE site = ?", site);
    return [
      pointerKey(site),
      ...hostnames.map(hostKey),
      ...this.pages(site).map(({ page, digest }) => pageKey(site, page, digest)),
      ...parts.map(({ key }) => key),
    ];
  }

  pages(site: string): CarriedPage[] {
    return this.#powers.sql.all<Record<keyof CarriedPage, string>>(
      "SELECT page, digest, about FROM public_pages WHERE site = ?",
      site,
    );
  }

  digestOf(site: string, page: string): string | undefined {
    return first<{ digest: string }>(
      this.#powers.sql,
      "SELECT digest FROM public_pages WHERE site = ? AND page = ?",
      site,
      page,
    )?.digest;
  }

  /** Records a page. The caller holds the transaction, as for all writes here. */
  setPage(site: string, { page, digest, about }: CarriedPage): void {
    this.takeFromGarbage(site, pageKey(site, page, digest));
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO public_pages (site, page, digest, about) VALUES (?, ?, ?, ?)",
      site,
      page,
      digest,
      about,
    );
  }

  dropPage(site: string, page: string, digest: string | undefined): void {
    if (digest === undefined) return;
    const { sql, now } = this.#powers;
    sql.all(
      "INSERT OR REPLACE INTO public_garbage (site, key, since) VALUES (?, ?, ?)",
      site,
      pageKey(site, page, digest),
      now(),
    );
    sql.all("DELETE FROM public_pages WHERE site = ? AND page = ?", site, page);
  }

  /** Records a part before the pointer names it, so that it becomes garbage if it never does. */
  addPart(site: string, key: string): void {
    this.#powers.sql.all("INSERT OR IGNORE INTO public_index_parts (site, key) VALUES (?, ?)", site, key);
  }

  hasPart(site: string, key: string): boolean {
    const query = "SELECT 1 FROM public_index_parts WHERE site = ? AND key = ?";
    return first(this.#powers.sql, query, site, key) !== undefined;
  }

  /** Replaces the values that the pointer names. The old ones become garbage. */
  setParts(site: string, keys: readonly string[]): void {
    const { sql, now } = this.#powers;
    sql.all(
      "INSERT OR IGNORE INTO public_garbage (site, key, since) SELECT site, key, ? FROM public_index_parts WHERE site = ?",
      now(),
      site,
    );
    sql.all("DELETE FROM public_index_parts WHERE site = ?", site);
    for (const key of keys) {
      this.addPart(site, key);
      this.takeFromGarbage(site, key);
    }
  }

  /** Garbage whose time is over, as many values as one turn removes. */
  garbage(site: string): string[] {
    const { sql, now } = this.#powers;
    return sql
      .all<{ key: string }>(
        "SELECT key FROM public_garbage WHERE site = ? AND since < ? LIMIT ?",
        site,
        now() - PUBLIC_GARBAGE_KEPT_MS,
        PUBLIC_REFRESH_PAGES,
      )
      .map(({ key }) => key);
  }

  /** Removes a value from the garbage, because it was deleted or is needed again. */
  takeFromGarbage(site: string, key: string): void {
    this.#powers.sql.all("DELETE FROM public_garbage WHERE site = ? AND key = ?", site, key);
  }

  /** The last page that a turn of this publication copied. Empty before the first. */
  cursor({ site, sequence }: SiteRow): string {
    const progress = first<{ sequence: number; cursor: string }>(
      this.#powers.sql,
      "SELECT sequence, cursor FROM public_progress WHERE site = ?",
      site,
    );
    return progress?.sequence === sequence ? progress.cursor : "";
  }

  setCursor({ site, sequence }: SiteRow, cursor: string): void {
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO public_progress (site, sequence, cursor) VALUES (?, ?, ?)",
      site,
      sequence,
      cursor,
    );
  }

  endProgress(site: string): void {
    this.#powers.sql.all("DELETE FROM public_progress WHERE site = ?", site);
  }

  /** Forgets the copied pages, so that all are copied again. */
  forget(site: string): void {
    this.#powers.sql.all("DELETE FROM public_pages WHERE site = ?", site);
    this.endProgress(site);
  }
}
