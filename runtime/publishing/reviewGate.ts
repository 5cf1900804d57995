import type { Envelope } from "../area/command.ts";
import type { Selection } from "./choice.ts";

/** The caller of a publication, and whether they say that it goes past the review. */
export interface GatedCaller extends Pick<Envelope, "site" | "role"> {
  readonly pastReview?: boolean | undefined;
}

/** The review of publications, which every way to publish asks. */
export interface ReviewGate {
  /**
   * Throws if a selection has changes that need an approval, unless an owner goes past the review. True if one does and
   * something needed it.
   */
  requireReviewed(caller: GatedCaller, selection: Selection): boolean;
  /**
   * The same for a publication that waits for plugins before its commit. The answered function asks again, by the rules
   * at its call, for the draft as it was before the wait. `isApproved` tells of approvals that make the review.
   */
  reviewing(caller: GatedCaller, selection: Selection, isApproved?: () => boolean): () => boolean;
  /** The same for an earlier release, whose documents may differ from those that visitors see. */
  requireRestorable(caller: GatedCaller, release: number): boolean;
  /**
   * Reads the present roles of the members who approved a scheduled request. The answered function tells whether their
   * approvals suffice, by the rules at its call.
   */
  stillApproved(site: string, request: string): Promise<() => boolean>;
}

/** The part of a command's output that audit keeps if an owner went past the review. */
export interface PassedReview {
  readonly passedReview?: true;
}

export const passedIn = (isPast: boolean): PassedReview => (isPast ? { passedReview: true } : {});
