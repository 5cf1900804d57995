import {
  ISSUES_LISTED, PAGE_HTML_MAX_BYTES, PUBLISH_INLINE_PAGES, PUBLISH_READ_PAGES, PUBLISH_STEP_BYTES, PUBLISH_STEP_PAGES,
} from "../manifests/bounds.ts";
import type { Issue } from "../manifests/refusal.ts";
import { Refusal } from "../manifests/refusal.ts";
import { utf8Length } from "../manifests/utf8.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Documents, StoredDocument } from "./documents.ts";
import type { Outbox } from "./outbox.ts";
import { Pinned, pageDependency, pluginDependency, pluginsUsed, queryDependency, queryKeyOf, queryOfKey } from "./pinned.ts";
import type { Powers } from "./powers.ts";
import type { ReleaseRow, Releases } from "./releases.ts";
import type { PluginShelf } from "./sitePlugins.ts";
import type { Sites } from "./sites.ts";

export interface PublishResult {
  /** The release the publication made, or the current one when nothing had changed. */
  readonly release: number;
  /** The publication visitors see; a `building` release is not it yet. */
  readonly sequence: number;
  readonly state: "ready" | "building";
  /** Paths that differ from before; 0 while building. */
  readonly changed: number;
}

export interface PublisherParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly dependencies: Dependencies;
  readonly outbox: Outbox;
  readonly plugins: PluginShelf;
}

/** A page rendered and not yet committed. */
interface RenderedPage {
  readonly id: string;
  readonly path: string;
  readonly html: string;
  readonly bytes: number;
  readonly blob: string;
  readonly frames: string;
  readonly dependencies: ReadonlySet<string>;
}

interface Batch {
  readonly pages: readonly RenderedPage[];
  /** Digests of the results of the queries these pages asked, by query key. */
  readonly queries: ReadonlyMap<string, string>;
  /** Whether these are all the pages there were to render. */
  readonly whole: boolean;
}

/** `ids` are the pages to render; null means every page of the site. */
interface Plan {
  readonly pinned: Pinned;
  readonly base: ReleaseRow | undefined;
  readonly ids: readonly string[] | null;
  readonly total: number;
}

/**
 * Makes releases. What a publication costs follows what changed: it renders the pages that were written and those that
 * depend on them, and writes rows for the pages whose HTML came out different. Small ones are committed with their
 * command; larger ones go in steps, each committed with its cursor, and are seen by nobody until the last.
 */
export class Publisher {
  readonly #parts: PublisherParts;
  /** The pinned site of a long publication, kept between its steps. Losing it costs time, nothing else. */
  readonly #pinnedOf = new Map<string, Pinned>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Does all the work that can wait outside the transaction; the returned function commits it, synchronously. */
  async prepare(site: string, actor: string): Promise<() => PublishResult> {
    return this.#prepare(site, actor, this.#parts.documents.change(site));
  }

  /** The same for what visitors see already: rendered again, for a site that answers elsewhere now. */
  async prepareAgain(site: string, actor: string): Promise<() => PublishResult> {
    const { sites, releases, documents } = this.#parts;
    return this.#prepare(site, actor, releases.find(site, sites.get(site).release)?.change ?? documents.change(site));
  }

  async #prepare(site: string, actor: string, change: number): Promise<() => PublishResult> {
    this.#refuseWhileBuilding(site);
    const plan = await this.#plan(site, change);
    if (!plan) return () => this.#unchanged(site);
    if (plan.total > PUBLISH_INLINE_PAGES) return () => this.#begin(plan, actor);
    const batch = await this.#render(plan.pinned, this.#load(plan));
    if (!batch.whole) return () => this.#begin({ ...plan, total: this.#parts.documents.pageCountAt(site, change) }, actor);
    return () => this.#commitAtOnce(plan, batch, actor);
  }

  /** Points visitors at an earlier release. */
  restore(site: string, release: number, actor: string): PublishResult {
    this.#refuseWhileBuilding(site);
    const target = this.#parts.releases.requireReady(site, release);
    const sequence = this.#point(site, target.id, true, actor);
    return { release: target.id, sequence, state: "ready", changed: target.changed };
  }

  /**
   * One step of a long publication. True when it is over, one way or the other.
   * A crash between two steps loses at most the rendering of one.
   */
  async step(site: string): Promise<boolean> {
    const building = this.#parts.releases.building(site);
    if (!building) return true;
    try {
      return await this.#stepOf(building);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#fail(building, error);
      return true;
    }
  }

  /** Ends a running publication that cannot go on, as if its next step had been refused. */
  giveUp(site: string): void {
    const building = this.#parts.releases.building(site);
    if (building) this.#fail(building, new Refusal("INTERNAL", { reason: "A step broke again and again." }));
  }

  async #stepOf(building: ReleaseRow): Promise<boolean> {
    const pinned = await this.#pinnedFor(building);
    if (pinned.chrome !== building.chrome || !sameDigests(building.plugins, pinned.plugins.digests)) throw new Refusal("CONFLICT", { reason: "The plugins changed during the publication." });
    const batch = await this.#render(pinned, this.#pagesFrom(pinned, building.cursor));
    return this.#parts.powers.sql.atomically(() => this.#commitStep(building, pinned, batch));
  }

  #commitStep(building: ReleaseRow, pinned: Pinned, batch: Batch): boolean {
    const { releases } = this.#parts;
    if (releases.building(building.site)?.cursor !== building.cursor) return false;
    this.#stage(building.site, building.id, batch);
    const last = batch.pages.at(-1);
    if (last) releases.advance(building.site, building.id, last.id, building.done + batch.pages.length);
    if (!batch.whole) return false;
    releases.putGone(building.site, building.id, pinned.change);
    this.#finish(building.site, building.id, building.actor);
    this.#pinnedOf.delete(building.site);
    return true;
  }

  #fail(building: ReleaseRow, refusal: Refusal): void {
    const { powers, releases, sites } = this.#parts;
    this.#pinnedOf.delete(building.site);
    powers.sql.atomically(() => {
      releases.fail(building.site, building.id, JSON.stringify({ code: refusal.code, ...refusal.detail }), powers.now());
      sites.demandRecheck(building.site);
    });
  }

  #refuseWhileBuilding(site: string): void {
    const building = this.#parts.releases.building(site);
    if (building) throw new Refusal("CONFLICT", { reason: "A publication is running.", release: building.id });
  }

  #unchanged(site: string): PublishResult {
    const row = this.#parts.sites.get(site);
    return { release: row.release, sequence: row.sequence, state: "ready", changed: 0 };
  }

  #begin(plan: Plan, actor: string): PublishResult {
    const { site } = plan.pinned.site;
    this.#refuseWhileBuilding(site);
    const release = this.#create(plan, "building", actor);
    this.#pinnedOf.set(site, plan.pinned);
    return { release, sequence: this.#parts.sites.get(site).sequence, state: "building", changed: 0 };
  }

  #commitAtOnce(plan: Plan, batch: Batch, actor: string): PublishResult {
    const { site } = plan.pinned.site;
    this.#refuseWhileBuilding(site);
    this.#refuseIfOvertaken(plan);
    const release = this.#create(plan, "ready", actor);
    this.#stage(site, release, batch);
    if (plan.ids) this.#stageGone(plan, plan.ids, release);
    else this.#parts.releases.putGone(site, release, plan.pinned.change);
    return this.#finish(site, release, actor);
  }

  /** Two publications prepared side by side: the second to commit would bring back what the first replaced. */
  #refuseIfOvertaken(plan: Plan): void {
    const now = this.#parts.sites.get(plan.pinned.site.site);
    if (now.release !== plan.pinned.site.release || this.#parts.releases.latestReady(now.site) !== (plan.base?.id ?? 0)) {
      throw new Refusal("CONFLICT", { reason: "Another publication was quicker." });
    }
  }

  #create(plan: Plan, state: "building" | "ready", actor: string): number {
    const { pinned } = plan;
    return this.#parts.releases.create({
      site: pinned.site.site, state, change: pinned.change, chrome: pinned.chrome, plugins: pinned.plugins.digests,
      origin: pinned.site.origin, stylesheet: pinned.stylesheet, actor, at: this.#parts.powers.now(), total: plan.total,
    });
  }

  #stage(site: string, release: number, batch: Batch): void {
    const { releases, dependencies } = this.#parts;
    for (const page of batch.pages) {
      const latest = releases.latestEntry(site, page.path);
      if (latest?.blob !== page.blob || latest.frames !== page.frames || latest.page !== page.id) {
        releases.putBlob(page.blob, page.html);
        releases.putEntry(site, release, { path: page.path, page: page.id, blob: page.blob, frames: page.frames });
      }
      dependencies.replace(site, page.id, page.dependencies);
    }
    for (const [query, result] of batch.queries) dependencies.recordQuery(site, query, result);
  }

  /** Marks the former paths of pages that moved or went, where no other page has taken them over. */
  #stageGone(plan: Plan, ids: readonly string[], release: number): void {
    const { documents, releases, dependencies } = this.#parts;
    const { site } = plan.pinned.site;
    for (const id of ids) {
      const before = plan.base && documents.pathOf(site, id, plan.base.change);
      const now = plan.pinned.link(id);
      if (now === undefined) dependencies.forget(site, id);
      if (before === undefined || before === now || documents.pageAtPath(site, before, plan.pinned.change)) continue;
      releases.putEntry(site, release, { path: before, page: id, blob: null, frames: "" });
    }
  }

  #finish(site: string, release: number, actor: string): PublishResult {
    const changed = this.#parts.releases.finish(site, release, this.#parts.powers.now());
    this.#parts.dependencies.sweepQueries(site);
    return { release, sequence: this.#point(site, release, false, actor), state: "ready", changed };
  }

  #point(site: string, release: number, recheck: boolean, actor: string): number {
    const { sites, outbox, powers } = this.#parts;
    const sequence = sites.point(site, release, recheck, actor, powers.now());
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    return sequence;
  }

  async #plan(site: string, change: number): Promise<Plan | undefined> {
    const { powers, documents, sites, releases, plugins } = this.#parts;
    const row = sites.get(site);
    const pinned = await Pinned.at(powers, documents, plugins.forSite(site), row, change);
    const base = releases.find(site, row.release);
    if (!base || row.recheck || base.chrome !== pinned.chrome) return this.#planAll(pinned, base);
    const ids = await this.#reached(pinned, base);
    if (ids.length > PUBLISH_INLINE_PAGES) return this.#planAll(pinned, base);
    const unchanged = ids.length === 0 && base.change === pinned.change && sameDigests(base.plugins, pinned.plugins.digests);
    return unchanged ? undefined : { pinned, base, ids, total: ids.length };
  }

  #planAll(pinned: Pinned, base: ReleaseRow | undefined): Plan {
    const newest = this.#parts.releases.latestReady(pinned.site.site);
    const latest = this.#parts.releases.find(pinned.site.site, newest);
    return { pinned, base: latest ?? base, ids: null, total: this.#parts.documents.pageCountAt(pinned.site.site, pinned.change) };
  }

  /** Pages that were written since the base release, and pages that depend on something that changed since. */
  async #reached(pinned: Pinned, base: ReleaseRow): Promise<string[]> {
    const { documents, dependencies } = this.#parts;
    const { site } = pinned.site;
    const written = documents.changedBetween(site, base.change, pinned.change).filter((ref) => ref.kind === "page").map((ref) => ref.id);
    const moved = written.filter((id) => documents.pathOf(site, id, base.change) !== pinned.link(id));
    const changes = [
      ...moved.map(pageDependency),
      ...changedDigests(base.plugins, pinned.plugins.digests).map(pluginDependency),
      ...(await this.#changedQueries(pinned)).map((key) => queryDependency(queryOfKey(key))),
    ];
    return [...new Set([...written, ...changes.flatMap((change) => dependencies.pagesWith(site, change))])];
  }

  async #changedQueries(pinned: Pinned): Promise<string[]> {
    const recorded = this.#parts.dependencies.queryResults(pinned.site.site);
    const changed: string[] = [];
    for (const [key, result] of recorded) {
      if ((await this.#resultDigest(pinned, key)) !== result) changed.push(key);
    }
    return changed;
  }

  #resultDigest(pinned: Pinned, key: string): Promise<string> {
    return this.#parts.powers.digest(JSON.stringify(pinned.query(queryOfKey(key))));
  }

  *#load(plan: Plan): Generator<StoredDocument<"page">> {
    if (!plan.ids) return yield* this.#pagesFrom(plan.pinned, "");
    for (const id of plan.ids) {
      const document = this.#parts.documents.get(plan.pinned.site.site, "page", id, plan.pinned.change);
      if (document) yield document;
    }
  }

  /** A few at a time: a hundred of the largest at once would not fit into the memory of an object. */
  *#pagesFrom(pinned: Pinned, cursor: string): Generator<StoredDocument<"page">> {
    for (let after: string | undefined = cursor; after !== undefined; ) {
      const lot: StoredDocument<"page">[] = this.#parts.documents.pages(pinned.site.site, pinned.change, after, PUBLISH_READ_PAGES);
      yield* lot;
      after = lot.length === PUBLISH_READ_PAGES ? lot.at(-1)?.id : undefined;
    }
  }

  async #pinnedFor(building: ReleaseRow): Promise<Pinned> {
    const { powers, documents, plugins, sites } = this.#parts;
    const known = this.#pinnedOf.get(building.site);
    const present = plugins.forSite(building.site);
    if (known?.change === building.change && known.plugins === present) return known;
    const pinned = await Pinned.at(powers, documents, present, sites.get(building.site), building.change);
    this.#pinnedOf.set(building.site, pinned);
    return pinned;
  }

  async #render(pinned: Pinned, documents: Iterable<StoredDocument<"page">>): Promise<Batch> {
    const { pages, whole } = this.#renderSome(pinned, documents);
    const digested = await Promise.all(pages.map(async (page) => ({ ...page, blob: await this.#parts.powers.digest(page.html) })));
    return { pages: digested, queries: await this.#queriesOf(pinned, digested), whole };
  }

  /** As many pages as one step may hold. Of those looked at, every problem is listed before the first is a reason to stop. */
  #renderSome(pinned: Pinned, documents: Iterable<StoredDocument<"page">>): { pages: Omit<RenderedPage, "blob">[]; whole: boolean } {
    const issues: Issue[] = [];
    const pages: Omit<RenderedPage, "blob">[] = [];
    let [seen, bytes, whole] = [0, 0, true];
    for (const document of documents) {
      whole = seen < PUBLISH_STEP_PAGES && bytes < PUBLISH_STEP_BYTES;
      if (!whole) break;
      seen += 1;
      issues.push(...pageIssues(pinned, document));
      if (issues.length > 0) continue;
      const page = renderPage(pinned, document);
      bytes += page.bytes;
      pages.push(page);
    }
    if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues: issues.slice(0, ISSUES_LISTED), total: issues.length });
    return { pages, whole };
  }

  async #queriesOf(pinned: Pinned, pages: readonly RenderedPage[]): Promise<Map<string, string>> {
    const keys = new Set(pages.flatMap((page) => [...page.dependencies].flatMap((dependency) => queryKeyOf(dependency) ?? [])));
    const results = new Map<string, string>();
    for (const key of keys) results.set(key, await this.#resultDigest(pinned, key));
    return results;
  }
}

function renderPage(pinned: Pinned, document: StoredDocument<"page">): Omit<RenderedPage, "blob"> {
  const { view, dependencies } = pinned.recording();
  const { html, frames } = pinned.plugins.renderer.page({
    id: document.id, version: document.version, page: document.body, site: view, mode: "published",
  });
  const bytes = utf8Length(html);
  if (bytes > PAGE_HTML_MAX_BYTES) throw new Refusal("TOO_LARGE", { page: document.id, bytes, most: PAGE_HTML_MAX_BYTES });
  for (const plugin of pluginsUsed(document.body)) dependencies.add(pluginDependency(plugin));
  return { id: document.id, path: document.body.path, html, bytes, frames: frames.join(" "), dependencies };
}

function pageIssues(pinned: Pinned, document: StoredDocument<"page">): Issue[] {
  const { issues } = pinned.plugins.renderer.checkPage(document.body);
  return issues.map((issue) => ({ ...issue, pointer: `/pages/${document.id}${issue.pointer}` }));
}

function changedDigests(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((id) => before[id] !== now[id]);
}

function sameDigests(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return changedDigests(before, now).length === 0;
}
