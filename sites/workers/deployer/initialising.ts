import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { actorNamed } from "../../../runtime/area/actor.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { InitialiseResult } from "../../../runtime/operating/initialise.ts";
import type { SiteRef } from "../../control/tenants/sites.ts";
import { listHostnames, siteOfHostname } from "../../control/tenants/hostnames.ts";
import type { Hosting } from "./tenants/hosting.ts";
import { type Occasion, auditOf } from "./tenants/occasion.ts";
import type { InitialiseRequest } from "./requests.ts";
import { readyTenantWorker } from "./tenants/tenantWorkers.ts";

/**
 * Creates a site in the tenant's own worker, or verifies that it exists exactly so. The site gets the verified
 * hostnames of the control plane, and until then none: nothing may be stored or purged for an unverified name.
 */
export async function initialiseSite(
  { db, tenants }: Hosting,
  { tenantId: tenant, siteId: site, pluginIds, bundle, pluginRecords }: InitialiseRequest,
  occasion: Occasion,
): Promise<InitialiseResult> {
  await readyTenantWorker(db, tenant);
  await requireFree(db, bundle.hostname, { tenant, site });
  const hostnames = await listHostnames(db, { tenant, site });
  const result = expectValue(
    await tenants.call(tenant, "initialise", {
      tenant,
      site,
      origin: `https://${hostnames[0] ?? bundle.hostname}`,
      hostnames,
      plugins: pluginIds,
      beginning: { hostname: bundle.hostname, records: pluginRecords },
      document: bundle.document,
      theme: bundle.theme,
      actor: actorNamed(occasion.actor),
      requestId: occasion.requestId,
    }),
  );
  await auditOf(db, occasion, { tenant, site, command: "site.initialise" }).run();
  return result;
}

/** Throws if another site has the hostname. The refusal does not say which. */
async function requireFree(db: D1Database, hostname: string, { tenant, site }: SiteRef): Promise<void> {
  const owner = await siteOfHostname(db, hostname);
  if (!owner || (owner.tenant === tenant && owner.site === site)) return;
  const issue = {
    pointer: "/bundle/hostname",
    found: "the hostname of another site",
    allowed: "a hostname that is free",
  };
  throw new Refusal("SITE_INITIALIZATION_CONFLICT", { site, issues: [issue] });
}
