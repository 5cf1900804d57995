import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Documents } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import type { Timeline } from "../documents/timeline.ts";
import type { Letters } from "../mail/letters.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Choice } from "../publishing/publishInputs.ts";
import type { Publisher } from "../publishing/publisher.ts";
import type { PublishTurns } from "../publishing/publishTurns.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { RoleOf } from "../publishing/scheduleRunner.ts";
import type { Schedules } from "../publishing/schedules.ts";
import type { Sites } from "../tenancy/sites.ts";
import { requestApprove } from "./approving.ts";
import { Approvers } from "./approvers.ts";
import { REVIEW_COMMANDS } from "./commandTable.ts";
import { pruneRequests, requestCreate, requestReturn, requestWithdraw, reviewPut } from "./commands.ts";
import { Gate } from "./gate.ts";
import {
  listRequests,
  neededReview,
  type ReadingParts,
  readRequest,
  requestsFor,
  type ReviewReader,
} from "./reading.ts";
import { PublicationRequests } from "./requests.ts";
import { reviewLetters } from "./reviewLetters.ts";
import { Reviews } from "./rules.ts";
import { REVIEW_TABLES } from "./tables.ts";
import type { ReviewView } from "./views.ts";

const { plain } = readsFrom<ReadingParts>();

const READS = {
  review: plain(({ reviews }, site): ReviewView => ({ review: reviews.of(site) })),
  /** The documents of a choice that need an approval, at most SCHEDULE_REASONS_LISTED. */
  "review.needed": plain((parts, site, { only }: { readonly only?: Choice | undefined }) =>
    neededReview(parts, site, only),
  ),
  requests: plain((parts, site) => listRequests(parts, site)),
  request: plain((parts, site, { request }: { readonly request: string }) => readRequest(parts, site, request)),
  /** The open requests that a member may decide. */
  "requests.for": plain((parts, site, reader: ReviewReader) => requestsFor(parts, site, reader)),
};

export const reviews = defineArea({
  tables: REVIEW_TABLES,
  needs: {
    powers: needed<Powers>(),
    roleOf: needed<RoleOf | undefined>(),
    sites: needed<Sites>(),
    documents: needed<Documents>(),
    history: needed<History>(),
    timeline: needed<Timeline>(),
    releases: needed<Releases>(),
    memberLanguages: needed<MemberLanguages>(),
    publisher: needed<Publisher>(),
    plugins: needed<PluginShelf>(),
    publishTurns: needed<PublishTurns>(),
    schedules: needed<Schedules>(),
    letters: needed<Letters>(),
    rateLimits: needed<RateLimits>(),
    reviews: needed<Reviews>(),
    publicationRequests: needed<PublicationRequests>(),
    approvers: needed<Approvers>(),
    reviewGate: needed<Gate>(),
  },
  open: (from) => ({
    reviews: new Reviews(from.powers.sql),
    publicationRequests: new PublicationRequests(from.powers.sql),
    approvers: new Approvers(from),
    reviewLetters: reviewLetters(from),
    reviewGate: new Gate(from),
  }),
  commands: REVIEW_COMMANDS,
  makers: {
    "review.put": reviewPut,
    "request.create": requestCreate,
    "request.approve": requestApprove,
    "request.return": requestReturn,
    "request.withdraw": requestWithdraw,
  },
  reads: READS,
  tidy(parts) {
    for (const { site } of parts.sites.all()) pruneRequests(parts, site);
  },
});
