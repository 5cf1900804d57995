import { SITTING_MAX_MS, SITTING_PAUSE_MS } from "../../../../manifests/bounds/documents.ts";
import type { RevisionsView } from "../../../../runtime/editing/views.ts";

type Revision = RevisionsView["items"][number];

/** The last version of a sitting, with the number of versions in it. */
export interface Sitting extends Revision {
  readonly steps: number;
}

/**
 * Groups versions of one sitting, which the history merges later. The newest comes first. The published version stays
 * separate.
 */
export function sittingsOf(items: readonly Revision[], published: number): Sitting[] {
  const sittings: Sitting[] = [];
  for (const item of items) {
    const last = sittings.at(-1);
    if (last && item.version !== published && isSameSitting(item, last, items))
      sittings.splice(-1, 1, { ...last, steps: last.steps + 1 });
    else sittings.push({ ...item, steps: 1 });
  }
  return sittings;
}

/** Tells whether a version and the one after it belong to one sitting. */
function isSameSitting(item: Revision, sitting: Sitting, items: readonly Revision[]): boolean {
  const after = items[items.indexOf(item) - 1] ?? sitting;
  return (
    !item.deleted &&
    !after.deleted &&
    item.changedBy === after.changedBy &&
    after.changedAt - item.changedAt <= SITTING_PAUSE_MS &&
    Math.floor(after.changedAt / SITTING_MAX_MS) === Math.floor(item.changedAt / SITTING_MAX_MS)
  );
}
