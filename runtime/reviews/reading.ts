import { REQUEST_DOCUMENTS_LISTED } from "../../manifests/bounds/publishing.ts";
import { actorName } from "../area/actor.ts";
import type { DocumentRef } from "../documents/documents.ts";
import { selectionOf, takes, writtenSince } from "../publishing/choice.ts";
import type { Choice } from "../publishing/publishInputs.ts";
import { chosenOf, scheduledNow } from "../publishing/scheduleCommands.ts";
import { isApprovedBy } from "./approving.ts";
import { type ReviewParts, requireRequest } from "./commands.ts";
import type { Gate } from "./gate.ts";
import type { RequestHead, RequestRow } from "./requests.ts";
import type { RequestState, RequestView, RequestsView } from "./views.ts";

export interface ReadingParts extends ReviewParts {
  readonly reviewGate: Gate;
}

/** The member who reads. */
export interface ReviewReader {
  readonly member: string;
  readonly role: string;
}

export const listRequests = (parts: ReadingParts, site: string): RequestsView => ({
  // One row at a time, because a choice may have megabytes.
  items: [...parts.publicationRequests.open(site), ...parts.publicationRequests.ended(site)].map(({ id }) =>
    readRequest(parts, site, id),
  ),
});

export const readRequest = (parts: ReadingParts, site: string, id: string): RequestView =>
  viewOf(parts, requireRequest(parts, site, id));

/** The ids of the open requests that a member may decide, and has not approved. */
export function requestsFor(parts: ReadingParts, site: string, { member, role }: ReviewReader): string[] {
  const { publicationRequests, approvers } = parts;
  const actor = { kind: "member", id: member } as const;
  const isTheirs = (request: RequestHead): boolean =>
    approvers.may(actor, role, request) && !isApprovedBy(parts, request, actorName(actor));
  return publicationRequests
    .open(site)
    .filter(isTheirs)
    .map(({ id }) => id);
}

/** The documents of a choice that need an approval before they are published. */
export function neededReview(parts: ReadingParts, site: string, only: Choice | undefined): DocumentRef[] {
  const rules = parts.reviews.of(site);
  const found = rules ? parts.reviewGate.needing(site, rules, selectionOf(parts, site, { only })) : [];
  return found.map(({ kind, id }) => ({ kind, id }));
}

function viewOf(parts: ReadingParts, request: RequestRow): RequestView {
  const { site, id, again, change, askedBy, askedAt, asked, words, number, release } = request;
  const schedule = request.schedule === null ? undefined : parts.schedules.find(site, request.schedule);
  const isOpen = request.state === "open";
  const selection = isOpen ? scheduledNow(parts, request) : chosenOf(request);
  const moved = isOpen ? writtenSince(parts, site, change, selection) : { changed: [], total: 0 };
  const meant = selection.isExcept ? changedNow(parts, site, selection, isOpen) : selection.named;
  return {
    request: id,
    number,
    state: stateOf(parts, request, schedule?.state),
    change,
    isWhole: selection.isExcept,
    documents: meant.slice(0, REQUEST_DOCUMENTS_LISTED).map((ref) => shown(parts, site, ref)),
    total: meant.length,
    words,
    asked,
    askedBy,
    askedAt,
    steps: parts.publicationRequests.steps(site, id),
    needed: parts.approvers.needed(site),
    moved: moved.changed.map(({ changedBy, changedAt, ...ref }) => ({
      ...shown(parts, site, ref),
      changedBy,
      changedAt,
    })),
    movedTotal: moved.total,
    release: schedule?.release ?? release,
    schedule: request.schedule,
    at: schedule?.at ?? null,
    again,
  };
}

/** The changes of a request of everything. One that is over no longer says which they were. */
function changedNow(
  { history, releases, sites }: ReadingParts,
  site: string,
  selection: ReturnType<typeof chosenOf>,
  isOpen: boolean,
): readonly DocumentRef[] {
  const base = releases.find(site, sites.get(site).release)?.change ?? 0;
  return isOpen ? history.changedSince(site, base, Number.MAX_SAFE_INTEGER).filter(takes(selection)) : [];
}

const shown = ({ documents, history }: ReadingParts, site: string, { kind, id }: DocumentRef) => {
  const last =
    kind === "page"
      ? (documents.get(site, "page", id)?.body ??
        history.revisions(site, { kind, id }, Number.MAX_SAFE_INTEGER, 2).find(({ title }) => title !== null))
      : undefined;
  return { kind, id, title: last?.title ?? null, path: last?.path ?? null };
};

/** The state of a request, by what became of the publication that its last approval began. */
function stateOf(
  { releases }: ReadingParts,
  { site, state, release }: RequestRow,
  schedule: string | undefined,
): RequestState {
  if (state === "published") return releases.find(site, release ?? 0)?.state === "failed" ? "failed" : "published";
  if (state !== "planned" || schedule === "waiting" || schedule === "publishing") return state;
  return schedule === "published" ? "published" : "failed";
}
