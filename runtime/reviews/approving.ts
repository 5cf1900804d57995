import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { type Selection, shownFor, writtenSince } from "../publishing/choice.ts";
import type { Publisher, PublishResult } from "../publishing/publisher.ts";
import type { PublishTurns } from "../publishing/publishTurns.ts";
import { checkTime, requireRoomForSchedule, scheduledNow } from "../publishing/scheduleCommands.ts";
import { changedOf, requireOpen, type ReviewParts } from "./commands.ts";
import type { RequestHead, RequestRow } from "./requests.ts";
import { approveRequest, type RequestChanged } from "./views.ts";

export interface ApprovingParts extends ReviewParts {
  readonly publisher: Publisher;
  readonly publishTurns: PublishTurns;
}

type Approving = Command<z.infer<typeof approveRequest>, RequestChanged>;

/**
 * Approves a request. The last approval that the site demands publishes exactly what was asked for, or schedules it, in
 * the same transaction. Approvals of a site take turns: of two at once, the second counts the first.
 */
export function requestApprove(parts: ApprovingParts): Approving {
  const prepare: Approving["prepare"] = async ({ site, actor, role }, { request: id, words = "", at }) => {
    const { approvers, publicationRequests, powers } = parts;
    const earlier = await approvers.counting(site, id);
    const request = requireOpen(parts, site, id);
    approvers.require(actor, role, request);
    if (at !== undefined) checkTime(at, powers.now());
    const selection = scheduledNow(parts, request);
    requireUnmoved(parts, request, selection);
    const by = actorName(actor);
    const isEnoughWith = (counted: ReadonlySet<string>): boolean =>
      new Set([...counted, by]).size >= approvers.needed(site);
    const isEnough = isEnoughWith(earlier());
    const finish = isEnough ? await finishing(parts, request, selection, { by, at }) : () => undefined;
    const counted = isEnough ? await approvers.counting(site, id) : earlier;
    return () => {
      const open = requireOpen(parts, site, id);
      // The rules, and members' roles and limits, may have changed while plugins checked the publication.
      approvers.require(actor, role, open);
      if (isEnough && !isEnoughWith(counted())) throw rulesChanged();
      // A member who approves again, while others are awaited, says nothing new.
      if (!isApprovedBy(parts, open, by))
        publicationRequests.addStep(open, { did: "approved", by, at: powers.now(), words });
      finish();
      return changedOf(parts, site, id);
    };
  };
  return {
    parse: parseWith(approveRequest),
    prepare,
    inTurn({ envelope, input, finish }) {
      let approve: (() => RequestChanged) | undefined;
      return parts.publishTurns.take({
        envelope,
        // An approval shares no release, so the turn asks for no result but what `finish` makes.
        prepare: async (present) => {
          approve = await prepare(present, input);
          return absent;
        },
        finish: () => finish(approve ?? absent),
      });
    },
  };
}

function absent(): never {
  throw new TypeError("an approval is prepared before it is committed");
}

export const isApprovedBy = (
  { publicationRequests }: Pick<ReviewParts, "publicationRequests">,
  { site, id }: RequestHead,
  member: string,
): boolean => publicationRequests.steps(site, id).some(({ did, by }) => did === "approved" && by === member);

interface LastApproval {
  readonly by: string;
  readonly at: number | undefined;
}

/** Prepares what the last approval does. The publisher pins the draft before its first wait. */
async function finishing(
  parts: ApprovingParts,
  request: RequestRow,
  selection: Selection,
  { by, at }: LastApproval,
): Promise<() => void> {
  if (at === undefined) {
    const publish = await parts.publisher.prepare(request.site, by, selection);
    return () => publishAs(parts, request, publish());
  }
  return () => schedule(parts, request, selection, { by, at });
}

function publishAs(
  { publicationRequests, powers }: ApprovingParts,
  request: RequestRow,
  { release }: PublishResult,
): void {
  publicationRequests.end(request, "published", powers.now(), { release });
}

function schedule(
  parts: ApprovingParts,
  request: RequestRow,
  selection: Selection,
  { by, at }: LastApproval & { readonly at: number },
): void {
  const { schedules, powers, publicationRequests } = parts;
  const { site, id, change, chosen } = request;
  requireUnmoved(parts, request, selection);
  shownFor(parts, site, selection);
  requireRoomForSchedule(schedules, site);
  const made = powers.newId();
  schedules.create({
    site,
    id: made,
    at,
    label: null,
    change,
    chosen,
    actor: by,
    createdAt: powers.now(),
    request: id,
    pastReview: false,
  });
  publicationRequests.end(request, "planned", powers.now(), { schedule: made });
}

/** Throws if documents of a request changed since it was made, with their authors and times. */
function requireUnmoved(parts: ApprovingParts, { site, change }: RequestRow, selection: Selection): void {
  const found = writtenSince(parts, site, change, selection);
  if (found.total > 0) throw new Refusal("STALE_VERSION", { kind: "draft", ...found });
}

const rulesChanged = (): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "publication_overtaken",
    reason: "Another publication finished first.",
  });
