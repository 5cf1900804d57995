import { READ_SUBJECTS_KNOWN } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import type { Standing } from "../../../runtime/rateLimits.ts";
import { RATE_POLICIES, spendFrom } from "../../../runtime/rateLimits.ts";
import type { Member } from "../auth/logins.ts";

/** For each member of a site, when their whole quota is free again. The one who has not asked for longest is first. */
const known = new Map<string, number>();

/**
 * Counts a read of a member. Every isolate counts for itself, so that reading costs no further hop; changes and exports
 * are counted exactly, by the workspace.
 */
export function countRead({ tenant, site, identity }: Member, now: number): Standing {
  const subject = JSON.stringify([tenant, site, identity]);
  const { standing, freeAt } = spendFrom(RATE_POLICIES.reads, known.get(subject) ?? 0, now);
  keep(subject, freeAt);
  if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit: "reads", ...standing });
  return standing;
}

function keep(subject: string, freeAt: number): void {
  known.delete(subject);
  const oldest = known.size >= READ_SUBJECTS_KNOWN ? known.keys().next() : undefined;
  if (oldest && !oldest.done) known.delete(oldest.value);
  known.set(subject, freeAt);
}
