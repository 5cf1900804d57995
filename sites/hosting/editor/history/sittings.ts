import { SITTING_MAX_MS, SITTING_PAUSE_MS } from "../../../../manifests/bounds/documents.ts";
import type { RevisionsView } from "../../../../runtime/editing/views.ts";

type Revision = RevisionsView["items"][number];

/** The last version of a sitting, with the number of versions in it. */
export interface Sitting extends Revision {
  readonly steps: number;
}

/** Gathers versions that the history will merge; the newest comes first. Visitors' version stays by itself. */
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

/** Compares a version with the one that came after it. */
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
