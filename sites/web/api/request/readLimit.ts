import { BoundedMap } from "../../../../manifests/memory/boundedMap.ts";
import { READ_SUBJECTS_KNOWN } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type RateLimitState, RATE_POLICIES, spendFrom } from "../../../../runtime/tenancy/rateLimits.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";

/** Rate limits of routes that change nothing. */
export type ReadLimit = "reads" | "previews";

/** When the whole quota of each member is free again. The least recent member comes first and is dropped first. */
const known = new BoundedMap<string, number>(READ_SUBJECTS_KNOWN);

/**
 * Counts a read of a member. Each isolate counts on its own, so that a read needs no further request. The workspace
 * counts changes and exports exactly.
 */
export function countRead(
  { tenant, site, identity }: LoggedInMember,
  now: number,
  limit: ReadLimit = "reads",
): RateLimitState {
  const subject = JSON.stringify([limit, tenant, site, identity]);
  const { standing, freeAt } = spendFrom(RATE_POLICIES[limit], known.get(subject) ?? 0, now);
  known.set(subject, freeAt);
  if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit, ...standing });
  return standing;
}
