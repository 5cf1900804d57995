/** The paths and audiences under which releases keep pages, at one moment of a site. */
import { type Audience, addressKept, coversAudience, keptPath } from "../documents/content/audience.ts";
import type { Page } from "../documents/content/content.ts";
import type { Documents } from "../documents/documents.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import type { SiteView } from "../rendering/view.ts";
import type { PageAt } from "../documents/lists/pagePlace.ts";

interface KeptAt {
  readonly documents: Pick<Documents, "placeOf" | "translations">;
  readonly site: string;
  readonly change: number;
  readonly pageless: ReadonlySet<string>;
}

/** A page of the menus as the digest of what all pages share names it. */
export const menuPlace = (id: string, place: PageAt | undefined, pageless: ReadonlySet<string>): unknown[] => [
  id,
  pathOfPage(place, pageless),
  ...(place?.audience ? [place.path, place.audience] : []),
];

export class KeptPages {
  readonly #at: KeptAt;

  constructor(at: KeptAt) {
    this.#at = at;
  }

  /** The path under which a release of another moment keeps a page, also one for readers. */
  pathAt(id: string, change: number): string | undefined {
    const place = this.#place(id, change);
    return place && keptPath(place);
  }

  /** The address and the audience of a page at a moment, as one text. It changes with what links to the page may show. */
  reachAt(id: string, change: number): string {
    const place = this.#place(id, change);
    return place ? JSON.stringify([place.path, place.listed < 0, place.audience]) : "";
  }

  /** Tells whether a page is kept under a path at this moment. */
  has(kept: string): boolean {
    const { documents, site, change } = this.#at;
    const id = documents.translations.idAtPath(site, addressKept(kept), change);
    return id !== undefined && this.pathAt(id, change) === kept;
  }

  /** The site as a page shows it. A page for readers links to those that its whole audience may read, too. */
  viewOf(shared: SiteView, { audience }: Pick<Page, "audience">): SiteView {
    return audience ? { ...shared, link: (id) => shared.link(id) ?? this.#linkFor(audience, id) } : shared;
  }

  #linkFor(audience: Audience, id: string): string | undefined {
    const place = this.#place(id, this.#at.change);
    return place && coversAudience(audience, place.audience) ? place.path : undefined;
  }

  /** Undefined for an entry that lives in lists alone. */
  #place(id: string, change: number): PageAt | undefined {
    const { documents, site, pageless } = this.#at;
    const place = documents.placeOf(site, id, change);
    return place?.type != null && pageless.has(place.type) ? undefined : place;
  }
}
