import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import type { Env } from "../../powers/env.ts";
import { listHostnames, isPrimaryOf, releaseHostname } from "../../../control/tenants/hostnames.ts";
import { forgetRoute } from "../../names/routing.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import type { OperatorAudit } from "./verify.ts";
import { PLATFORM } from "../../powers/powers.ts";

export interface ReleasedHostname {
  readonly hostname: string;
  readonly changed: boolean;
}

/**
 * Removes a hostname or a request for it from a site. The primary hostname cannot be removed. A repeated request
 * finishes an interrupted one.
 */
export async function releaseDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<ReleasedHostname> {
  if (await isPrimaryOf(env.DB, hostname, ref))
    throw new Refusal("CONFLICT", {
      conflict: "hostname_primary",
      reason: "This is the hostname that the site's pages are published under. It cannot be released.",
    });
  const changed = await remove(env, hostname, ref, audit);
  await tellWorkspace(env, ref);
  forgetRoute(hostname);
  return { hostname, changed };
}

async function remove({ DB }: Env, hostname: string, ref: SiteRef, audit: OperatorAudit): Promise<boolean> {
  const { tenant, site } = ref;
  const entry: AuditEntry = { ...audit, tenant, site, command: "domain.release", outcome: "done", about: { hostname } };
  const results = await DB.batch([...releaseHostname(DB, hostname, ref), auditStatement(DB, entry)]);
  return results.slice(0, 2).some(({ meta }) => meta.changes > 0);
}

/** Sends the remaining hostnames to the workspace, if the site has any. */
async function tellWorkspace(env: Env, { tenant, site }: SiteRef): Promise<void> {
  const names = await listHostnames(env.DB, { tenant, site });
  if (names.length > 0) expectValue(await env.WORKSPACES.of({ tenant, site }, PLATFORM).setHostnames(site, names));
}
