/** Files at the paths that they had on earlier sites. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Documents } from "../../documents/documents.ts";
import type { MediaUses } from "../../documents/mediaUses.ts";
import type { ReleaseRow } from "../../publishing/releases/releaseRow.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import type { Sites } from "../../tenancy/sites.ts";

export interface FormerFileParts {
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly mediaUses: MediaUses;
  readonly mediaFiles: {
    find(site: string, id: string): { readonly path: string; readonly audience?: unknown } | undefined;
  };
  readonly formerPaths: { fileAt(site: string, path: string): string | undefined };
}

/**
 * The address of the file that had a path, or whose copy had it. Anybody can guess such a path, and nobody the address.
 * So a file is found while it is for everybody, and the release shows it to everybody.
 */
export function formerFile(parts: FormerFileParts, site: string, path: string): string | undefined {
  const id = parts.formerPaths.fileAt(site, path);
  const release = id === undefined ? undefined : parts.releases.find(site, parts.sites.get(site).release);
  if (id === undefined || !release || hasOwnRule(parts, release, path) || hasPage(parts, release, path))
    return undefined;
  const file = parts.mediaFiles.find(site, id);
  return file && !file.audience && isOpen(parts, release, id) ? file.path : undefined;
}

/** A redirect from one address comes before a file, and one from a pattern of addresses behind it. */
const hasOwnRule = ({ documents }: FormerFileParts, { site, change }: ReleaseRow, path: string): boolean =>
  documents.redirects.table(site, change).find(path) !== undefined;

/** A page also comes before a file at other spellings of its path, which lead to it. */
const hasPage = ({ releases }: FormerFileParts, { site, id }: ReleaseRow, path: string): boolean =>
  releases.pagesAt(site, id, [normalPath(path)]).size > 0;

function isOpen({ releases, mediaUses }: FormerFileParts, release: ReleaseRow, id: string): boolean {
  const { site } = release;
  const shown = mediaUses.published(site, id, release.change);
  const paths = shown.flatMap((use) => use.path ?? []);
  const open = releases.pagesAt(site, release.id, paths);
  return shown.some((use) => use.path === null || open.get(use.path) === use.id);
}
