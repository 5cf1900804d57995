/** Checks of the prepared set, in the order of a report. */
import { hasMatchingQueues, hasOwnNamespaces, isAllowed } from "./bindingChecks.ts";
import type { Check } from "../descriptor/check.ts";
import { hasBareOrigins, hasOneMembersOrigin, hasPublicOrigin, isReachedByName } from "./originChecks.ts";
import { isDescribed, isOfRelease, isPrepared, isUnedited } from "./preparedSetChecks.ts";
import { hasNoPlaceholder, hasNoSecret, hasSoundTrustKeys } from "./valueChecks.ts";

export const PREPARED_CHECKS: readonly Check[] = [
  isPrepared,
  isUnedited,
  isOfRelease,
  hasNoPlaceholder,
  isDescribed,
  isAllowed,
  hasOwnNamespaces,
  isReachedByName,
  hasBareOrigins,
  hasOneMembersOrigin,
  hasPublicOrigin,
  hasMatchingQueues,
  hasSoundTrustKeys,
  hasNoSecret,
];
