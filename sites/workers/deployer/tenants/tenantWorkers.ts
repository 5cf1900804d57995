import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import {
  type TenantWorkerRow,
  claimRow,
  closeRow,
  findTenantWorkerRow,
  readyRow,
} from "../../../control/tenants/tenantWorkers.ts";
import { endRestoring } from "./restoringRecord.ts";
import { endErasing } from "./erasingRecord.ts";
import type { TenantIdentity } from "../../../platform/tenants/bindings.ts";
import { tenantNames } from "../../../platform/tenants/names.ts";

export const identityOf = ({ tenant, worker, release, artifactSha256 }: TenantWorkerRow): TenantIdentity => ({
  tenant,
  worker,
  release,
  artifactSha256,
});

/** The tenant's row; null if there is none. Throws for a row with another tenant's worker, bucket or queue. */
export async function findTenantWorker(db: D1Database, tenant: string): Promise<TenantWorkerRow | null> {
  const row = await findTenantWorkerRow(db, tenant);
  if (row && !isOwn(row)) throw foreignRow();
  return row;
}

function isOwn({ tenant, worker, bucket, queue }: TenantWorkerRow): boolean {
  const names = tenantNames(tenant);
  return worker === names.worker && bucket === names.bucket && queue === names.queue;
}

const foreignRow = (): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "tenant_record_differs",
    reason: "The record of this tenant names another worker, namespace, bucket or queue.",
  });

/** The row of a ready tenant. Throws if there is none. */
export async function readyTenantWorker(db: D1Database, tenant: string): Promise<TenantWorkerRow> {
  const row = await findTenantWorker(db, tenant);
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.readyAt === null)
    throw new Refusal("CONFLICT", {
      conflict: "tenant_worker_not_ready",
      reason: "This tenant's worker is not ready: deploy it first.",
    });
  return row;
}

/**
 * Writes the tenant's new row, not ready. Throws for an existing row with other names, which another deployment wrote.
 */
export async function claimTenantWorker(db: D1Database, row: TenantWorkerRow, at: number): Promise<void> {
  const [claimed] = await db.batch([
    claimRow(db, row),
    endErasing(db, row.tenant, at),
    endRestoring(db, row.tenant, at),
  ]);
  if (claimed?.meta.changes !== 1) throw foreignRow();
}

/** Makes the tenant ready. False if another deployment of it began meanwhile. */
export async function openTenantWorker(db: D1Database, row: TenantWorkerRow, at: number): Promise<boolean> {
  return (await readyRow(db, row, at).run()).meta.changes === 1;
}

export async function closeTenantWorker(db: D1Database, tenant: string): Promise<void> {
  await closeRow(db, tenant).run();
}
