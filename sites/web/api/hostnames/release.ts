import { HOSTNAMES_HELD_MS } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { auditWhile, isNotDoneSince } from "../../../control/records/audit.ts";
import type { Env } from "../../powers/env.ts";
import { isNotPrimary, releaseHostname } from "../../../control/tenants/hostnames.ts";
import { both } from "../../../control/sql/condition.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import { type ChangedHostname, PRIMARY_MOVED } from "./primary.ts";
import type { OperatorAudit } from "./verify.ts";
import { tellHostnames } from "./told.ts";

/**
 * Removes a hostname or a request for it from a site. The primary hostname stays. For a moment after it changed, all
 * others stay, too, because a cache may show pages there. A repeated request finishes an interrupted one.
 */
export async function releaseDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<ChangedHostname> {
  const changed = await remove(env, hostname, ref, audit);
  await tellHostnames(env, ref, hostname);
  return { hostname, changed };
}

async function remove(
  { DB }: Env,
  hostname: string,
  { tenant, site }: SiteRef,
  audit: OperatorAudit,
): Promise<boolean> {
  const ref = { tenant, site };
  const entry = { ...audit, ...ref, command: "domain.release", outcome: "done", about: { hostname } } as const;
  const left = isNotDoneSince({ ...ref, command: PRIMARY_MOVED }, audit.at - HOSTNAMES_HELD_MS);
  const [, ...results] = await DB.batch([
    auditWhile(DB, entry, both(isNotPrimary(hostname, ref), left)),
    ...releaseHostname(DB, hostname, ref),
  ]).catch(refuseShown);
  return results.some(({ meta }) => meta.changes > 0);
}

function refuseShown(error: unknown): never {
  if (/constraint failed/i.test(String(error)))
    throw new Refusal("CONFLICT", {
      conflict: "hostname_primary",
      reason: "Pages are published under this hostname, or were 40 seconds ago. Choose another primary one, and wait.",
    });
  throw error;
}
