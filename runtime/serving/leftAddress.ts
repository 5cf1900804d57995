/** Addresses that entries had while their type had pages. */
import type { Documents } from "../documents/documents.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";

interface Parts {
  readonly documents: Pick<Documents, "placeOf">;
  readonly releases: Pick<Releases, "shown">;
}

/** Tells whether the page at an address is gone, while its entry lives on in lists of the release. */
export function isLeft({ documents, releases }: Parts, { site, id, change }: ReleaseRow, path: string): boolean {
  const row = releases.shown(site, id, path);
  return row?.blob === null && documents.placeOf(site, row.page, change)?.path === path;
}
