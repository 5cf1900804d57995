/** The HTML that a section of a page had in the current release, for sections that do not fit their type. */
import { entryPlaced, type PlacingTypes, placedIn } from "../../documents/content/placing.ts";
import type { Page, RegionName } from "../../documents/content/content.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { type Documents, ONLY, type StoredDocument } from "../../documents/documents.ts";
import { sectionIn } from "../../rendering/sectionIn.ts";
import type { Pinned } from "../../snapshots/pinned.ts";
import type { Releases } from "../releases/releases.ts";

interface EarlierParts {
  readonly documents: Pick<Documents, "get" | "placeOf">;
  readonly releases: Pick<Releases, "find" | "shownOf">;
}

/** Finds the HTML with which a section of a page was last published, at any path. */
export type ShownBefore = (page: StoredDocument<"page">) => (section: string) => string | undefined;

const REGION = /^(header|footer)_([0-9]+)$/;

/** The entry that a section of a page names. */
const entryAt = (page: Page | undefined, section: string, types: PlacingTypes): string | undefined => {
  for (const { section: one } of eachSection(page?.sections ?? []))
    if (one.id === section) return entryPlaced(one, types);
  return undefined;
};

/** The entry at a place of a region. Entries that do not exist then have no place. */
function entryOfRegion({ documents }: EarlierParts, pinned: Pinned, [, name, nth]: RegExpExecArray, change: number) {
  const { site } = pinned.site;
  const types = new Set<unknown>([...pinned.plugins.renderer.placing.values()].map(({ of }) => of));
  const links = documents.get(site, "navigation", ONLY, change)?.body.regions?.[name as RegionName] ?? [];
  const ids = links.map((link) => link.slice("page:".length));
  return ids.filter((id) => types.has(documents.placeOf(site, id, change)?.type))[Number(nth) - 1];
}

/**
 * The ids of an entry's sections do not name the entry. So such a section has earlier HTML only if the same entry stood
 * there.
 */
export function earlierHtml(parts: EarlierParts, pinned: Pinned): ShownBefore {
  const { site, release } = pinned.site;
  const shown = parts.releases.find(site, release)?.change ?? 0;
  const types = pinned.plugins.renderer.placing;
  const isSameEntry = ({ id, body }: StoredDocument<"page">, placing: string): boolean => {
    const region = REGION.exec(placing);
    const [before, now] = region
      ? [shown, pinned.change].map((change) => entryOfRegion(parts, pinned, region, change))
      : [parts.documents.get(site, "page", id, shown)?.body, body].map((page) => entryAt(page, placing, types));
    return before !== undefined && before === now;
  };
  return (page) => {
    let html: string | undefined;
    return (section) => {
      const placing = placedIn(section);
      if (placing !== undefined && !isSameEntry(page, placing)) return undefined;
      return sectionIn((html ??= parts.releases.shownOf(site, release, page.id) ?? ""), section);
    };
  };
}
