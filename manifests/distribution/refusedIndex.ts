/**
 * Reasons why an index is refused: a stable code and a sentence for people. A refusal changes nothing: the last
 * accepted index stays valid until it expires.
 */
export const INDEX_REFUSALS = {
  unreachable: "the index did not answer",
  too_slow: "the index took too long to answer",
  too_large: "the index is too large",
  insecure: "the index is on this machine, which was started without --insecure-localhost",
  redirected: "the index redirects to an address that is not allowed",
  malformed: "the file is not an index, or not in canonical form",
  wrong_key: "none of the allowed keys signed the index",
  wrong_signature: "the signature of the index is wrong",
  wrong_name: "the file is another index than the one listed under this name",
  expired: "the index has expired",
  holds_too_long: "the expiry time of the index is too far in the future",
  rolled_back: "the index is older than the version that was read before",
  changed: "the index has the same version number as before, but other content",
  shrunk: "the index no longer lists a plugin version that it listed before",
  rewritten: "the index lists a plugin version with other bytes than before",
  foreign_name: "the index lists a plugin of a publisher that the operator does not allow for it",
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
