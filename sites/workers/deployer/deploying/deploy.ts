import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { tenantNames } from "../../../platform/tenants/names.ts";
import type { Hosting } from "../tenants/hosting.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { claimTenantWorker, closeTenantWorker, openTenantWorker } from "../tenants/tenantWorkers.ts";
import { trustedArtifact } from "./artifact.ts";
import { ensureBucket } from "./bucket.ts";
import { awaitIdentity } from "./identity.ts";
import { ensureQueue } from "./queue.ts";
import { ensureScript } from "./script.ts";

export interface DeployRequest {
  readonly tenantId: string;
  readonly release: string;
  /** SHA-256 of the release artifact. */
  readonly sha256: string;
}

/**
 * Creates a tenant's worker, bucket and queue, or verifies that it has exactly these. Each step creates what is
 * missing, reads it back and compares. The tenant becomes ready after the last step, so a failure leaves it not ready.
 * The same request then continues.
 */
export async function deployTenant(
  hosting: Hosting,
  { tenantId, release, sha256 }: DeployRequest,
): Promise<TenantWorkerRow> {
  const names = tenantNames(tenantId);
  const artifact = await trustedArtifact(hosting, release, sha256);
  const { namespace, db } = hosting;
  const row = { tenant: tenantId, namespace, release, artifactSha256: sha256, ...names, readyAt: null };
  await claimTenantWorker(db, row, hosting.now());
  await ensureBucket(hosting, row.bucket);
  await ensureQueue(hosting, row.queue);
  await ensureScript(hosting, row, artifact);
  await awaitIdentity(hosting, row);
  const readyAt = hosting.now();
  if (await openTenantWorker(db, row, readyAt)) return { ...row, readyAt };
  // Either request may have uploaded last, so the other's record may be wrong as well.
  await closeTenantWorker(db, tenantId);
  throw new Refusal("CONFLICT", {
    conflict: "deployment_overtaken",
    reason: "Another deployment of this tenant began meanwhile. Send one of them again.",
  });
}
