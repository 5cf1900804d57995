import { asciiAddress, normalPath } from "../../manifests/shapes/normalPath.ts";
import { isPlainSource, redirectSource } from "../documents/content/redirectSource.ts";
import type { Documents } from "../documents/documents.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { SiteRow } from "../tenancy/sites.ts";
import { pageCacheKey } from "./pageCacheKey.ts";

export interface StaleKeysParts {
  readonly documents: Documents;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
}

/** Page cache keys of one site. The cache has pages only under the canonical hostname. All others redirect to it. */
export const keysOf = ({ hostnames }: Pick<SiteRow, "hostnames">, paths: Iterable<string>): string[] =>
  hostnames.slice(0, 1).flatMap((hostname) => [...paths].map((path) => pageCacheKey(hostname, asciiAddress(path))));

/** The addresses of a page: as HTML and as Markdown. */
export const addressesOf = (path: string): string[] => [path, path === "/" ? "/index.md" : `${path}.md`];

/** The path of a redirect from one address, or from it and all below. Undefined for a pattern. */
function plainPathOf(from: string): string | undefined {
  const source = redirectSource(from);
  return isPlainSource(source) && source.host === "" ? normalPath(from.replace(/\/\*$/, "")) : undefined;
}

/**
 * Addresses that any publication may change: derived files, and redirects of the release and of the one before. A
 * publication that leaves the redirects alone changes none of their answers, unless languages get other hostnames by
 * its settings, or by the operator.
 */
export function derivedAddresses(
  { documents, releases, plugins }: StaleKeysParts,
  row: SiteRow,
  shown: number,
): string[] {
  const both = [shown, row.release].flatMap((id) => releases.find(row.site, id) ?? []);
  const redirected = areSameRules(documents, both)
    ? []
    : both.flatMap(({ change }) => documents.redirects.body(row.site, change).entries);
  return [
    ...plugins.forSite(row.site).renderer.filePaths(),
    ...redirected.flatMap(({ from }) => plainPathOf(from) ?? []),
  ];
}

/**
 * Tells whether redirects lead to the same addresses in two releases of different moments. Where a language has a
 * hostname, that also depends on which hostnames the site had. The digest of what all pages share names these.
 */
function areSameRules(documents: Documents, [before, after]: readonly ReleaseRow[]): boolean {
  if (!before || !after || before.change === after.change) return false;
  const stampsAt = ({ site, change }: ReleaseRow): string =>
    `${documents.redirects.stamp(site, change)} ${documents.stampAt(site, { kind: "settings", id: "site" }, change)}`;
  if (stampsAt(before) !== stampsAt(after)) return false;
  const { languages = [] } = documents.only(after.site, "settings", after.change).body;
  return before.chrome === after.chrome || languages.every(({ hostname }) => hostname === undefined);
}
