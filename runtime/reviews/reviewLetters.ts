import { actorName } from "../area/actor.ts";
import type { Role } from "../commands/permissions.ts";
import type { ReviewLetters } from "../mail/sources.ts";
import type { Approvers } from "./approvers.ts";
import type { AskedPeople, PublicationRequests } from "./requests.ts";

interface ReviewLetterParts {
  readonly publicationRequests: PublicationRequests;
  readonly approvers: Approvers;
}

/** Tells whether a member is among the people that a request asks. A request that names nobody asks all. */
const isAmong = ({ members, roles }: AskedPeople, member: string, role: Role): boolean =>
  (members.length === 0 && roles.length === 0) || members.includes(member) || roles.some((one) => one === role);

/** Tells letters whom an open request asks: those who may decide it, by the present rules and roles. */
export const reviewLetters =
  (parts: ReviewLetterParts): ReviewLetters =>
  (site, id) => {
    const request = parts.publicationRequests.find(site, id);
    if (request?.state !== "open") return undefined;
    return {
      asks(member, role) {
        const actor = { kind: "member", id: member } as const;
        const isOwn = request.askedBy === actorName(actor);
        return !isOwn && isAmong(request.asked, member, role) && parts.approvers.may(actor, role, request);
      },
    };
  };
