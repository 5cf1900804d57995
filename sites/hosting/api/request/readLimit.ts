import { BoundedMap } from "../../../../manifests/memory/boundedMap.ts";
import { READ_SUBJECTS_KNOWN } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import { RATE_POLICIES, spendFrom } from "../../../../runtime/tenancy/rateLimits.ts";
import type { LoggedInMember } from "../../auth/loggedInMember.ts";

/** The limits of what changes nothing. */
export type ReadLimit = "reads" | "previews";

/** The time at which each member's whole quota is free again. The member who has asked least recently comes first. */
const known = new BoundedMap<string, number>(READ_SUBJECTS_KNOWN);

/**
 * Counts a read of a member. Every isolate counts for itself, so that reading costs no further hop; changes and exports
 * are counted exactly, by the workspace.
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
