import { DATA_RETRIED_PAGES } from "../../../manifests/bounds/plugins.ts";
import { PUBLISH_INLINE_PAGES, PUBLISH_READ_PAGES } from "../../../manifests/bounds/publishing.ts";
import { DATA_OWED } from "../../snapshots/gathering.ts";
import { isStored } from "../../snapshots/reads.ts";
import { type Dependencies, FILES } from "./dependencies.ts";
import { type ChangedSite, keepsLists } from "./keptLists.ts";
import { TimedLists } from "./timedLists.ts";
import type { DocumentRef, Documents, StoredDocument } from "../../documents/documents.ts";
import type { Timeline } from "../../documents/timeline.ts";
import type { PublishNotice } from "../../plugins/calls/notices.ts";
import {
  ANY_CONTENT,
  addressDependency,
  Pinned,
  documentDependency,
  pageDependency,
  pluginDependency,
  dependencyOfKey,
  resultDigest,
  titlesDependency,
  type PinnedParts,
} from "../../snapshots/pinned.ts";
import { asksForTime } from "../../snapshots/queryKeys.ts";
import type { ReleaseRow } from "../releases/releaseRow.ts";
import type { Releases } from "../releases/releases.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import type { Sites } from "../../tenancy/sites.ts";

/** The plan of a publication. `ids` are the pages to render; null means all pages of the site. */
export interface Plan {
  readonly pinned: Pinned;
  readonly base: ReleaseRow | undefined;
  /** The published release. After a restore it is not the newest one. */
  readonly shown: ReleaseRow | undefined;
  readonly ids: readonly string[] | null;
  readonly total: number;
  /** True if files of the site, such as its feed, ask again what they list. */
  readonly hasFiles: boolean;
  readonly notices: readonly PublishNotice[];
}

export interface PlannerParts extends PinnedParts {
  readonly timeline: Timeline;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly dependencies: Dependencies;
  readonly plugins: PluginShelf;
}

/** Finds the differences between a site at a moment and its published release. It only reads. */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #timedLists: TimedLists;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
    this.#timedLists = new TimedLists(parts);
  }

  /** Plans a publication. Undefined if it would equal the current release. */
  async plan(site: string, change: number): Promise<Plan | undefined> {
    const { timeline, sites, releases, plugins } = this.#parts;
    const row = sites.get(site);
    const pinned = await Pinned.at(this.#parts, plugins.forSite(site, change), row, change);
    const base = releases.find(site, row.release);
    if (!base || row.recheck || base.chrome !== pinned.chrome) return this.#all(pinned, base);
    const changed = timeline.writtenBetween(site, base.change, pinned.change);
    const reached = await this.#reached(pinned, base, changed);
    const ids = reached.filter((id) => id !== FILES);
    if (ids.length > PUBLISH_INLINE_PAGES) return this.#all(pinned, base);
    const unchanged = reached.length === 0 && changed.length === 0 && sameDigests(base.plugins, pinned.plugins.digests);
    return unchanged
      ? undefined
      : { pinned, base, shown: base, ids, total: ids.length, hasFiles: reached.includes(FILES), notices: [] };
  }

  #all(pinned: Pinned, base: ReleaseRow | undefined): Plan {
    const newest = this.#parts.releases.latestReady(pinned.site.site);
    const latest = this.#parts.releases.find(pinned.site.site, newest);
    const total = this.#parts.documents.sitePages.pageCount(pinned.site.site, pinned);
    return { pinned, base: latest ?? base, shown: base, ids: null, total, hasFiles: true, notices: [] };
  }

  /** Pages written since the base release, and pages that depend on something that changed. */
  async #reached(pinned: Pinned, base: ReleaseRow, changed: readonly DocumentRef[]): Promise<string[]> {
    const { dependencies } = this.#parts;
    const { site } = pinned.site;
    const written = changed.filter((ref) => ref.kind === "page").map((ref) => ref.id);
    if (written.length > PUBLISH_INLINE_PAGES) return written;
    const moved = written.filter(
      (id) => pinned.kept.reachAt(id, base.change) !== pinned.kept.reachAt(id, pinned.change),
    );
    const changes = [
      ...changed.map(documentDependency),
      ...(changed.length > 0 ? [ANY_CONTENT] : []),
      ...moved.map(pageDependency),
      ...(pinned.view.settings.languages ? this.#reordered(pinned, base, written, moved) : []),
      ...changedDigests(base.plugins, pinned.plugins.digests).map(pluginDependency),
      ...dependencies.storage(site).filter((read) => !isStored(this.#parts.powers.sql, site, read)),
      ...(await this.#changedQueries({ pinned, base, changed })).map(dependencyOfKey),
    ];
    const owed = dependencies.pagesWith(site, DATA_OWED).slice(0, DATA_RETRIED_PAGES);
    return [...new Set([...written, ...changes.flatMap((change) => dependencies.pagesWith(site, change)), ...owed])];
  }

  /** The changed groups and addresses that pages of a site with several languages may have read. */
  #reordered(pinned: Pinned, base: ReleaseRow, written: readonly string[], moved: readonly string[]): string[] {
    const addresses = moved.flatMap((id) =>
      [pinned.pathAt(id, base.change), pinned.link(id)].filter((path) => path !== undefined),
    );
    return [...this.#regrouped(pinned, base, written, moved), ...addresses.map(addressDependency)];
  }

  /**
   * The groups that have other pages than before: their pages name each other, and links to one lead to another. Where a
   * title alone is another one, only pages that show it change.
   */
  #regrouped(pinned: Pinned, base: ReleaseRow, written: readonly string[], moved: readonly string[]): string[] {
    const { translations } = this.#parts.documents;
    const { site } = pinned.site;
    const isMoved = new Set(moved);
    return written.flatMap((id) => {
      const [before, now] = [base.change, pinned.change].map((change) => translations.place(site, id, change));
      const groups = [before, now].flatMap((place) => (place ? [place.translationOf ?? id] : []));
      if (isMoved.has(id) || placeText(before) !== placeText(now)) return [id, ...groups].map(pageDependency);
      return before?.title === now?.title ? [] : groups.map(titlesDependency);
    });
  }

  /** Asks each list again, or only those whose answers the time may have changed. */
  async #changedQueries(site: ChangedSite): Promise<string[]> {
    const { pinned, base } = site;
    const recorded = this.#parts.dependencies.queryResults(pinned.site.site);
    const isKept = sameDigests(base.plugins, pinned.plugins.digests) && keepsLists(this.#parts.documents, site);
    const changed: string[] = [];
    for (const [key, result] of recorded) {
      if (isKept && !asksForTime(key)) continue;
      if ((await this.#resultOf(site, key, isKept)) !== result) changed.push(key);
    }
    return changed;
  }

  #resultOf({ pinned, base }: ChangedSite, key: string, isKept: boolean): Promise<string> {
    if (!asksForTime(key)) return resultDigest(this.#parts.powers, pinned, key);
    return this.#timedLists.digest(pinned, key, isKept ? base.change : undefined);
  }
}

/** The documents of the plan's pages. */
export function* pagesOf(documents: Documents, { ids, pinned }: Plan): Generator<StoredDocument<"page">> {
  if (!ids) return yield* pagesFrom(documents, pinned, "");
  for (const id of ids) {
    const document = documents.get(pinned.site.site, "page", id, pinned.change);
    if (document && pinned.hasPage(document.body)) yield document;
  }
}

/**
 * Reads all pages after the id `cursor`, a few at a time. A hundred of the largest pages at once would exceed an
 * object's memory.
 */
export function* pagesFrom(documents: Documents, pinned: Pinned, cursor: string): Generator<StoredDocument<"page">> {
  const {
    site: { site },
    change,
  } = pinned;
  for (let after: string | undefined = cursor; after !== undefined;) {
    const lot: StoredDocument<"page">[] = documents.pages(site, change, after, PUBLISH_READ_PAGES);
    yield* lot.filter(({ body }) => pinned.hasPage(body));
    after = lot.length === PUBLISH_READ_PAGES ? lot.at(-1)?.id : undefined;
  }
}

/** The place of a page among translations, without its title. */
const placeText = (place: ReturnType<Documents["translations"]["place"]>): string =>
  JSON.stringify(place && { ...place, title: "" });

/** The plugins that one of two releases has in another version, or alone. */
export function changedDigests(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((id) => before[id] !== now[id]);
}

export function sameDigests(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): boolean {
  return changedDigests(before, now).length === 0;
}
