import { HOSTNAMES_HELD_MS } from "../../../../manifests/bounds/hosts.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import type { Env } from "../../powers/env.ts";
import { isPrimaryOf, releaseHostname } from "../../../control/tenants/hostnames.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import type { OperatorAudit } from "./verify.ts";
import { tellHostnames } from "./told.ts";

export interface ReleasedHostname {
  readonly hostname: string;
  readonly changed: boolean;
}

/**
 * Removes a hostname or a request for it from a site. The primary hostname cannot be removed, and no hostname of
 * a site whose primary one changed a moment ago: a cache may show its pages there. A repeated request finishes an
 * interrupted one.
 */
export async function releaseDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<ReleasedHostname> {
  if (await isPrimaryOf(env.DB, hostname, ref, audit.at - HOSTNAMES_HELD_MS))
    throw new Refusal("CONFLICT", {
      conflict: "hostname_primary",
      reason: "Pages are published under this hostname, or were 40 seconds ago. Choose another primary one, and wait.",
    });
  const changed = await remove(env, hostname, ref, audit);
  await tellHostnames(env, ref, hostname);
  return { hostname, changed };
}

async function remove({ DB }: Env, hostname: string, ref: SiteRef, audit: OperatorAudit): Promise<boolean> {
  const { tenant, site } = ref;
  const entry: AuditEntry = { ...audit, tenant, site, command: "domain.release", outcome: "done", about: { hostname } };
  const results = await DB.batch([...releaseHostname(DB, hostname, ref), auditStatement(DB, entry)]);
  return results.slice(0, 2).some(({ meta }) => meta.changes > 0);
}
