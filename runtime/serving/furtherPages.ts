/** Further pages of lists in a release, such as /journal/page/2. They have no rows: their first visitor's request makes them. */
import { GONE_LISTS_REMEMBERED, GONE_PAGE_RELEASES } from "../../manifests/bounds/publishing.ts";
import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import { type PlacedPart, furtherAddress, furtherParts } from "../../manifests/shapes/furtherAddress.ts";
import type { Documents, StoredDocument } from "../documents/documents.ts";
import { NOT_FOUND_PATH } from "../documents/content/languages.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Pinned } from "../snapshots/pinned.ts";
import type { SectionDataStore } from "../snapshots/store.ts";

export interface FurtherPagesParts {
  readonly documents: Documents;
  readonly releases: Releases;
  readonly sectionData: SectionDataStore;
}

/** A part of a list in a release. `is` tells whether it exists, has another address, existed before, or never did. */
export interface FoundPart {
  readonly is: "shown" | "moved" | "gone" | "missing";
  readonly part: PlacedPart;
  readonly document: StoredDocument<"page">;
  /** Origins that the list's page may embed. */
  readonly frames: string;
  readonly headers: Record<string, string>;
}

/** Search engines follow pages of stored values, and list the page itself, whose content each of them repeats. */
const OF_STORED = { "X-Robots-Tag": "noindex, follow" };

const headersOf = ({ plugins: { renderer } }: Pinned, { body }: StoredDocument<"page">): Record<string, string> =>
  renderer.hasPages(body) ? {} : OF_STORED;

export class FurtherPages {
  readonly #parts: FurtherPagesParts;
  /** The most pages that lists had in the releases before one, by release, page and period. */
  readonly #before = new BoundedMap<string, number>(GONE_LISTS_REMEMBERED);

  constructor(parts: FurtherPagesParts) {
    this.#parts = parts;
  }

  /** The part of a list at an address. Undefined if the address is below no list. */
  find(release: ReleaseRow, pinned: Pinned, address: string): FoundPart | undefined {
    for (const part of furtherParts(address)) {
      const found = this.#partOf(release, pinned, part, address);
      if (found) return found;
    }
    return undefined;
  }

  /** A published page at an address, or the part of a list there. */
  at(
    release: ReleaseRow,
    pinned: Pinned,
    address: string,
  ): (Pick<FoundPart, "document"> & { part?: PlacedPart }) | undefined {
    const { documents, releases } = this.#parts;
    const page = releases.shown(release.site, release.id, address);
    const document = page?.blob ? documents.get(release.site, "page", page.page, release.change) : undefined;
    if (document) return { document };
    const found = this.find(release, pinned, address);
    return found?.is === "shown" ? found : undefined;
  }

  #partOf(release: ReleaseRow, pinned: Pinned, part: PlacedPart, address: string): FoundPart | undefined {
    const { documents, releases } = this.#parts;
    const shown = part.list === NOT_FOUND_PATH ? undefined : releases.shown(release.site, release.id, part.list);
    const document = shown?.blob ? documents.get(release.site, "page", shown.page, release.change) : undefined;
    if (!shown || !document) return undefined;
    const count = this.#countOf(release, pinned, document, part.period);
    if (count === undefined) return undefined;
    const found = { part, document, frames: shown.frames, headers: headersOf(pinned, document) };
    if (part.number === 1 && part.period === undefined) return { ...found, is: "moved" };
    if (part.number > count)
      return { ...found, is: part.number <= this.#countBefore(release, pinned, document, part) ? "gone" : "missing" };
    return { ...found, is: furtherAddress(part) === address ? "shown" : "moved" };
  }

  #countOf(release: ReleaseRow, pinned: Pinned, { id, body: page }: StoredDocument<"page">, period?: string) {
    const data = this.#parts.sectionData.shown(release.site, id, release.id, pinned.dataNeeds(page));
    return pinned.plugins.renderer.pagesIn({ id, page, site: pinned.view, data }, period);
  }

  /** The most pages that a list had in the last releases before this one. */
  #countBefore(
    release: ReleaseRow,
    pinned: Pinned,
    { id }: StoredDocument<"page">,
    { period = "" }: PlacedPart,
  ): number {
    const key = [release.site, release.id, id, period].join(" ");
    const known = this.#before.get(key);
    if (known !== undefined) return known;
    const earlier = this.#parts.releases.list(release.site, release.id, GONE_PAGE_RELEASES);
    const counts = earlier.map((one) => this.#countIn(one, pinned, id, period || undefined));
    const most = Math.max(0, ...counts);
    this.#before.set(key, most);
    return most;
  }

  #countIn({ site, state, change, createdAt }: ReleaseRow, pinned: Pinned, id: string, period?: string): number {
    const { documents } = this.#parts;
    const document = state === "ready" ? documents.get(site, "page", id, change) : undefined;
    if (!document) return 0;
    const count: Pinned["view"]["count"] = (query) =>
      documents.lists.fact(site, query, "count", change, createdAt) as number;
    const view = { ...pinned.view, count };
    return pinned.plugins.renderer.pagesIn({ id, page: document.body, site: view }, period) ?? 0;
  }
}
