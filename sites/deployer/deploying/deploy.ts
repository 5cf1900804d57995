import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { tenantNames } from "../../shared/tenants/names.ts";
import type { Hosting } from "../hosting.ts";
import type { TenantWorkerRow } from "../tenantWorkers.ts";
import { claimTenantWorker, closeTenantWorker, openTenantWorker } from "../tenantWorkers.ts";
import { trustedArtifact } from "./artifact.ts";
import { ensureBucket } from "./bucket.ts";
import { awaitIdentity } from "./identity.ts";
import { ensureQueue } from "./queue.ts";
import { ensureScript } from "./script.ts";

export interface DeployRequest {
  readonly tenantId: string;
  readonly release: string;
  /** Digest of the release's artifact. */
  readonly sha256: string;
}

/**
 * Gives a tenant its worker, bucket and queue, or finds that it has exactly these. Every step makes what is missing,
 * reads it back and compares. The tenant is routed only after the last, so whatever stops it leaves the record not
 * ready; the same request goes on from there.
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
  // The upload of this request may have been the later one, so the other's record says more than is true.
  await closeTenantWorker(db, tenantId);
  throw new Refusal("CONFLICT", {
    reason: "Another deployment of this tenant began meanwhile. Send one of them again.",
  });
}
