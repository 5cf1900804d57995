import {
  PUBLIC_PUTS_AT_ONCE,
  PUBLIC_REFRESH_PAGES,
  PUBLIC_SWEEP_EVERY_MS,
  PURGE_MAX_KEYS,
  PURGE_MAX_PATHS,
} from "../../manifests/bounds/publicContent.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { ONLY } from "../documents/documents.ts";
import { pagesWritten, translationsOfWritten } from "../documents/lists/pageSelections.ts";
import type { Outbox } from "../commands/outbox.ts";
import { announce, forgetCopied } from "./announcing.ts";
import { rulesToReaders } from "./rules/rulesToReaders.ts";
import { PublicRules } from "./rules/publicRules.ts";
import { addressesOf, derivedAddresses, keysOf } from "./staleKeys.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { PublicPointer } from "../search/publicIndex.ts";
import { type PageCopy, type PageCopyParts, PageCopies } from "./pageCopies.ts";
import type { Progress, Stretch } from "./publicInventory.ts";
import type { WrittenParts } from "./publicLeaves.ts";
import { catalogueKey, hostKey, indexKey, pointerKey, rulesKey, wordsKey } from "./publicKeys.ts";
import type { Publications } from "../publishing/publications.ts";
import { pagesStaged } from "../publishing/releases/releases.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import { pagesWithData } from "../snapshots/store.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import type { Tenant, TenantStatus } from "../tenancy/tenant.ts";

/** The public store and the page cache, which the deployment supplies. */
export interface PublicPlaces {
  put(key: string, value: string): Promise<void>;
  /**
   * Stores several values in their order, if the store can do that at once: each is there only with all before it. A
   * caller puts them one by one otherwise.
   */
  readonly putAll?: (values: readonly (readonly [key: string, value: string])[]) => Promise<void>;
  delete(key: string): Promise<void>;
  /** Removes these keys from the page cache, as far as this worker can reach it. */
  purge(cacheKeys: readonly string[]): Promise<void>;
}

export interface PublicContentParts extends PageCopyParts {
  readonly sites: Sites;
  readonly publications: Publications;
  readonly outbox: Outbox;
  readonly plugins: PluginShelf;
  readonly hookRunner: HookRunner;
  readonly tenant: Tenant;
}

const [SITE, AFTER] = ["?1", "?4"];
const RELEASES = { site: SITE, from: "?2", to: "?3", after: AFTER };

/** Selects the pages to copy, after one page. The last condition says whether all copied pages are among them. */
const CHANGED_PAGES = `${pagesStaged(RELEASES)}
  UNION ${pagesWritten({ site: SITE, since: "?5", until: "?6", after: AFTER })}
  UNION ${pagesWithData(RELEASES)}
  UNION SELECT page FROM public_pages WHERE site = ?1 AND page > ?4 AND (?7
    OR ?8 AND page IN (${translationsOfWritten({ site: SITE, since: "?5", until: "?6", after: AFTER })}))
  ORDER BY page LIMIT ?9`;

/** The state at the beginning of a turn. */
interface Carrying {
  readonly row: SiteRow;
  readonly status: TenantStatus;
  /** The keys that leave the page cache in this turn. */
  readonly stale: readonly string[];
}

type KeyFor = (site: string, digest: string) => string;

interface NamedValue {
  readonly key: string;
  readonly bytes: number;
  text(): string;
}

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
  readonly #copies: PageCopies;
  /** Running refreshes by site. Another message for the site waits, and then finds nothing to do. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** The time of each site's last sweep, in milliseconds since the epoch. */
  readonly #swept = new Map<string, number>();

  readonly #rules: PublicRules;

  constructor(parts: PublicContentParts) {
    this.#parts = parts;
    this.#copies = new PageCopies(parts);
    const { documents, powers } = parts;
    this.#rules = new PublicRules({ documents, digest: (text) => powers.digest(text), keyOf: rulesKey });
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

  /** True while a refresh runs. One that begins while `settled` waits is not waited for. */
  get isRunning(): boolean {
    return this.#running.size > 0;
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
    const { status } = this.#parts.tenant;
    if (status === "suspended") return this.#withdraw({ row, status, stale: [] }, places);
    const progress = this.#progressOf(row);
    const stale = progress.cursor === "" ? this.#staleKeys(row) : [];
    const carrying: Carrying = { row, status, stale };
    const ids = this.#changedPages(row, progress);
    const isLast = ids.length < PUBLIC_REFRESH_PAGES;
    const values = await this.#prepare(row, ids, progress);
    const parts = isLast ? await this.#writeParts(row) : undefined;
    const all = new Map([...values, ...(parts?.values ?? [])]);
    if (!parts?.done) {
      await bring(places, stale, all);
      this.#advance(row, { ...progress, cursor: ids.at(-1) ?? progress.cursor });
      return { done: false, sequence: row.sequence };
    }
    await this.#carryPointer(carrying, all, places);
    await this.#sweep(site, places);
    return { done: true, sequence: row.sequence };
  }

  /** An unfinished publication before this one may have changed pages that this one leaves alone. */
  #progressOf(row: SiteRow): Progress {
    const known = this.#parts.publicInventory.progress(row.site);
    if (known?.sequence === row.sequence) return known;
    const stretch = this.#stretchOf(row);
    return { sequence: row.sequence, cursor: "", stretch: known ? widened(known.stretch, stretch) : stretch };
  }

  #stretchOf(row: SiteRow): Stretch {
    const { releases, publications } = this.#parts;
    const shown = releases.find(row.site, publications.releaseOf(row.site, row.refreshed));
    const [from, to] = inOrder(shown?.id ?? 0, row.release);
    const [since, until] = inOrder(shown?.change ?? 0, releases.requireReady(row.site, row.release).change);
    return { from, to, since, until };
  }

  /**
   * Pages to copy: changed HTML, changed documents, and all pages if plugins or the owner's content types changed.
   * Then Markdown and values may change without the HTML. So may shared values. All pages, too, if an earlier release copied some; those that are unchanged are not stored again.
   */
  #changedPages(row: SiteRow, { cursor, stretch: { from, to, since, until } }: Progress): string[] {
    const { releases, publications, powers, publicInventory } = this.#parts;
    const shown = releases.find(row.site, publications.releaseOf(row.site, row.refreshed));
    const current = releases.requireReady(row.site, row.release);
    const all =
      publicInventory.hasUnplaced(row.site) ||
      JSON.stringify(shown?.plugins) !== JSON.stringify(current.plugins) ||
      this.#ownTypesAt(row.site, shown) !== this.#ownTypesAt(row.site, current);
    const shared = this.#parts.documents.shared.isUsed(row.site) ? 1 : 0;
    return powers.sql
      .all<{ page: string }>(
        CHANGED_PAGES,
        row.site,
        from,
        to,
        cursor,
        since,
        until,
        all ? 1 : 0,
        shared,
        PUBLIC_REFRESH_PAGES,
      )
      .map((entry) => entry.page);
  }

  /** The version of the owner's content types, which decide what the index has of their entries. */
  #ownTypesAt(site: string, release: { readonly change: number } | undefined): number | undefined {
    return this.#parts.documents.get(site, "types", ONLY, release?.change ?? 0)?.version;
  }

  /** Records the pages as copied, and returns the texts that the store may lack. They count as unsure until it has them. */
  async #prepare(row: SiteRow, ids: readonly string[], progress: Progress): Promise<ReadonlyMap<string, string>> {
    const { powers, leaves, words, publicInventory } = this.#parts;
    const copies: PageCopy[] = [];
    for (const id of ids) copies.push(await this.#copies.make(row, id));
    return powers.sql.atomically(() => {
      if (publicInventory.hasUnsure(row.site)) for (const one of [leaves, words]) one.doubt(row.site);
      publicInventory.setProgress(row.site, progress);
      return new Map(copies.flatMap((copy) => this.#copies.record(row.site, copy)));
    });
  }

  async #writeParts(row: SiteRow): Promise<WrittenParts> {
    const { leaves, published, words } = this.#parts;
    const written = [await words.write(row.site), await leaves.write(row, published.place(row.site))];
    return {
      values: new Map(written.flatMap(({ values }) => [...values])),
      done: written.every(({ done }) => done),
    };
  }

  #advance(row: SiteRow, progress: Progress): void {
    this.#parts.powers.sql.atomically(() => {
      this.#parts.publicInventory.sure(row.site);
      this.#parts.publicInventory.setProgress(row.site, progress);
    });
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

  /** Stores the values, then the pointer that names them. */
  async #carryPointer(carrying: Carrying, values: ReadonlyMap<string, string>, places: PublicPlaces): Promise<void> {
    const { row } = carrying;
    const { powers, releases, documents, published, leaves, words } = this.#parts;
    const release = releases.requireReady(row.site, row.release);
    const settings = documents.only(row.site, "settings", release.change);
    const rules = await this.#rules.of(
      row.site,
      release.change,
      rulesToReaders(releases.addressesForReaders(row.site, row.release), published.place(row.site)),
    );
    const named = {
      ...(rules ? { rules: rules.list } : {}),
      index: await this.#named(row, indexKey, leaves.directory(row.site)),
      catalogue: await this.#named(row, catalogueKey, await published.catalogue(row.site, rules?.list.key)),
      words: await this.#named(row, wordsKey, words.directory(row.site)),
    };
    const lacking = this.#replaceNamed(row, [...Object.values(named), ...(rules?.parts ?? [])]);
    const pointer: PublicPointer = {
      sequence: row.sequence,
      release: row.release,
      publishedAt: powers.timestamp(release.createdAt),
      origin: row.origin,
      hostnames: row.hostnames,
      name: settings.body.name,
      language: settings.body.language,
      index: named.index.key,
      catalogue: named.catalogue.key,
      words: named.words.key,
    };
    const entries = row.hostnames.map((hostname) => [hostKey(hostname), JSON.stringify({ site: row.site })] as const);
    const naming = new Map([[pointerKey(row.site), JSON.stringify(pointer)], ...entries]);
    await bring(places, carrying.stale, new Map([...values, ...lacking]), naming);
    this.#arrived(carrying, () => this.#parts.hookRunner.published(row));
  }

  async #named({ site }: SiteRow, keyFor: KeyFor, value: unknown): Promise<NamedValue> {
    const text = JSON.stringify(value);
    return { key: keyFor(site, await this.#parts.powers.digest(text)), bytes: utf8Length(text), text: () => text };
  }

  /**
   * Records the values that the pointer will name. Returns those that the store may lack. After a loss it may lack all.
   */
  #replaceNamed({ site, refreshed }: SiteRow, named: readonly NamedValue[]): [key: string, value: string][] {
    const { powers, publicInventory } = this.#parts;
    const isMissing = ({ key }: NamedValue): boolean =>
      refreshed === 0 || !publicInventory.hasPart(site, key) || publicInventory.isUnsure(site, key);
    return powers.sql.atomically(() => {
      const missing = named.filter(isMissing);
      publicInventory.setParts(site, new Map(named.map(({ key, bytes }) => [key, bytes])));
      for (const { key } of missing) publicInventory.claim(site, key);
      return missing.map(({ key, text }) => [key, text()]);
    });
  }

  /** Commits the result. Confirms the outbox message unless the publication has changed meanwhile. */
  #arrived(carrying: Carrying, keep: () => void): void {
    const { powers, sites, outbox, publicInventory } = this.#parts;
    const { site, sequence } = carrying.row;
    powers.sql.atomically(() => {
      publicInventory.sure(site);
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

  /** Not at every publication, because it reads all garbage. */
  async #sweep(site: string, places: PublicPlaces): Promise<void> {
    const { publicInventory, powers } = this.#parts;
    // `Math.abs` makes a clock that was set back count as elapsed time.
    if (Math.abs(powers.now() - (this.#swept.get(site) ?? Number.NEGATIVE_INFINITY)) < PUBLIC_SWEEP_EVERY_MS) return;
    this.#swept.set(site, powers.now());
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

/** Values, and those that name them. */
type Stored = [values: ReadonlyMap<string, string>, naming?: ReadonlyMap<string, string>];

/**
 * Empties places of the page cache while it stores values. So what a turn has recorded is one commit. Waits for both,
 * because the next turn must not run at the same time as this one's rest.
 */
async function bring(places: PublicPlaces, stale: readonly string[], ...values: Stored): Promise<void> {
  const purged = stale.length === 0 ? undefined : places.purge(stale);
  const done = await Promise.allSettled([purged, putAll(places, ...values)]);
  const failed = done.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Stores values, and then those that name them. */
async function putAll(
  places: PublicPlaces,
  values: ReadonlyMap<string, string>,
  naming: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (places.putAll) return places.putAll([...values, ...naming]);
  await putSome(places, values);
  await putSome(places, naming);
}

/**
 * Stores values, some at a time. Waits until all work has ended, then throws the first failure. The next turn must not
 * run at the same time as this one's rest.
 */
async function putSome(places: PublicPlaces, values: ReadonlyMap<string, string>): Promise<void> {
  const all = [...values];
  for (let from = 0; from < all.length; from += PUBLIC_PUTS_AT_ONCE) {
    const some = all.slice(from, from + PUBLIC_PUTS_AT_ONCE).map(([key, value]) => places.put(key, value));
    const failed = (await Promise.allSettled(some)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
}

const inOrder = (one: number, other: number): [number, number] => [Math.min(one, other), Math.max(one, other)];

const widened = (one: Stretch, other: Stretch): Stretch => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  since: Math.min(one.since, other.since),
  until: Math.max(one.until, other.until),
});
