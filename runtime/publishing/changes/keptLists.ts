import type { DocumentRef, Documents } from "../../documents/documents.ts";
import type { Pinned } from "../../snapshots/pinned.ts";
import type { ReleaseRow } from "../releases/releaseRow.ts";

/** A publication, and the documents that it changes. */
export interface ChangedSite {
  readonly pinned: Pinned;
  readonly base: ReleaseRow;
  readonly changed: readonly DocumentRef[];
}

/** A publication takes less time from its beginning to its release, so no date comes unseen between two of them. */
const LOOKED_BACK_MS = 24 * 60 * 60 * 1000;

/**
 * Tells whether, with the same plugins, every list has the same answer as in the last release, but for those that ask for the time. It has if
 * only sections of pages changed, because lists show none of them, and if no page has become due.
 */
export const keepsLists = (documents: Documents, site: ChangedSite): boolean =>
  site.changed.length > 0 &&
  !hasCome(documents, site) &&
  site.changed.every((ref) => isListedAlike(documents, site, ref));

/** Tells whether lists may have come to show a page with a date since the last release. */
function hasCome({ lists }: Documents, { pinned, base }: ChangedSite): boolean {
  if (base.createdAt > pinned.now) return true;
  const next = lists.nextDate(pinned.site.site, pinned.change, base.createdAt - LOOKED_BACK_MS);
  return next !== undefined && next <= pinned.now;
}

function isListedAlike(documents: Documents, { pinned, base }: ChangedSite, { kind, id }: DocumentRef): boolean {
  if (kind !== "page") return false;
  const [before, now] = [base.change, pinned.change].map((at) => listed(documents, pinned.site.site, id, at));
  return before !== undefined && before === now;
}

/** All of a page that lists can show or ask for. Writers leave its members in different orders. */
function listed(documents: Documents, site: string, id: string, at: number): string | undefined {
  const page = documents.get(site, "page", id, at);
  if (!page) return undefined;
  const members = Object.entries({ ...page.body, sections: [] }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([members, documents.lists.summary(site, page)]);
}
