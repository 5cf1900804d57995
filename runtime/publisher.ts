import {
  DATA_RETRIED_PAGES, DATA_TURN_MS, PUBLISH_ATTEMPTS, PUBLISH_INLINE_PAGES, PUBLISH_READ_PAGES,
} from "../manifests/bounds.ts";
import { Refusal } from "../manifests/refusal.ts";
import { actorNamed } from "./actor.ts";
import { isStored } from "./data/reads.ts";
import { DATA_OWED, Gathering, gatheredFor } from "./data/gathering.ts";
import type { SectionDataStore } from "./data/store.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Documents, StoredDocument } from "./documents.ts";
import type { PublishNotice } from "./notices.ts";
import { joinNotices } from "./notices.ts";
import type { Outbox } from "./outbox.ts";
import {
  ANY_CONTENT, Pinned, documentDependency, pageDependency, pluginDependency, queryDependency, queryKeyOf, queryOfKey,
} from "./pinned.ts";
import type { PluginCalls } from "./plugins/calls.ts";
import { askBeforePublishing } from "./plugins/checks.ts";
import type { Powers } from "./powers.ts";
import type { Undigested } from "./publishStep.ts";
import { PublishStep, lotsOf } from "./publishStep.ts";
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
  /** What went on without being as it should; more may come while building. */
  readonly notices: readonly PublishNotice[];
}

export interface PublisherParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly dependencies: Dependencies;
  readonly outbox: Outbox;
  readonly plugins: PluginShelf;
  readonly pluginCalls: PluginCalls;
  readonly sectionData: SectionDataStore;
}

/** A page rendered and not yet committed. */
interface RenderedPage extends Undigested {
  readonly blob: string;
}

interface Batch {
  readonly pages: readonly RenderedPage[];
  /** Digests of the results of the queries these pages asked, by query key. */
  readonly queries: ReadonlyMap<string, string>;
  /** Whether these are all the pages there were to render. */
  readonly whole: boolean;
  readonly notices: readonly PublishNotice[];
}

/** `ids` are the pages to render; null means every page of the site. */
interface Plan {
  readonly pinned: Pinned;
  readonly base: ReleaseRow | undefined;
  /** What visitors see now: after a restore it is not the newest. */
  readonly shown: ReleaseRow | undefined;
  readonly ids: readonly string[] | null;
  readonly total: number;
  readonly notices: readonly PublishNotice[];
}

/** What is kept of a long publication between its steps. Losing it costs time, nothing else. */
interface Underway {
  readonly pinned: Pinned;
  readonly gathering: Gathering;
}

/**
 * Makes releases. What a publication costs follows what changed: it renders the pages that were written and those that
 * depend on them, and writes rows for the pages whose HTML came out different. Small ones are committed with their
 * command; larger ones go in steps, each committed with its cursor, and are seen by nobody until the last.
 */
export class Publisher {
  readonly #parts: PublisherParts;
  readonly #underway = new Map<string, Underway>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Does all the work that can wait outside the transaction; the returned function commits it, synchronously. */
  async prepare(site: string, actor: string): Promise<() => PublishResult> {
    return this.#prepare(site, actor, this.#parts.documents.change(site), true);
  }

  /**
   * The same for what visitors see already: rendered again, for a site that answers elsewhere now. That shows nobody
   * anything new, and a site's first release is its operator's word, so no plugin is asked.
   */
  async prepareAgain(site: string, actor: string): Promise<() => PublishResult> {
    const { sites, releases, documents } = this.#parts;
    return this.#prepare(site, actor, releases.find(site, sites.get(site).release)?.change ?? documents.change(site), false);
  }

  /** Plugins are waited for, and one that failed may be in quarantine afterwards: then it is prepared without that one. */
  async #prepare(site: string, actor: string, change: number, checked: boolean): Promise<() => PublishResult> {
    for (let attempt = 1; ; attempt += 1) {
      this.#refuseWhileBuilding(site);
      const plan = await this.#plan(site, change);
      if (!plan) return () => this.#unchanged(site);
      const commit = await this.#prepareTo(checked ? await this.#checked(plan, actor) : plan, actor);
      await this.#parts.plugins.prepare();
      if (this.#samePlugins(plan.pinned) || attempt === PUBLISH_ATTEMPTS) return commit;
    }
  }

  async #prepareTo(plan: Plan, actor: string): Promise<() => PublishResult> {
    const { pinned } = plan;
    if (plan.total > PUBLISH_INLINE_PAGES) return () => this.#begin(plan, actor);
    const batch = await this.#render({ pinned, gathering: new Gathering(this.#parts, pinned) }, this.#load(plan));
    const total = (): number => this.#parts.documents.pageCountAt(pinned.site.site, pinned.change);
    return () => (batch.whole ? this.#commitAtOnce(plan, batch, actor) : this.#begin({ ...plan, total: total() }, actor));
  }

  /** The draft is pinned by now: what plugins are asked about is what is published. */
  async #checked(plan: Plan, actor: string): Promise<Plan> {
    const { pluginCalls, documents, releases } = this.#parts;
    const publication = {
      pinned: plan.pinned, since: plan.shown?.change, release: releases.next(plan.pinned.site.site), actor: actorNamed(actor),
    };
    return { ...plan, notices: await askBeforePublishing(pluginCalls, documents, publication) };
  }

  #samePlugins({ site, plugins }: Pinned): boolean {
    return sameDigests(plugins.digests, this.#parts.plugins.forSite(site.site).digests);
  }

  /** Points visitors at an earlier release. */
  restore(site: string, release: number, actor: string): PublishResult {
    this.#refuseWhileBuilding(site);
    const target = this.#parts.releases.requireReady(site, release);
    const sequence = this.#point(site, target.id, true, actor);
    return { release: target.id, sequence, state: "ready", changed: target.changed, notices: [] };
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
    await this.#parts.plugins.prepare();
    const underway = await this.#underwayFor(building);
    const { pinned } = underway;
    if (pinned.chrome !== building.chrome || !sameDigests(building.plugins, pinned.plugins.digests)) throw new Refusal("CONFLICT", { reason: "The plugins changed during the publication." });
    const batch = await this.#render(underway, this.#pagesFrom(pinned, building.cursor));
    return this.#parts.powers.sql.atomically(() => this.#commitStep(building, pinned, batch));
  }

  #commitStep(building: ReleaseRow, pinned: Pinned, batch: Batch): boolean {
    const { releases } = this.#parts;
    if (releases.building(building.site)?.cursor !== building.cursor) return false;
    this.#stage(building.site, building.id, batch);
    releases.note(building, batch.notices);
    const last = batch.pages.at(-1);
    if (last) releases.advance(building.site, building.id, last.id, building.done + batch.pages.length);
    if (!batch.whole) return false;
    releases.putGone(building.site, building.id, pinned.change);
    this.#finish(building.site, building.id, building.actor);
    this.#underway.delete(building.site);
    return true;
  }

  #fail(building: ReleaseRow, refusal: Refusal): void {
    const { powers, releases, sites } = this.#parts;
    this.#underway.delete(building.site);
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
    return { release: row.release, sequence: row.sequence, state: "ready", changed: 0, notices: [] };
  }

  #begin(plan: Plan, actor: string): PublishResult {
    const { site } = plan.pinned.site;
    this.#refuseWhileBuilding(site);
    const release = this.#create(plan, "building", actor);
    this.#underway.set(site, { pinned: plan.pinned, gathering: new Gathering(this.#parts, plan.pinned) });
    return { release, sequence: this.#parts.sites.get(site).sequence, state: "building", changed: 0, notices: plan.notices };
  }

  #commitAtOnce(plan: Plan, batch: Batch, actor: string): PublishResult {
    const { site } = plan.pinned.site;
    this.#refuseWhileBuilding(site);
    this.#refuseIfOvertaken(plan);
    const notices = joinNotices(plan.notices, batch.notices);
    const release = this.#create({ ...plan, notices }, "ready", actor);
    this.#stage(site, release, batch);
    if (plan.ids) this.#stageGone(plan, plan.ids, release);
    else this.#parts.releases.putGone(site, release, plan.pinned.change);
    return { ...this.#finish(site, release, actor), notices };
  }

  /**
   * Two publications prepared side by side: the second to commit would bring back what the first replaced. Nor may
   * one be committed that was prepared for another address, or with plugins that were taken away meanwhile.
   */
  #refuseIfOvertaken(plan: Plan): void {
    const now = this.#parts.sites.get(plan.pinned.site.site);
    if (now.release !== plan.pinned.site.release || this.#parts.releases.latestReady(now.site) !== (plan.base?.id ?? 0)) {
      throw new Refusal("CONFLICT", { reason: "Another publication was quicker." });
    }
    if (now.origin !== plan.pinned.site.origin) throw new Refusal("CONFLICT", { reason: "The site's address changed meanwhile." });
    if (!this.#samePlugins(plan.pinned)) throw new Refusal("CONFLICT", { reason: "The plugins changed meanwhile." });
  }

  #create(plan: Plan, state: "building" | "ready", actor: string): number {
    const { pinned } = plan;
    return this.#parts.releases.create({
      site: pinned.site.site, state, change: pinned.change, chrome: pinned.chrome, plugins: pinned.plugins.digests,
      origin: pinned.site.origin, stylesheet: pinned.stylesheet, actor, at: this.#parts.powers.now(), total: plan.total,
      notices: plan.notices,
    });
  }

  #stage(site: string, release: number, batch: Batch): void {
    const { releases, dependencies, sectionData } = this.#parts;
    for (const page of batch.pages) {
      const latest = releases.latestEntry(site, page.path);
      if (latest?.blob !== page.blob || latest.frames !== page.frames || latest.page !== page.id) {
        releases.putBlob(page.blob, page.html);
        releases.putEntry(site, release, { path: page.path, page: page.id, blob: page.blob, frames: page.frames });
      }
      dependencies.replace(site, page.id, page.dependencies);
      sectionData.stage(site, page.id, release, page.rows);
    }
    for (const [query, result] of batch.queries) dependencies.recordQuery(site, query, result);
  }

  /** Marks the former paths of pages that moved or went, where no other page has taken them over. */
  #stageGone(plan: Plan, ids: readonly string[], release: number): void {
    const { documents, releases, dependencies, sectionData } = this.#parts;
    const { site } = plan.pinned.site;
    for (const id of ids) {
      const before = plan.base && documents.pathOf(site, id, plan.base.change);
      const now = plan.pinned.link(id);
      if (now === undefined) {
        dependencies.forget(site, id);
        sectionData.stage(site, id, release, []);
      }
      if (before === undefined || before === now || documents.pageAtPath(site, before, plan.pinned.change)) continue;
      releases.putEntry(site, release, { path: before, page: id, blob: null, frames: "" });
    }
  }

  #finish(site: string, release: number, actor: string): Omit<PublishResult, "notices"> {
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
    return unchanged ? undefined : { pinned, base, shown: base, ids, total: ids.length, notices: [] };
  }

  #planAll(pinned: Pinned, base: ReleaseRow | undefined): Plan {
    const newest = this.#parts.releases.latestReady(pinned.site.site);
    const latest = this.#parts.releases.find(pinned.site.site, newest);
    const total = this.#parts.documents.pageCountAt(pinned.site.site, pinned.change);
    return { pinned, base: latest ?? base, shown: base, ids: null, total, notices: [] };
  }

  /** Pages that were written since the base release, and pages that depend on something that changed since. */
  async #reached(pinned: Pinned, base: ReleaseRow): Promise<string[]> {
    const { documents, dependencies } = this.#parts;
    const { site } = pinned.site;
    const changed = documents.changedBetween(site, base.change, pinned.change);
    const written = changed.filter((ref) => ref.kind === "page").map((ref) => ref.id);
    if (written.length > PUBLISH_INLINE_PAGES) return written;
    const moved = written.filter((id) => documents.pathOf(site, id, base.change) !== pinned.link(id));
    const changes = [
      ...changed.map(documentDependency),
      ...(changed.length > 0 ? [ANY_CONTENT] : []),
      ...moved.map(pageDependency),
      ...changedDigests(base.plugins, pinned.plugins.digests).map(pluginDependency),
      ...dependencies.storage(site).filter((read) => !isStored(this.#parts.powers.sql, site, read)),
      ...(await this.#changedQueries(pinned)).map((key) => queryDependency(queryOfKey(key))),
    ];
    const owed = dependencies.pagesWith(site, DATA_OWED).slice(0, DATA_RETRIED_PAGES);
    return [...new Set([...written, ...changes.flatMap((change) => dependencies.pagesWith(site, change)), ...owed])];
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

  async #underwayFor(building: ReleaseRow): Promise<Underway> {
    const { powers, documents, plugins, sites } = this.#parts;
    const known = this.#underway.get(building.site);
    const present = plugins.forSite(building.site);
    if (known?.pinned.change === building.change && known.pinned.plugins === present) return known;
    const pinned = await Pinned.at(powers, documents, present, sites.get(building.site), building.change);
    const made = { pinned, gathering: new Gathering(this.#parts, pinned) };
    this.#underway.set(building.site, made);
    return made;
  }

  async #render(underway: Underway, documents: Iterable<StoredDocument<"page">>): Promise<Batch> {
    const { pages, whole } = await this.#renderSome(underway, documents);
    const digested = await Promise.all(pages.map(async (page) => ({ ...page, blob: await this.#parts.powers.digest(page.html) })));
    const queries = await this.#queriesOf(underway.pinned, digested);
    return { pages: digested, queries, whole, notices: underway.gathering.takeNotices() };
  }

  /** As many pages as one step may hold. Of those looked at, every problem is listed before the first is a reason to stop. */
  async #renderSome({ pinned, gathering }: Underway, documents: Iterable<StoredDocument<"page">>): Promise<{ pages: Undigested[]; whole: boolean }> {
    const step = new PublishStep(pinned);
    const until = gathering.waitedMs + DATA_TURN_MS;
    let whole = true;
    for (const lot of lotsOf(documents)) {
      whole = !step.full && gathering.waitedMs < until;
      if (!whole) break;
      const sound = step.soundOf(lot);
      const data = await gathering.lot(sound);
      whole = sound.every((document) => step.render(document, gatheredFor(data, document.id)));
      if (!whole) break;
    }
    step.refuseIfUnsound();
    return { pages: step.pages, whole };
  }

  async #queriesOf(pinned: Pinned, pages: readonly RenderedPage[]): Promise<Map<string, string>> {
    const keys = new Set(pages.flatMap((page) => [...page.dependencies].flatMap((dependency) => queryKeyOf(dependency) ?? [])));
    const results = new Map<string, string>();
    for (const key of keys) results.set(key, await this.#resultDigest(pinned, key));
    return results;
  }
}

function changedDigests(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((id) => before[id] !== now[id]);
}

function sameDigests(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return changedDigests(before, now).length === 0;
}
