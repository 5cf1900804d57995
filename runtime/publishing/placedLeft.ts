/** Published pages that would lose an entry that they show, because the entry leaves the site without them. */
import { BACK_LINKS_LISTED } from "../../manifests/bounds/documents.ts";
import type { Page } from "../documents/content/content.ts";
import { type PlacingTypes, entryPlaced, placingIn } from "../documents/content/placing.ts";
import { type DocumentRef, type Documents, ONLY } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";

interface PlacedReading {
  readonly documents: Pick<Documents, "get" | "published">;
  readonly history: Pick<History, "publishedWith">;
  readonly site: string;
  /** The moment that visitors see. */
  readonly shown: number;
  readonly types: PlacingTypes;
}

interface LeftPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** The entry that leaves. */
  readonly for: string;
  /** Set for the menus, whose regions stand on every page. */
  readonly kind?: "navigation";
}

type IsTaken = (ref: DocumentRef) => boolean;

/** Tells whether the draft has an entry no more that visitors still see on pages. */
function isLeaving({ documents, site, shown }: PlacedReading, id: string): boolean {
  const before = documents.published(site, "page", id, shown)?.body;
  return before !== undefined && documents.get(site, "page", id)?.body.type !== before.type;
}

const entriesOn = (page: Page, types: PlacingTypes): string[] =>
  placingIn(page, types).flatMap((section) => entryPlaced(section, types) ?? []);

/** The published pages that show an entry and stay as they are. */
function pagesShowing({ history, site, shown, types }: PlacedReading, entry: string, isTaken: IsTaken): LeftPage[] {
  return history
    .publishedWith(site, JSON.stringify(entry), shown, BACK_LINKS_LISTED)
    .filter(({ id, body }) => !isTaken({ kind: "page", id }) && entriesOn(body, types).includes(entry))
    .map(({ id, title, path }) => ({ id, title, path, for: entry }));
}

/** The entries that leave from a page which stays behind. */
function leftOn(reading: PlacedReading, id: string, isTaken: IsTaken): LeftPage[] {
  const page = reading.documents.published(reading.site, "page", id, reading.shown)?.body;
  if (!page) return [];
  return entriesOn(page, reading.types)
    .filter((entry) => isTaken({ kind: "page", id: entry }) && isLeaving(reading, entry))
    .map((entry) => ({ id, title: page.title, path: page.path, for: entry }));
}

/** Lists the pages that a selection leaves behind without an entry. */
export function placedLeft(
  reading: PlacedReading,
  { named, isExcept }: { readonly named: readonly DocumentRef[]; readonly isExcept: boolean },
  isTaken: IsTaken,
): LeftPage[] {
  if (reading.types.size === 0) return [];
  const pages = named.flatMap(({ kind, id }) => (kind === "page" ? [id] : []));
  const onPages = isExcept
    ? pages.flatMap((id) => leftOn(reading, id, isTaken))
    : pages.filter((id) => isLeaving(reading, id)).flatMap((id) => pagesShowing(reading, id, isTaken));
  return [...onPages, ...leftInRegions(reading, isTaken)];
}

/** The entries that leave from the published regions of every page, while the menus stay as they are. */
function leftInRegions(reading: PlacedReading, isTaken: IsTaken): LeftPage[] {
  if (isTaken({ kind: "navigation", id: ONLY })) return [];
  const regions = reading.documents.published(reading.site, "navigation", ONLY, reading.shown)?.body.regions ?? {};
  const entries = Object.values(regions).flatMap((links) => links?.map((link) => link.slice("page:".length)) ?? []);
  return [...new Set(entries)]
    .filter((entry) => isTaken({ kind: "page", id: entry }) && isLeaving(reading, entry))
    .map((entry) => ({ id: ONLY, title: "", path: "", for: entry, kind: "navigation" }));
}
