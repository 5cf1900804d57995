import {
  PUBLIC_PUTS_AT_ONCE,
  PUBLIC_REFRESH_PAGES,
  PURGE_MAX_KEYS,
  PURGE_MAX_PATHS,
} from "../../manifests/bounds/publicContent.ts";
import { type Documents, type StoredDocument, NOT_FOUND_PATH } from "../documents/documents.ts";
import { pagesWritten } from "../documents/pageSelections.ts";
import type { Outbox } from "../commands/outbox.ts";
import { announce, forgetCopied } from "./announcing.ts";
import { addressesOf, derivedAddresses, keysOf } from "./staleKeys.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { Powers } from "../powers/powers.ts";
import { type PublicIndex, type PublicPage, type PublicPointer, indexParts } from "../search/publicIndex.ts";
import type { PublicInventory } from "./publicInventory.ts";
import { catalogueKey, hostKey, indexKey, pageKey, pointerKey, wordsKey } from "./publicKeys.ts";
import type { Published } from "./published.ts";
import type { Publications } from "../publishing/publications.ts";
import { type Releases, pagesStaged } from "../publishing/releases.ts";
import { type PageDigest, bodyOf, digestPage } from "../search/pageDigest.ts";
import type { PublicWords } from "./publicWords.ts";
import { wordListOf } from "../search/wordList.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import { pagesWithData } from "../snapshots/store.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import type { Tenant, TenantStatus } from "../tenancy/tenant.ts";

/** The public store and the page cache, which the deployment supplies. */
export interface PublicPlaces {
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Removes these keys from the page cache, as far as this worker can reach it. */
  purge(cacheKeys: readonly string[]): Promise<void>;
}

export interface PublicContentParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly publications: Publications;
  readonly outbox: Outbox;
  readonly plugins: PluginShelf;
  readonly published: Published;
  readonly hookRunner: HookRunner;
  readonly tenant: Tenant;
  readonly words: PublicWords;
  readonly publicInventory: PublicInventory;
}

const [SITE, AFTER] = ["?1", "?4"];
const RELEASES = { site: SITE, from: "?2", to: "?3", after: AFTER };

/** Selects the pages to copy, after one page. The last condition says whether all copied pages are among them. */
const CHANGED_PAGES = `${pagesStaged(RELEASES)}
  UNION ${pagesWritten({ site: SITE, since: "?5", until: "?6", after: AFTER })}
  UNION ${pagesWithData(RELEASES)}
  UNION SELECT page FROM public_pages WHERE site = ?1 AND page > ?4 AND ?7
  ORDER BY page LIMIT ?8`;

/** The state at the beginning of a turn. */
interface Carrying {
  readonly row: SiteRow;
  readonly status: TenantStatus;
}

type PutText = (keyFor: (site: string, digest: string) => string, text: string) => Promise<string>;

export interface RefreshResult {
  /** False if the work needs another turn. The message must then be delivered again. */
  readonly done: boolean;
  readonly sequence: number;
}

/**
 * Copies the current publication to the public store and purges caches. It is idempotent: with messages in any order
 * and number, the store ends up with the newest publication.
 */
export class PublicContent {
  readonly #parts: PublicContentParts;
  /** Running refreshes by site. Another message for the site waits, and then finds nothing to do. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(parts: PublicContentParts) {
    this.#parts = parts;
  }

  announce(site: string): { sequence: number } {
    return announce(this.#parts, site);
  }

  async refresh(site: string, sequence: number, places: PublicPlaces): Promise<RefreshResult> {
    const before = this.#running.get(site) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#turn(site, sequence, places));
    this.#running.set(site, turn);
    try {
      return await turn;
    } finally {
      if (this.#running.get(site) === turn) this.#running.delete(site);
    }
  }

  /** Waits for all running refreshes. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  forget(site: string): void {
    forgetCopied(this.#parts, site);
  }

  async #turn(site: string, sequence: number, places: PublicPlaces): Promise<RefreshResult> {
    const row = this.#parts.sites.get(site);
    if (row.refreshed >= sequence) return { done: true, sequence: row.refreshed };
    const carrying = { row, status: this.#parts.tenant.status };
    if (carrying.status === "suspended") return this.#withdraw(carrying, places);
    const cursor = this.#parts.publicInventory.cursor(row);
    if (cursor === "") await places.purge(this.#staleKeys(row));
    const pages = this.#changedPages(row, cursor);
    for (let from = 0; from < pages.length; from += PUBLIC_PUTS_AT_ONCE)
      await allDone(pages.slice(from, from + PUBLIC_PUTS_AT_ONCE).map((id) => this.#carryPage(row, id, places)));
    const last = pages.at(-1);
    if (pages.length === PUBLIC_REFRESH_PAGES || !(await this.#carryWords(site, places))) {
      if (last !== undefined) this.#parts.publicInventory.setCursor(row, last);
      return { done: false, sequence: row.sequence };
    }
    await this.#carryIndex(carrying, places);
    await this.#sweep(site, places);
    return { done: true, sequence: row.sequence };
  }

  /**
   * Pages to copy: changed HTML, changed documents, and all pages if plugins changed, because Markdown may change
   * without the HTML.
   */
  #changedPages(row: SiteRow, after: string): string[] {
    const { releases, publications, powers } = this.#parts;
    const shown = releases.find(row.site, publications.releaseOf(row.site, row.refreshed));
    const [from, to] = span(shown?.id ?? 0, row.release);
    const current = releases.requireReady(row.site, row.release);
    const [since, until] = span(shown?.change ?? 0, current.change);
    const samePlugins = JSON.stringify(shown?.plugins) === JSON.stringify(current.plugins);
    return powers.sql
      .all<{ page: string }>(
        CHANGED_PAGES,
        row.site,
        from,
        to,
        after,
        since,
        until,
        samePlugins ? 0 : 1,
        PUBLIC_REFRESH_PAGES,
      )
      .map((entry) => entry.page);
  }

  async #carryPage(row: SiteRow, id: string, places: PublicPlaces): Promise<void> {
    const { powers, words, publicInventory } = this.#parts;
    const before = publicInventory.digestOf(row.site, id);
    const page = this.#publicPage(row, id);
    const text = page && (await this.#parts.published.text(row.site, id));
    if (!page || !text) return this.#remove(row.site, id, before);
    const value = JSON.stringify(text);
    const digest = await powers.digest(value);
    if (digest !== before) await places.put(pageKey(row.site, id, digest), value);
    const about = JSON.stringify(digestPage(text, powers.timestamp(page.at)));
    const list = digest !== before || !words.has(row.site, id) ? wordListOf(bodyOf(text)) : undefined;
    powers.sql.atomically(() => {
      if (digest !== before) publicInventory.dropPage(row.site, id, before);
      if (list) words.set(row.site, id, list);
      publicInventory.setPage(row.site, { page: id, digest, about });
    });
  }

  /** A page of the release, if machines may list it. */
  #publicPage(row: SiteRow, id: string): StoredDocument<"page"> | undefined {
    const release = this.#parts.releases.requireReady(row.site, row.release);
    const page = this.#parts.documents.get(row.site, "page", id, release.change);
    return page && !page.body.noindex && page.body.path !== NOT_FOUND_PATH ? page : undefined;
  }

  /** Removes the pointer, without which readers find nothing of the site. The texts stay for the tenant's return. */
  async #withdraw(carrying: Carrying, places: PublicPlaces): Promise<RefreshResult> {
    const { sites, outbox } = this.#parts;
    const { site, sequence } = carrying.row;
    await places.delete(pointerKey(site));
    // The publication stays unrefreshed: when the tenant returns, its missing content must be copied.
    if (this.#isUnchanged(carrying) && sites.get(site).sequence === sequence) outbox.carried(`publication:${site}`);
    return { done: true, sequence: carrying.row.sequence };
  }

  async #carryIndex(carrying: Carrying, places: PublicPlaces): Promise<void> {
    const { row } = carrying;
    const { powers, releases, documents } = this.#parts;
    const release = releases.requireReady(row.site, row.release);
    const settings = documents.only(row.site, "settings", release.change);
    const put = this.#textsOf(row, places);
    const keys = await this.#carryParts(indexParts(this.#index(row, release.change)), put);
    const catalogue = await put(catalogueKey, JSON.stringify(await this.#parts.published.catalogue(row.site)));
    const directory = this.#parts.words.directory(row.site);
    const words = await put(wordsKey, JSON.stringify(directory));
    const pointer: PublicPointer = {
      sequence: row.sequence,
      release: row.release,
      publishedAt: powers.timestamp(release.createdAt),
      origin: row.origin,
      hostnames: row.hostnames,
      name: settings.body.name,
      language: settings.body.language,
      index: keys[0] ?? "",
      catalogue,
      words,
    };
    await places.put(pointerKey(row.site), JSON.stringify(pointer));
    for (const hostname of row.hostnames) await places.put(hostKey(hostname), JSON.stringify({ site: row.site }));
    this.#arrived(carrying, () => {
      this.#parts.publicInventory.setParts(row.site, [...keys, catalogue, words, ...directory.parts]);
      this.#parts.hookRunner.published(row);
    });
  }

  /**
   * Stores texts under keys that contain their digests, and returns the keys. A text that the pointer already names is
   * not stored again, unless everything must be copied.
   */
  #textsOf({ site, refreshed }: SiteRow, places: PublicPlaces): PutText {
    const { powers, publicInventory } = this.#parts;
    return async (keyFor, text) => {
      const key = keyFor(site, await powers.digest(text));
      if (refreshed === 0 || !publicInventory.hasPart(site, key)) await places.put(key, text);
      return key;
    };
  }

  #carryWords(site: string, places: PublicPlaces): Promise<boolean> {
    return this.#parts.words.carry(site, async (key, value) => {
      this.#parts.publicInventory.addPart(site, key);
      await places.put(key, value);
    });
  }

  /** Stores the last part first, because each part names the next one. */
  async #carryParts(parts: readonly (readonly PublicPage[])[], put: PutText): Promise<string[]> {
    const keys: string[] = [];
    for (const pages of parts.toReversed()) {
      const text = JSON.stringify({ pages, next: keys[0] ?? null } satisfies PublicIndex);
      keys.unshift(await put(indexKey, text));
    }
    return keys;
  }

  #index(row: SiteRow, change: number): PublicPage[] {
    const carried = new Map(this.#parts.publicInventory.pages(row.site).map((entry) => [entry.page, entry]));
    return this.#parts.documents.query(row.site, row.origin, { order: "path" }, change).flatMap((page) => {
      const entry = carried.get(page.id);
      return entry
        ? [{ ...page, ...(JSON.parse(entry.about) as PageDigest), key: pageKey(row.site, page.id, entry.digest) }]
        : [];
    });
  }

  /** Commits the result. Confirms the outbox message unless the publication has changed meanwhile. */
  #arrived(carrying: Carrying, keep: () => void): void {
    const { powers, sites, outbox, publicInventory } = this.#parts;
    const { site, sequence } = carrying.row;
    powers.sql.atomically(() => {
      publicInventory.endProgress(site);
      keep();
      if (!this.#isUnchanged(carrying)) return;
      sites.markRefreshed(site, sequence);
      if (sites.get(site).sequence === sequence) outbox.carried(`publication:${site}`);
    });
  }

  /** Tells whether hostnames and tenant status are unchanged. Otherwise the publication must be copied again. */
  #isUnchanged({ row, status }: Carrying): boolean {
    const { sites, tenant } = this.#parts;
    const now = sites.get(row.site);
    return now.origin === row.origin && now.hostnames.join() === row.hostnames.join() && tenant.status === status;
  }

  #remove(site: string, id: string, digest: string | undefined): void {
    const { powers, words, publicInventory } = this.#parts;
    powers.sql.atomically(() => {
      publicInventory.dropPage(site, id, digest);
      words.remove(site, id);
    });
  }

  async #sweep(site: string, places: PublicPlaces): Promise<void> {
    const { publicInventory } = this.#parts;
    for (const key of publicInventory.garbage(site)) {
      await places.delete(key);
      publicInventory.takeFromGarbage(site, key);
    }
  }

  /**
   * Lists cache keys that may be stale. They left the cache before the publication was answered. An answer that was
   * made meanwhile may have come after that.
   */
  #staleKeys(row: SiteRow): string[] {
    const { publications, releases } = this.#parts;
    const shown = publications.releaseOf(row.site, row.refreshed);
    const paths = releases.pathsBetween(row.site, shown, row.release, PURGE_MAX_PATHS);
    const all = new Set([...derivedAddresses(this.#parts, row, shown), ...paths.flatMap(addressesOf)]);
    return keysOf(row, [...all].slice(0, PURGE_MAX_KEYS));
  }
}

/**
 * Waits until all work has ended, then throws the first failure. The next turn must not run at the same time as this
 * one's rest.
 */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

const span = (one: number, other: number): [number, number] => [Math.min(one, other), Math.max(one, other)];
