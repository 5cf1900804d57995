import type * as z from "zod/mini";
import {
  REQUESTS_CHOSEN_OF_MEMBER_MAX,
  REQUESTS_OPEN_MAX,
  REQUESTS_OPEN_OF_MEMBER_MAX,
} from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { can, roleNamed } from "../commands/permissions.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import {
  type ChoiceParts,
  requireChosenInLanguages,
  requireSeen,
  type Selection,
  selectionOf,
  shownFor,
  takes,
} from "../publishing/choice.ts";
import { scheduledNow, storedSelection } from "../publishing/scheduleCommands.ts";
import type { Schedules } from "../publishing/schedules.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Approvers } from "./approvers.ts";
import type { OpenRequests, PublicationRequests, RequestRow } from "./requests.ts";
import type { Reviews } from "./rules.ts";
import {
  createRequest,
  putReview,
  type RequestChanged,
  type ReviewView,
  returnRequest,
  withdrawRequest,
} from "./views.ts";

export interface ReviewParts extends ChoiceParts {
  readonly powers: Powers;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
  readonly reviews: Reviews;
  readonly publicationRequests: PublicationRequests;
  readonly approvers: Approvers;
  readonly schedules: Schedules;
  readonly letters: Pick<Letters, "add">;
  readonly rateLimits: Pick<RateLimits, "spend">;
}

/** The reason in the list of letters. Approvers see the request in the editor all the same. */
const ASKS_OFTEN = "this member asked too often";

type Creating = z.infer<typeof createRequest>;

/** Sets what the site demands of publications. */
export const reviewPut = ({ reviews }: ReviewParts): Command<z.infer<typeof putReview>, ReviewView> => ({
  parse: parseWith(putReview),
  prepare:
    async ({ site, role }, { review }) =>
    () => {
      const known = roleNamed(role);
      if (!known || !can(known, "owners.manage")) throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
      reviews.put(site, review);
      return { review: reviews.of(site) };
    },
});

/** Asks for the publication of chosen documents, exactly as they are now. */
export const requestCreate = (parts: ReviewParts): Command<Creating, RequestChanged> => ({
  parse: parseWith(createRequest),
  prepare:
    async ({ site, actor, role }, input) =>
    () => {
      const { powers, publicationRequests, documents } = parts;
      const before = input.again === undefined ? undefined : requireRequest(parts, site, input.again);
      const selection = before ? againOf(parts, before, input) : selectionOf(parts, site, input);
      requireChosenInLanguages(parts, { site, actor }, selection);
      if (input.change !== undefined) requireSeen(parts, site, input.change, selection);
      const shown = shownFor(parts, site, selection);
      if (!parts.history.changedSince(site, shown, Number.MAX_SAFE_INTEGER).some(takes(selection))) throw nothing();
      if (before?.state === "open") {
        requireOwnOrPublisher(before, { actor, role });
        publicationRequests.end(before, "replaced", powers.now());
      }
      const askedBy = actorName(actor);
      const chosen = before ? before.chosen : storedSelection(selection, input.except !== undefined);
      requireRoom(publicationRequests.countOpen(site, askedBy), chosen);
      const id = powers.newId();
      publicationRequests.add({
        site,
        id,
        change: documents.change(site),
        chosen,
        words: input.words,
        asked: input.asked ?? { members: [], roles: [] },
        askedBy,
        askers: [...new Set([askedBy, ...(before?.askers ?? [])])],
        askedAt: powers.now(),
        again: input.again ?? null,
      });
      tellApprovers(parts, site, id, askedBy);
      pruneRequests(parts, site);
      return changedOf(parts, site, id);
    },
});

/** Adds the letter to those who may approve. A member who asks often causes none that leaves the site. */
function tellApprovers({ letters, rateLimits }: ReviewParts, site: string, request: string, askedBy: string): void {
  const { allowed } = rateLimits.spend("mail-review", JSON.stringify([site, askedBy]));
  letters.add({ site, kind: "review", source: request, member: "" }, allowed ? null : ASKS_OFTEN);
}

/** The choice of an earlier request, for which the present draft counts. */
function againOf(parts: ReviewParts, before: RequestRow, { only, except }: Creating): Selection {
  if (only ?? except)
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "/again", found: "again and a choice", allowed: "one of both" }],
    });
  return scheduledNow(parts, before);
}

/** Removes requests that nobody lists any more. */
export function pruneRequests(
  { publicationRequests, schedules }: Pick<ReviewParts, "publicationRequests" | "schedules">,
  site: string,
): void {
  publicationRequests.prune(site, (schedule) => schedules.find(site, schedule) !== undefined);
}

/** Others' open requests stay theirs. */
function requireOwnOrPublisher(request: RequestRow, { actor, role }: Pick<Envelope, "actor" | "role">): void {
  const known = roleNamed(role);
  if (request.askedBy === actorName(actor) || (known && can(known, "content.publish"))) return;
  throw new Refusal("FORBIDDEN", { reason: "Another member asked for this." });
}

function requireRoom({ all, byMember, chosen }: OpenRequests, more: string | null): void {
  if (chosen + (more?.length ?? 0) > REQUESTS_CHOSEN_OF_MEMBER_MAX)
    throw new Refusal("CONFLICT", {
      conflict: "requests_long",
      reason: "Your open requests for publication choose too many documents.",
    });
  if (all < REQUESTS_OPEN_MAX && byMember < REQUESTS_OPEN_OF_MEMBER_MAX) return;
  throw new Refusal("CONFLICT", {
    conflict: "requests_full",
    reason: "Too many requests for publication are open.",
    allowed: byMember < REQUESTS_OPEN_OF_MEMBER_MAX ? REQUESTS_OPEN_MAX : REQUESTS_OPEN_OF_MEMBER_MAX,
  });
}

const nothing = (): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "request_empty",
    reason: "Visitors see these documents like this already.",
  });

/** Sends a request back with words. */
export const requestReturn = (parts: ReviewParts): Command<z.infer<typeof returnRequest>, RequestChanged> => ({
  parse: parseWith(returnRequest),
  prepare:
    async ({ site, actor, role }, { request: id, words }) =>
    () => {
      const { powers, publicationRequests, approvers } = parts;
      const request = requireOpen(parts, site, id);
      approvers.require(actor, role, request);
      publicationRequests.addStep(request, { did: "returned", by: actorName(actor), at: powers.now(), words });
      publicationRequests.end(request, "returned", powers.now());
      return changedOf(parts, site, id);
    },
});

/** Takes a request back: the member who asked, or a member who may publish. */
export const requestWithdraw = (parts: ReviewParts): Command<z.infer<typeof withdrawRequest>, RequestChanged> => ({
  parse: parseWith(withdrawRequest),
  prepare:
    async ({ site, actor, role }, { request: id }) =>
    () => {
      const { powers, publicationRequests } = parts;
      const request = requireOpen(parts, site, id);
      requireOwnOrPublisher(request, { actor, role });
      requireChosenInLanguages(parts, { site, actor }, scheduledNow(parts, request));
      publicationRequests.addStep(request, { did: "withdrawn", by: actorName(actor), at: powers.now(), words: "" });
      publicationRequests.end(request, "withdrawn", powers.now());
      return changedOf(parts, site, id);
    },
});

export function requireRequest(
  { publicationRequests }: Pick<ReviewParts, "publicationRequests">,
  site: string,
  id: string,
): RequestRow {
  const request = publicationRequests.find(site, id);
  if (!request) throw new Refusal("NOT_FOUND", { kind: "request", id });
  return request;
}

export function requireOpen(parts: Pick<ReviewParts, "publicationRequests">, site: string, id: string): RequestRow {
  const request = requireRequest(parts, site, id);
  if (request.state !== "open")
    throw new Refusal("CONFLICT", {
      conflict: "request_over",
      reason: "This request for publication is over.",
      request: id,
      state: request.state,
    });
  return request;
}

export function changedOf(
  { publicationRequests, approvers }: Pick<ReviewParts, "publicationRequests" | "approvers">,
  site: string,
  id: string,
): RequestChanged {
  const { state, release, schedule } = requireRequest({ publicationRequests }, site, id);
  const approved = publicationRequests.steps(site, id).filter(({ did }) => did === "approved");
  const approvals = new Set(approved.map(({ by }) => by)).size;
  return { request: id, state, approvals, needed: approvers.needed(site), release, schedule };
}
