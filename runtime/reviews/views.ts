/** The inputs and answers of the API about reviews. */
import * as z from "zod/mini";
import { REQUEST_WORDS_MAX_CHARS, REVIEW_MEMBERS_MAX } from "../../manifests/bounds/publishing.ts";
import { described } from "../commands/described.ts";
import { actor, changed, count, kind, moment } from "../documents/content/viewShapes.ts";
import { chosenMembers } from "../publishing/publishInputs.ts";
import { APPROVING_ROLES, identity, reviewRules } from "./rules.ts";

const id = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a request"));

/** Text of several lines. A member may write any language, and no control characters. */
const text = z
  .string()
  .check(z.maxLength(REQUEST_WORDS_MAX_CHARS), z.regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, "no control characters"));
const words = text.check(z.regex(/\S/u, "words that say something"));

const asked = z.strictObject({
  members: z.array(identity).check(z.maxLength(REVIEW_MEMBERS_MAX)),
  roles: z.array(z.enum(APPROVING_ROLES)).check(z.maxLength(APPROVING_ROLES.length)),
});

export const requestId = id;

export const createRequest = z.strictObject({
  words: described(words, "Words to the people who decide."),
  change: described(
    z.optional(z.int().check(z.gte(0))),
    "The draft's `change` that you have read. Refused if a chosen document is newer.",
  ),
  again: described(z.optional(id), "A request that ended or is stale. Its choice is asked for again as it is now."),
  asked: described(z.optional(asked), "The members and roles whom you ask. Default: everybody who may approve."),
  ...chosenMembers,
});

export const approveRequest = z.strictObject({
  request: id,
  words: described(z.optional(text), "A message to the member who asked."),
  at: described(
    z.optional(z.int()),
    "Milliseconds since 1970: the last approval schedules the publication for then. Default: it publishes at once.",
  ),
});
export const returnRequest = z.strictObject({
  request: id,
  words: described(words, "The changes that you want, for the member who asked."),
});
export const withdrawRequest = z.strictObject({ request: id });
export const putReview = z.strictObject({
  review: described(z.nullable(reviewRules), "The demands before a publication. Null: none."),
});

const STATES = ["open", "returned", "withdrawn", "replaced", "planned", "published", "failed"] as const;
const state = z.enum(STATES);
export type RequestState = (typeof STATES)[number];

export const requestChangedView = z.strictObject({
  request: id,
  state,
  approvals: count,
  needed: count,
  release: z.nullable(count),
  schedule: z.nullable(z.string()),
});
export type RequestChanged = z.infer<typeof requestChangedView>;

const documentShown = { kind, id: z.string(), title: z.nullable(z.string()), path: z.nullable(z.string()) };

export const requestView = z.strictObject({
  request: id,
  number: count,
  state,
  /** The value of the draft's change counter whose documents are meant. */
  change: count,
  /** True for a request of the whole draft, of which `documents` are the changes. */
  isWhole: z.boolean(),
  documents: z.array(z.strictObject(documentShown)),
  total: count,
  words: z.string(),
  asked,
  askedBy: actor,
  askedAt: moment,
  /** The decisions of members, in their order. */
  steps: z.array(
    z.strictObject({
      did: z.enum(["approved", "returned", "withdrawn"]),
      by: actor,
      at: moment,
      words: z.string(),
    }),
  ),
  /** The number of approvals that the site demands. */
  needed: count,
  /** Documents of an open request that changed since. It can then not be approved. */
  moved: z.array(z.strictObject({ ...documentShown, ...changed })),
  movedTotal: count,
  release: z.nullable(count),
  schedule: z.nullable(z.string()),
  /** The time of a scheduled publication. */
  at: z.nullable(moment),
  /** The request that asked before for the same. */
  again: z.nullable(id),
});
export type RequestView = z.infer<typeof requestView>;

/** All open requests and the last ended ones, the newest first. */
export const requestsView = z.strictObject({ items: z.array(requestView) });
export type RequestsView = z.infer<typeof requestsView>;

export const reviewView = z.strictObject({ review: z.nullable(reviewRules) });
export type ReviewView = z.infer<typeof reviewView>;
