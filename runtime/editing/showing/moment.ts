import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";
import type { SiteView } from "../../rendering/renderer.ts";
import { EDIT_MARKER } from "../../serving/editMarker.ts";
import { Pinned, type PinnedParts } from "../../snapshots/pinned.ts";
import type { Sites } from "../../tenancy/sites.ts";

export interface MomentParts extends PinnedParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
}

/** The current state of each site's draft, prepared for rendering. */
export class DraftMoment {
  readonly #parts: MomentParts;
  /** The last prepared state of each site. Valid until its draft or its plugins change. */
  readonly #pinnedOf = new Map<string, Pinned>();

  constructor(parts: MomentParts) {
    this.#parts = parts;
  }

  async now(site: string): Promise<Pinned> {
    const { powers, documents, plugins, sites } = this.#parts;
    const row = sites.find(site);
    if (!row) throw new Refusal("NOT_FOUND", { site });
    const [change, present] = [documents.change(site), plugins.forSite(site)];
    const known = this.#pinnedOf.get(site);
    if (known?.change === change && known.plugins === present && !isOutdated(known, powers.now())) return known;
    const pinned = await Pinned.at(this.#parts, present, row, change);
    this.#pinnedOf.set(site, pinned);
    return pinned;
  }
}

/** Queries ask for the time to the minute: a list of coming events may be so old. */
const TIMED_MS = 60_000;

const isOutdated = ({ isTimed, now }: Pinned, at: number): boolean => isTimed && Math.abs(at - now) >= TIMED_MS;

/**
 * The site for draft pages. The style sheet's URL has the edit marker, because visitors must not get an unpublished
 * one.
 */
export function draftView(pinned: Pinned, page: Pick<Page, "audience"> = {}): SiteView {
  const view = pinned.viewOf(page);
  return { ...view, stylesheet: `${view.stylesheet}?${EDIT_MARKER}` };
}
