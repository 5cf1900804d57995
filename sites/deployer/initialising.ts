import { actorNamed } from "../../runtime/area/actor.ts";
import { expectValue } from "../../runtime/commands/answer.ts";
import type { InitialiseResult } from "../../runtime/operating/initialise.ts";
import { hostnamesOf } from "../hosting/provisioning/controlPlane.ts";
import type { Hosting } from "./hosting.ts";
import type { Occasion } from "./occasion.ts";
import { auditOf } from "./occasion.ts";
import type { InitialiseRequest } from "./requests.ts";
import { readyTenantWorker } from "./tenantWorkers.ts";

/**
 * Creates a site in the tenant's own worker, or verifies that it exists exactly so. Verified hostnames of the control
 * plane are used. Before there is any, the site gets the requested hostname, which nothing routes to yet.
 */
export async function initialiseSite(
  { db, tenants }: Hosting,
  { tenantId: tenant, siteId: site, pluginIds, bundle, pluginRecords }: InitialiseRequest,
  occasion: Occasion,
): Promise<InitialiseResult> {
  await readyTenantWorker(db, tenant);
  const verified = await hostnamesOf(db, { tenant: { id: tenant }, site: { id: site } });
  const hostnames = verified.length > 0 ? verified : [bundle.hostname];
  const result = expectValue(
    await tenants.call(tenant, "initialise", {
      tenant,
      site,
      origin: `https://${hostnames[0] ?? bundle.hostname}`,
      hostnames,
      plugins: pluginIds,
      records: pluginRecords,
      document: bundle.document,
      theme: bundle.theme,
      actor: actorNamed(occasion.actor),
      requestId: occasion.requestId,
    }),
  );
  await auditOf(db, occasion, { tenant, site, command: "site.initialise" }).run();
  return result;
}
