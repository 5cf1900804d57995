/**
 * Reasons why an index is refused: a stable code and a sentence for people. A refusal changes nothing: the last
 * accepted index stays valid until it expires.
 */
export const INDEX_REFUSALS = {
  unreachable: "it did not answer",
  too_slow: "it took too long",
  too_large: "it is larger than an index may be",
  redirected: "it leads to an address that is not allowed",
  malformed: "it is no index in its only spelling",
  wrong_key: "none of the keys that may sign it has signed it",
  wrong_signature: "its signature does not verify",
  wrong_name: "it is another index than the one listed under this name",
  expired: "it says itself that it no longer holds",
  holds_too_long: "it says that it holds longer than an index may",
  rolled_back: "it is older than the one that was read before",
  changed: "it has the number of the one that was read before, and other content",
  shrunk: "it no longer lists a version that it listed before",
  rewritten: "it gives a version other bytes than before",
  foreign_name: "it lists a plugin of a publisher that the operator has not allowed it",
} as const;

export type IndexReason = keyof typeof INDEX_REFUSALS;

export interface RefusedIndex {
  readonly reason: IndexReason;
  readonly detail: string;
}

export const refusedIndex = (reason: IndexReason, more = ""): RefusedIndex => ({
  reason,
  detail: more === "" ? INDEX_REFUSALS[reason] : `${INDEX_REFUSALS[reason]}: ${more}`,
});
