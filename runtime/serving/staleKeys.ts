import { asciiAddress, normalPath } from "../../manifests/shapes/normalPath.ts";
import { addressKept } from "../documents/content/audience.ts";
import { isPlainSource, redirectSource } from "../documents/content/redirectSource.ts";
import type { Redirect } from "../documents/content/content.ts";
import type { Documents } from "../documents/documents.ts";
import { differingRules } from "../documents/redirectRules.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { SiteRow } from "../tenancy/sites.ts";
import { publicPlace } from "../documents/content/languageHosts.ts";
import { rulesToReaders } from "./rules/rulesToReaders.ts";
import { pageCacheKey } from "./pageCacheKey.ts";
import { ICON_PATH } from "./publishedAnswer.ts";

export interface StaleKeysParts {
  readonly documents: Documents;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
}

/**
 * Page cache keys of one site. The cache has pages only under the canonical hostname. All others redirect to it. A page
 * for readers leaves with its address, because the page in front of it has no other.
 */
export const keysOf = ({ hostnames }: Pick<SiteRow, "hostnames">, paths: Iterable<string>): string[] =>
  hostnames
    .slice(0, 1)
    .flatMap((hostname) => [...paths].map((path) => pageCacheKey(hostname, asciiAddress(addressKept(path)))));

/** The addresses of a page: as HTML and as Markdown. */
export const addressesOf = (path: string): string[] => [path, path === "/" ? "/index.md" : `${path}.md`];

/** The path of a redirect from one address, or from it and all below. Undefined for a pattern. */
function plainPathOf(from: string): string | undefined {
  const source = redirectSource(from);
  return isPlainSource(source) && source.host === "" ? normalPath(from.replace(/\/\*$/, "")) : undefined;
}

/**
 * Addresses that any publication may change: derived files, and those of redirects that only one of the two releases has.
 * Languages that get other hostnames change the answers of all redirects.
 */
export function derivedAddresses(
  { documents, releases, plugins }: StaleKeysParts,
  row: SiteRow,
  shown: number,
): string[] {
  const both = [shown, row.release].flatMap((id) => releases.find(row.site, id) ?? []);
  return [
    ICON_PATH,
    ...plugins.forSite(row.site).renderer.filePaths(),
    ...[...changedRules(documents, both), ...closedRules({ documents, releases }, row, both)].flatMap(
      ({ from }) => plainPathOf(from) ?? [],
    ),
  ];
}

/** The redirects to pages that were for everybody, or were not there, and are for readers now. */
function closedRules(
  { documents, releases }: Pick<StaleKeysParts, "documents" | "releases">,
  row: SiteRow,
  [before, after]: readonly ReleaseRow[],
): readonly Redirect[] {
  if (!before || !after) return [];
  const [known, now] = [before, after].map(({ id }) => releases.addressesForReaders(row.site, id)) as [
    string[],
    string[],
  ];
  const isKnown = new Set(known);
  const closed = now.filter((address) => !isKnown.has(address));
  if (closed.length === 0) return [];
  const { body } = documents.only(row.site, "settings", after.change);
  const led = rulesToReaders(closed, publicPlace(body, row));
  return documents.redirects.body(row.site, after.change).entries.filter((rule) => led.has(rule));
}

function changedRules(documents: Documents, both: readonly ReleaseRow[]): readonly Redirect[] {
  const rulesAt = ({ site, change }: ReleaseRow): readonly Redirect[] => documents.redirects.body(site, change).entries;
  const [before, after] = both;
  if (!before || !after || !areSamePlaces(documents, before, after)) return both.flatMap(rulesAt);
  const stamps = [before, after].map(({ site, change }) => documents.redirects.stamp(site, change));
  if (stamps[0] === stamps[1]) return [];
  const { removed, added } = differingRules(rulesAt(before), rulesAt(after));
  return [...removed, ...added];
}

/**
 * Tells whether the same redirects lead to the same addresses in two releases of different moments. Where a language has
 * a hostname, that also depends on which hostnames the site had. The digest of what all pages share names these.
 */
function areSamePlaces(documents: Documents, before: ReleaseRow, after: ReleaseRow): boolean {
  if (before.change === after.change) return false;
  const settingsAt = ({ site, change }: ReleaseRow): string | undefined =>
    documents.stampAt(site, { kind: "settings", id: "site" }, change);
  if (settingsAt(before) !== settingsAt(after)) return false;
  const { languages = [] } = documents.only(after.site, "settings", after.change).body;
  return before.chrome === after.chrome || languages.every(({ hostname }) => hostname === undefined);
}
