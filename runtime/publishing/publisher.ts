import { PUBLISH_ATTEMPTS, PUBLISH_INLINE_PAGES, PUBLISH_RESTARTS } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorNamed } from "../area/actor.ts";
import { DataGathering } from "../snapshots/gathering.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import { type PublishNotice, joinNotices } from "../plugins/calls/notices.ts";
import type { Outbox } from "../commands/outbox.ts";
import { Pinned } from "../snapshots/pinned.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import { askBeforePublishing } from "./checks.ts";
import type { History } from "../documents/history.ts";
import type { ChosenMoment } from "../documents/timeline.ts";
import { EVERYTHING, momentAgain, momentOf, requireIdle } from "./choice.ts";
import { PageBlobs } from "./blobs/pageBlobs.ts";
import type { Publications } from "./publications.ts";
import { type Batch, type Underway, makeBatch } from "./changes/publishBatch.ts";
import { earlierHtml } from "./changes/earlierHtml.ts";
import { looksTheSame } from "./changes/sameSight.ts";
import { hasSamePlugins, requireNotOvertaken } from "./changes/overtaken.ts";
import { type Plan, type PlannerParts, Planner, pagesFrom, pagesOf, sameDigests } from "./changes/publishPlan.ts";
import type { PassedReview } from "./reviewGate.ts";
import type { ReleaseActors, ReleaseRow } from "./releases/releaseRow.ts";
import type { ClockMoments } from "./changes/clockMoments.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";

export interface PublishResult extends PassedReview {
  /** The number of the new release, or of the current one if nothing had changed. */
  readonly release: number;
  /** The published sequence number. A release that is still building is not published yet. */
  readonly sequence: number;
  readonly state: "ready" | "building";
  /** Number of paths that look different from what visitors saw before. 0 while building. */
  readonly changed: number;
  /** Problems that did not stop the publication. Building may add more. */
  readonly notices: readonly PublishNotice[];
}

export interface PublisherParts extends PlannerParts {
  readonly history: History;
  readonly outbox: Outbox;
  readonly publications: Publications;
  readonly pluginCalls: PluginCalls;
  readonly sectionData: SectionDataStore;
  readonly storageQuota: StorageQuota;
  readonly clockMoments: ClockMoments;
}

/**
 * Makes releases. A publication costs as much as the change is large: it renders only the pages in its plan, and stores
 * only pages whose HTML changed. A command commits a small publication itself. A large one runs in steps, each
 * committed with its cursor, and becomes visible with the last.
 */
export class Publisher {
  readonly #parts: PublisherParts;
  readonly #planner: Planner;
  readonly #underway = new Map<string, Underway>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#planner = new Planner(parts);
  }

  /**
   * Does all asynchronous work outside of the transaction. The returned function commits synchronously. Documents that
   * are not selected stay as published. A publication of several members is refused if it would take steps.
   */
  async prepare(site: string, by: string | ReleaseActors, selection = EVERYTHING): Promise<() => PublishResult> {
    requireIdle(this.#parts, site);
    const actors = typeof by === "string" ? { actor: by, joined: [] } : by;
    return this.#prepareMoment(site, actors, momentOf(this.#parts, site, selection, this.#parts.powers.now()), true);
  }

  /**
   * Rows of a chosen moment exist while the publication is prepared, and then only with its release. A publication that
   * is refused, vetoed, rehearsed or never committed leaves none.
   */
  async #prepareMoment(
    site: string,
    by: ReleaseActors,
    choice: ChosenMoment,
    checked: boolean,
  ): Promise<() => PublishResult> {
    const { timeline, releases } = this.#parts;
    const commit = await this.#prepare(site, by, choice.moment, checked).finally(() => timeline.drop(site, choice));
    return () => {
      timeline.hold(site, choice);
      const result = commit();
      if (releases.find(site, result.release)?.change !== choice.moment) timeline.drop(site, choice);
      return result;
    };
  }

  /**
   * Prepares what is published again, for a site whose origin has changed, or by the clock. A new site's draft is
   * published. Visitors see no new content, and a first release is the operator's decision. So no plugin is asked.
   */
  async prepareAgain(site: string, actor: string): Promise<() => PublishResult> {
    const shown = this.#parts.releases.find(site, this.#parts.sites.get(site).release);
    const choice = momentAgain(this.#parts, site, shown, this.#parts.powers.now());
    return this.#prepareMoment(site, { actor, joined: [] }, choice, false);
  }

  /**
   * Prepares a publication. While it waits for plugins, one may be quarantined; then it starts again without that
   * plugin.
   */
  async #prepare(site: string, by: ReleaseActors, change: number, checked: boolean): Promise<() => PublishResult> {
    for (let attempt = 1; ; attempt += 1) {
      requireIdle(this.#parts, site);
      const plan = await this.#planner.plan(site, change);
      if (!plan) return () => this.#unchanged(site);
      const commit = await (checked
        ? this.#prepareTo(await this.#checked(plan, by.actor), by)
        : this.#prepareTo(plan, by, true));
      await this.#parts.plugins.prepare();
      if (this.#samePlugins(plan.pinned) || attempt === PUBLISH_ATTEMPTS) return commit;
    }
  }

  /** Prepares a release. One that publishes again what is shown is not made if nobody would see a difference. */
  async #prepareTo(plan: Plan, by: ReleaseActors, isAgain = false): Promise<() => PublishResult> {
    const { pinned } = plan;
    if (plan.total > PUBLISH_INLINE_PAGES) return () => this.#begin(plan, by);
    const batch = await makeBatch(this.#parts.powers, this.#underwayWith(pinned), pagesOf(this.#parts.documents, plan));
    const total = (): number => this.#parts.documents.sitePages.pageCount(pinned.site.site, pinned);
    return () => {
      if (!batch.whole) return this.#begin({ ...plan, total: total() }, by);
      return isAgain && looksTheSame(this.#parts, plan, batch)
        ? this.#keep(plan, batch)
        : this.#commitAtOnce(plan, batch, by);
    };
  }

  /**
   * Calls the plugins that check publications. The plan has pinned the draft, so they check exactly what will be
   * published.
   */
  async #checked(plan: Plan, actor: string): Promise<Plan> {
    const id = this.#parts.releases.next(plan.pinned.site.site);
    return { ...plan, notices: await this.#askedBefore(plan.pinned, plan.shown, { id, actor }) };
  }

  #askedBefore(
    pinned: Pinned,
    shown: ReleaseRow | undefined,
    { id: release, actor }: Pick<ReleaseRow, "id" | "actor">,
  ): Promise<readonly PublishNotice[]> {
    const publication = { pinned, since: shown?.change, release, actor: actorNamed(actor) };
    return askBeforePublishing(this.#parts, publication);
  }

  #samePlugins(pinned: Pinned): boolean {
    return hasSamePlugins(this.#parts, pinned);
  }

  /** Publishes an earlier release again. Its pages may name hostnames of its time. */
  restore(site: string, release: number, actor: string): PublishResult {
    requireIdle(this.#parts, site);
    const target = this.#parts.releases.requireReady(site, release);
    const sequence = this.#point(site, target.id, true, actor);
    this.#parts.clockMoments.soon(site);
    return { release: target.id, sequence, state: "ready", changed: target.changed, notices: [] };
  }

  /**
   * Runs one step of a long publication. True if the publication is over, successfully or not. A crash between two
   * steps loses at most one step's rendering.
   */
  async step(site: string): Promise<boolean> {
    const building = this.#parts.releases.building(site);
    if (!building) return true;
    try {
      return await this.#makeStep(building);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // An index of entries is being made. The publication goes on after it.
      if (error.code !== "UNAVAILABLE") this.#fail(building, error);
      return true;
    }
  }

  /** Ends a publication that cannot continue, as if its next step had been refused. */
  giveUp(site: string): void {
    const building = this.#parts.releases.building(site);
    if (building) this.#fail(building, new Refusal("INTERNAL", { reason: "A step failed several times." }));
  }

  async #makeStep(building: ReleaseRow): Promise<boolean> {
    const { powers, documents, plugins } = this.#parts;
    await plugins.prepare();
    const underway = await this.#underwayFor(building);
    const { pinned } = underway;
    if (pinned.chrome !== building.chrome || !sameDigests(building.plugins, pinned.plugins.digests))
      return this.#beginAgain(building, pinned);
    const batch = await makeBatch(powers, underway, pagesFrom(documents, pinned, building.cursor));
    return powers.sql.atomically(() => this.#commitStep(building, pinned, batch));
  }

  /**
   * Begins a publication in steps again after plugins or hostnames changed, as one without steps does. It publishes the
   * same moment of the draft. Always returns false, because the steps follow.
   */
  async #beginAgain(building: ReleaseRow, pinned: Pinned): Promise<boolean> {
    if (building.restarts >= PUBLISH_RESTARTS)
      throw new Refusal("CONFLICT", {
        conflict: "plugins_changed",
        reason: "The plugins changed during the publication. Publish again.",
      });
    const { powers, releases, sectionData, sites } = this.#parts;
    const shown = releases.find(building.site, sites.get(building.site).release);
    const asks = shown?.change !== building.change;
    const notices = asks ? await this.#askedBefore(pinned, shown, building) : [];
    this.#underway.delete(building.site);
    powers.sql.atomically(() => {
      const found = releases.building(building.site);
      if (found?.cursor !== building.cursor || found.restarts !== building.restarts) return;
      sectionData.forget(building.site, building.id);
      releases.restart(building, releaseParts(pinned));
      releases.note({ ...building, notices: [] }, notices);
    });
    return false;
  }

  #commitStep(building: ReleaseRow, pinned: Pinned, batch: Batch): boolean {
    const { releases, sites } = this.#parts;
    const found = releases.building(building.site);
    // A publication that began again is at the same place as before, but its pages are of other plugins or hostnames.
    if (found?.cursor !== building.cursor || found.restarts !== building.restarts) return false;
    if (!pinned.isAt(sites.get(building.site))) return false;
    const requireRoom = this.#parts.storageQuota.watchPublication();
    this.#stage(building.site, building.id, batch);
    requireRoom();
    releases.note(building, batch.notices);
    const last = batch.pages.at(-1);
    if (last) releases.advance(building.site, building.id, last.id, building.done + batch.pages.length);
    if (!batch.whole) return false;
    releases.putGone(building.site, building.id, pinned);
    this.#finish(pinned, building.id, building.actor);
    this.#underway.delete(building.site);
    return true;
  }

  #fail(building: ReleaseRow, refusal: Refusal): void {
    const { powers, releases, sectionData, sites } = this.#parts;
    this.#underway.delete(building.site);
    powers.sql.atomically(() => {
      sectionData.forget(building.site, building.id);
      releases.fail(
        building.site,
        building.id,
        JSON.stringify({ code: refusal.code, ...refusal.detail }),
        powers.now(),
      );
      sites.demandRecheck(building.site);
    });
  }

  #unchanged(site: string): PublishResult {
    const row = this.#parts.sites.get(site);
    return { release: row.release, sequence: row.sequence, state: "ready", changed: 0, notices: [] };
  }

  #begin(plan: Plan, by: ReleaseActors): PublishResult {
    const { site } = plan.pinned.site;
    requireIdle(this.#parts, site);
    // A later step may fail by the pages of one member, and would fail for all of them.
    if (by.joined.length > 0) throw new Refusal("TOO_LARGE");
    const release = this.#create(plan, "building", by);
    this.#underway.set(site, this.#underwayWith(plan.pinned));
    const { sequence } = this.#parts.sites.get(site);
    return { release, sequence, state: "building", changed: 0, notices: plan.notices };
  }

  /** Keeps the current release, and records what its pages have read now. */
  #keep(plan: Plan, batch: Batch): PublishResult {
    const { site, release } = plan.pinned.site;
    requireIdle(this.#parts, site);
    requireNotOvertaken(this.#parts, plan);
    this.#stage(site, release, batch);
    this.#parts.dependencies.sweepQueries(site);
    this.#parts.releases.note(this.#parts.releases.requireReady(site, release), batch.notices);
    return this.#unchanged(site);
  }

  #commitAtOnce(plan: Plan, batch: Batch, by: ReleaseActors): PublishResult {
    const { site } = plan.pinned.site;
    requireIdle(this.#parts, site);
    requireNotOvertaken(this.#parts, plan);
    const notices = joinNotices(plan.notices, batch.notices);
    const release = this.#create({ ...plan, notices }, "ready", by);
    this.#stage(site, release, batch);
    if (plan.ids) this.#stageGone(plan, plan.ids, release);
    else this.#parts.releases.putGone(site, release, plan.pinned);
    return { ...this.#finish(plan.pinned, release, by.actor), notices };
  }

  #create(plan: Plan, state: "building" | "ready", by: ReleaseActors): number {
    const { pinned } = plan;
    return this.#parts.releases.create({
      site: pinned.site.site,
      state,
      change: pinned.change,
      ...releaseParts(pinned),
      ...by,
      at: this.#parts.powers.now(),
      total: plan.total,
      notices: plan.notices,
    });
  }

  #stage(site: string, release: number, batch: Batch): void {
    const { powers, releases, dependencies, sectionData } = this.#parts;
    const blobs = new PageBlobs(powers.sql);
    blobs.continueWith(site, release);
    let bytes = 0;
    for (const [at, page] of batch.pages.entries()) {
      const latest = releases.latestEntry(site, page.path);
      if (latest?.blob !== page.blob || latest.frames !== page.frames || latest.page !== page.id) {
        const neighbour = (batch.pages[at + 1] ?? batch.pages[at - 1])?.html;
        bytes += blobs.put({ digest: page.blob, html: page.html, before: latest?.blob ?? undefined, neighbour });
        releases.putEntry(site, release, { path: page.path, page: page.id, blob: page.blob, frames: page.frames });
      }
      dependencies.replace(site, page.id, page.dependencies);
      sectionData.stage(site, page.id, release, page.rows);
    }
    if (bytes > 0) releases.weigh(site, release, bytes);
    dependencies.recordQueries(site, batch);
  }

  /** Marks the former paths of moved or deleted pages as gone, unless another page has the path now. */
  #stageGone(plan: Plan, ids: readonly string[], release: number): void {
    const { releases, dependencies, sectionData } = this.#parts;
    const { site } = plan.pinned.site;
    for (const id of ids) {
      // All pages are rendered again if other types have pages, so those of the base are the same.
      const before = plan.base && plan.pinned.kept.pathAt(id, plan.base.change);
      const now = plan.pinned.kept.pathAt(id, plan.pinned.change);
      if (now === undefined) {
        dependencies.forget(site, id);
        sectionData.stage(site, id, release, []);
      }
      if (before === undefined || before === now || plan.pinned.kept.has(before)) continue;
      releases.putEntry(site, release, { path: before, page: id, blob: null, frames: "" });
    }
  }

  #finish({ site: { site }, plugins }: Pinned, release: number, actor: string): Omit<PublishResult, "notices"> {
    const { documents, sites, releases, powers } = this.#parts;
    documents.pageless.remember(site, plugins.entryTypes);
    const changed = releases.finish(site, release, sites.get(site).release, powers.now());
    this.#parts.dependencies.sweepQueries(site);
    return { release, sequence: this.#point(site, release, false, actor), state: "ready", changed };
  }

  #point(site: string, release: number, recheck: boolean, actor: string): number {
    const { sites, publications, outbox, powers, releases, clockMoments } = this.#parts;
    const sequence = sites.point(site, release, recheck);
    publications.add(site, { sequence, release, actor, at: powers.now() });
    clockMoments.set(site, releases.find(site, release)?.change ?? 0);
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    return sequence;
  }

  #underwayWith(pinned: Pinned): Underway {
    const gathering = new DataGathering(this.#parts, pinned);
    return { pinned, gathering, shownBefore: earlierHtml(this.#parts, pinned) };
  }

  async #underwayFor(building: ReleaseRow): Promise<Underway> {
    const { plugins, sites } = this.#parts;
    const known = this.#underway.get(building.site);
    const present = plugins.forSite(building.site, building.change);
    const row = sites.get(building.site);
    const isSame = known?.pinned.change === building.change && known.pinned.plugins === present;
    if (isSame && known.pinned.isAt(row)) return known;
    const pinned = await Pinned.at(this.#parts, present, row, building.change, building.createdAt);
    const made = this.#underwayWith(pinned);
    this.#underway.set(building.site, made);
    return made;
  }
}

const releaseParts = ({ chrome, plugins, site, stylesheet }: Pinned) => ({
  chrome,
  plugins: plugins.digests,
  origin: site.origin,
  stylesheet,
  assets: plugins.renderer.assets(),
});
