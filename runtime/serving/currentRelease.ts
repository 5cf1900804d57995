import type { DerivedFiles } from "./derivedFiles.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { Redirect } from "../documents/content/content.ts";
import { rulesToReaders } from "./rules/rulesToReaders.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { LanguageSettings } from "../documents/content/languages.ts";
import type { PublicPlace } from "../documents/content/languageHosts.ts";
import { withSitePaths } from "../documents/hostRedirects.ts";
import type { RedirectRules } from "../documents/redirectRules.ts";
import { RedirectTable } from "../documents/redirectTable.ts";
import type { Placement } from "../forms/placement.ts";
import type { PluginShelf, SitePlugins } from "../plugins/states/shelf.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Pinned, PinnedParts } from "../snapshots/pinned.ts";
import type { PublishedAnswer } from "./publishedAnswer.ts";
import { WANTED_PAGES_MAX_BYTES } from "../../manifests/bounds/publicContent.ts";
import { WeighedMap } from "../../manifests/memory/weighedMap.ts";

export interface PublishedParts extends PinnedParts {
  readonly sites: Sites;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly sectionData: SectionDataStore;
  readonly derivedFiles: DerivedFiles;
}

/** Objects derived from a release, cached while it is current. */
export interface Current {
  readonly release: ReleaseRow;
  readonly redirects: RedirectTable;
  /** The stamp of the redirects, and the hostnames that they lead to. */
  readonly rulesOf: string;
  readonly languages: LanguageSettings;
  /**
   * The pages that visitors asked for last, by path. A query such as `?utm_source=` bypasses the page cache, and each
   * such visit would otherwise read, join and encode the page again.
   */
  readonly wanted: WeighedMap<string, PublishedAnswer>;
  pinned: Promise<Pinned> | undefined;
  plugins: SitePlugins | undefined;
  places: Places | undefined;
}

export interface ReadRelease {
  readonly release: ReleaseRow;
  readonly languages: LanguageSettings;
  readonly rules: RedirectRules;
  readonly place: PublicPlace;
}

/** `known` is the site's release before, of which a part may stay. */
export const asCurrent = (read: ReadRelease, known: Current | undefined): Current => ({
  release: read.release,
  languages: read.languages,
  ...rulesOf(read, known),
  wanted: new WeighedMap(WANTED_PAGES_MAX_BYTES, ({ body, bytes }) => (body?.length ?? 0) + (bytes?.byteLength ?? 0)),
  pinned: undefined,
  plugins: undefined,
  places: undefined,
});

/** The redirects of a release. A publication that leaves them and the hostnames alone keeps their table, too. */
function rulesOf(
  { release: { site, change }, rules, place }: ReadRelease,
  known: Current | undefined,
): Pick<Current, "redirects" | "rulesOf"> {
  const key = JSON.stringify([rules.stamp(site, change), place.hosts ? place : undefined]);
  if (known?.rulesOf === key) return { redirects: known.redirects, rulesOf: key };
  const redirects = place.hosts
    ? new RedirectTable(withSitePaths(rules.body(site, change), place))
    : rules.table(site, change);
  return { redirects, rulesOf: key };
}

/** The redirects of a release that everybody may know: those that lead to no page for readers. */
export function openRules(
  { documents, releases }: Pick<PublishedParts, "documents" | "releases">,
  { site, id, change }: ReleaseRow,
  place: PublicPlace,
): readonly Redirect[] {
  const hidden = rulesToReaders(releases.addressesForReaders(site, id), place);
  return documents.redirects.body(site, change).entries.filter((rule) => !hidden.has(rule));
}

/** Cached placements of forms by id, for one set of plugins. */
interface Places {
  readonly plugins: SitePlugins;
  readonly byId: Map<string, Placement>;
}
