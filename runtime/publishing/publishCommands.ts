import type { Command, Envelope } from "../area/command.ts";
import { actorName } from "../area/actor.ts";
import { parseWith } from "../commands/parse.ts";
import {
  requireChosenInLanguages,
  requireSeen,
  selectionOf,
  type Selection,
  shownFor,
  type ChoiceParts,
  type LimitParts,
} from "./choice.ts";
import {
  deleteInput,
  publishInput,
  type PublishInput,
  type ReleaseRestoreInput,
  restoreInput,
} from "./publishInputs.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { PublishResult, Publisher } from "./publisher.ts";
import type { PublishTurns } from "./publishTurns.ts";
import { passedIn, type ReviewGate } from "./reviewGate.ts";
import type { ReleaseRetention } from "./releases/releaseRetention.ts";
import type { Releases } from "./releases/releases.ts";
import type { Sites } from "../tenancy/sites.ts";

export interface PublishParts extends ChoiceParts, LimitParts {
  readonly publisher: Publisher;
  readonly publishTurns: PublishTurns;
  readonly reviewGate: ReviewGate;
}

/** Publishes a site's current draft, or chosen documents of it. */
export function publish(parts: PublishParts): Command<PublishInput, PublishResult> {
  const prepare: Command<PublishInput, PublishResult>["prepare"] = async (envelope, input) => {
    const { selection, review } = selected(parts, envelope, input);
    const commit = await parts.publisher.prepare(envelope.site, actorName(envelope.actor), selection);
    return () => reviewed(review, commit);
  };
  return {
    parse: parseWith(publishInput),
    inTurn: ({ envelope, input, finish }) => {
      let reviewTogether: (() => boolean) | undefined;
      return parts.publishTurns.take({
        envelope,
        prepare: (present) => {
          // The publication was tried together with others, and is now made alone.
          reviewTogether = undefined;
          return prepare(present, input);
        },
        select: (present) => {
          const { selection, review } = selected(parts, present, input);
          shownFor(parts, present.site, selection);
          reviewTogether = review;
          return selection;
        },
        finish: (commit) => finish(() => (reviewTogether ? reviewed(reviewTogether, commit) : commit())),
      });
    },
    prepare,
  };
}

/** Commits a publication, if the review still lets it pass. The rules may have changed while plugins checked it. */
function reviewed(review: () => boolean, commit: () => PublishResult): PublishResult {
  const passed = passedIn(review());
  return { ...commit(), ...passed };
}

/**
 * The documents that a member publishes. Throws if they may not be published, or have changed since the member saw
 * them. The publisher pins the draft before its first wait, so nothing can be written between this check and that.
 */
function selected(
  parts: PublishParts,
  { site, actor, role }: Envelope,
  { change, pastReview: past, ...chosen }: PublishInput,
): { readonly selection: Selection; readonly review: () => boolean } {
  const selection = selectionOf(parts, site, chosen);
  requireChosenInLanguages(parts, { site, actor }, selection);
  if (change !== undefined) requireSeen(parts, site, change, selection);
  return { selection, review: parts.reviewGate.reviewing({ site, role, pastReview: past }, selection) };
}

/** Publishes an earlier release again. The draft does not change. */
export function restoreRelease({
  publisher,
  publishTurns,
  reviewGate,
}: Pick<PublishParts, "publisher" | "publishTurns" | "reviewGate">): Command<ReleaseRestoreInput, PublishResult> {
  const prepare: Command<ReleaseRestoreInput, PublishResult>["prepare"] =
    async ({ site, actor, role }, { release, pastReview: past }) =>
    () => {
      const isPast = reviewGate.requireRestorable({ site, role, pastReview: past }, release);
      return { ...publisher.restore(site, release, actorName(actor)), ...passedIn(isPast) };
    };
  return {
    parse: parseWith(restoreInput),
    inTurn: ({ envelope, input, finish }) =>
      publishTurns.take({ envelope, prepare: (present) => prepare(present, input), finish }),
    prepare,
  };
}

export interface DeletedRelease {
  readonly release: number;
  readonly deleted: true;
}

export interface ReleaseParts {
  readonly sites: Sites;
  readonly releases: Releases;
  readonly releaseRetention: ReleaseRetention;
}

/** Deletes an earlier release, which can then not be shown again. */
export function deleteRelease(parts: ReleaseParts): Command<{ release: number }, DeletedRelease> {
  const { sites, releases, releaseRetention } = parts;
  return {
    parse: parseWith(deleteInput),
    prepare:
      async ({ site }, { release }) =>
      () => {
        const found = releases.find(site, release);
        if (!found) throw new Refusal("NOT_FOUND", { release });
        if (found.state === "building")
          throw new Refusal("CONFLICT", {
            conflict: "release_unfinished",
            reason: "This release is still being made. Wait until it is ready.",
            release,
          });
        if (sites.get(site).release === release)
          throw new Refusal("CONFLICT", {
            conflict: "release_current",
            reason: "Visitors see this release, so it cannot be deleted.",
            release,
          });
        releaseRetention.forget(site, release);
        return { release, deleted: true };
      },
  };
}
