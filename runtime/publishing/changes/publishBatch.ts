import { DATA_TURN_MS } from "../../../manifests/bounds/plugins.ts";
import { type DataGathering, gatheredFor } from "../../snapshots/gathering.ts";
import type { StoredDocument } from "../../documents/documents.ts";
import type { PublishNotice } from "../../plugins/calls/notices.ts";
import {
  NEXT_DATE_DEPENDENCY,
  type Pinned,
  queryDependency,
  queryKeyOf,
  resultDigest,
} from "../../snapshots/pinned.ts";
import type { RecordedQueries } from "./dependencies.ts";
import type { Powers } from "../../powers/powers.ts";
import type { ShownBefore } from "./earlierHtml.ts";
import { type Undigested, PublishStep, lotsOf } from "./publishStep.ts";

/** A rendered page that is not stored yet. */
interface RenderedPage extends Undigested {
  readonly blob: string;
}

/** The pages that one step of a publication rendered. */
export interface Batch extends RecordedQueries {
  readonly pages: readonly RenderedPage[];
  /** True if no pages are left to render. */
  readonly whole: boolean;
  readonly notices: readonly PublishNotice[];
}

/** The state of a long publication between two steps. It is in memory only; losing it costs only time. */
export interface Underway {
  readonly pinned: Pinned;
  readonly gathering: DataGathering;
  readonly shownBefore: ShownBefore;
}

/** Renders as many pages as fit in one step, and computes their digests. */
export async function makeBatch(
  powers: Powers,
  underway: Underway,
  documents: Iterable<StoredDocument<"page">>,
): Promise<Batch> {
  const { pages, notices, whole } = await renderSome(underway, documents);
  const digested = await Promise.all(pages.map(async (page) => ({ ...page, blob: await powers.digest(page.html) })));
  const fileQueries = whole ? fileQueriesOf(underway.pinned) : undefined;
  const queries = await digestQueries(powers, underway.pinned, [
    ...(fileQueries ?? []),
    ...digested.flatMap((page) => [...page.dependencies]),
  ]);
  return { pages: digested, queries, fileQueries, whole, notices: [...notices, ...underway.gathering.takeNotices()] };
}

/** The dependencies of the site's files on the time. */
const fileQueriesOf = ({ view, plugins, nextDate }: Pinned): string[] => [
  ...plugins.renderer.timedFileQueries(view).map(queryDependency),
  ...(nextDate === undefined ? [] : [NEXT_DATE_DEPENDENCY]),
];

/** Renders as many pages as fit in one step. */
async function renderSome(
  { pinned, gathering, shownBefore }: Underway,
  documents: Iterable<StoredDocument<"page">>,
): Promise<{ pages: Undigested[]; notices: readonly PublishNotice[]; whole: boolean }> {
  const step = new PublishStep(pinned, shownBefore);
  const until = gathering.waitedMs + DATA_TURN_MS;
  let whole = true;
  for (const lot of lotsOf(documents)) {
    whole = !step.full && gathering.waitedMs < until;
    if (!whole) break;
    const data = await gathering.lot(lot);
    whole = lot.every((document) => step.render(document, gatheredFor(data, document.id)));
    if (!whole) break;
  }
  return { pages: step.pages, notices: step.notices, whole };
}

async function digestQueries(
  powers: Powers,
  pinned: Pinned,
  dependencies: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Set(dependencies.flatMap((dependency) => queryKeyOf(dependency) ?? []));
  const results = new Map<string, string>();
  for (const key of keys) results.set(key, await resultDigest(powers, pinned, key));
  return results;
}
