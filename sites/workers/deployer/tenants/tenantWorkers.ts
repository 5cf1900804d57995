/** The table `tenant_workers`: each tenant's worker, bucket and queue, and whether the tenant is ready. */
import { HOSTED_TENANTS_PAGE } from "../../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { endRestoring } from "./restoringRecord.ts";
import { endErasing } from "./erasingRecord.ts";
import type { TenantIdentity } from "../../../platform/tenants/bindings.ts";
import { tenantNames } from "../../../platform/tenants/names.ts";

export interface TenantWorkerRow {
  readonly tenant: string;
  readonly worker: string;
  readonly namespace: string;
  readonly release: string;
  readonly artifactSha256: string;
  readonly bucket: string;
  readonly queue: string;
  readonly readyAt: number | null;
}

const COLUMNS = `tenant_id AS tenant, worker, namespace, release, artifact_sha256 AS artifactSha256, bucket, queue,
  ready_at AS readyAt`;
const FIND = `SELECT ${COLUMNS} FROM tenant_workers WHERE tenant_id = ?`;
const LIST = `SELECT ${COLUMNS} FROM tenant_workers WHERE tenant_id > ? ORDER BY tenant_id LIMIT ?`;

/** Writes the row and makes it not ready, until the deployer has verified everything. */
const CLAIM = `
  INSERT INTO tenant_workers (tenant_id, worker, namespace, release, artifact_sha256, bucket, queue, ready_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, NULL)
  ON CONFLICT (tenant_id) DO UPDATE SET release = excluded.release, artifact_sha256 = excluded.artifact_sha256, ready_at = NULL
  WHERE worker = excluded.worker AND namespace = excluded.namespace AND bucket = excluded.bucket AND queue = excluded.queue`;

/** Makes the row ready, unless a second deployment has changed it meanwhile. */
const READY = `
  UPDATE tenant_workers SET ready_at = ?1
  WHERE tenant_id = ?2 AND worker = ?3 AND namespace = ?4 AND release = ?5 AND artifact_sha256 = ?6`;
const CLOSE = "UPDATE tenant_workers SET ready_at = NULL WHERE tenant_id = ?";

export const identityOf = ({ tenant, worker, release, artifactSha256 }: TenantWorkerRow): TenantIdentity => ({
  tenant,
  worker,
  release,
  artifactSha256,
});

/** The tenant's row; null if there is none. Throws for a row with another tenant's worker, bucket or queue. */
export async function findTenantWorker(db: D1Database, tenant: string): Promise<TenantWorkerRow | null> {
  const row = await db.prepare(FIND).bind(tenant).first<TenantWorkerRow>();
  if (row && !isOwn(row)) throw foreignRow();
  return row;
}

function isOwn({ tenant, worker, bucket, queue }: TenantWorkerRow): boolean {
  const names = tenantNames(tenant);
  return worker === names.worker && bucket === names.bucket && queue === names.queue;
}

const foreignRow = (): Refusal =>
  new Refusal("CONFLICT", { reason: "The record of this tenant names another worker, namespace, bucket or queue." });

/** The row of a ready tenant. Throws if there is none. */
export async function readyTenantWorker(db: D1Database, tenant: string): Promise<TenantWorkerRow> {
  const row = await findTenantWorker(db, tenant);
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.readyAt === null)
    throw new Refusal("CONFLICT", { reason: "This tenant's worker is not ready: deploy it first." });
  return row;
}

/** One page of rows after a tenant, sorted by tenant. */
export async function listTenantWorkers(db: D1Database, after: string): Promise<readonly TenantWorkerRow[]> {
  return (await db.prepare(LIST).bind(after, HOSTED_TENANTS_PAGE).all<TenantWorkerRow>()).results;
}

/**
 * Writes the tenant's new row, not ready. Throws for an existing row with other names, which another deployment wrote.
 */
export async function claimTenantWorker(db: D1Database, row: TenantWorkerRow, at: number): Promise<void> {
  const { tenant, worker, namespace, release, artifactSha256, bucket, queue } = row;
  const [claimed] = await db.batch([
    db.prepare(CLAIM).bind(tenant, worker, namespace, release, artifactSha256, bucket, queue),
    endErasing(db, tenant, at),
    endRestoring(db, tenant, at),
  ]);
  if (claimed?.meta.changes !== 1) throw foreignRow();
}

/** Makes the tenant ready. False if another deployment of it began meanwhile. */
export async function openTenantWorker(db: D1Database, row: TenantWorkerRow, at: number): Promise<boolean> {
  const { tenant, worker, namespace, release, artifactSha256 } = row;
  const { meta } = await db.prepare(READY).bind(at, tenant, worker, namespace, release, artifactSha256).run();
  return meta.changes === 1;
}

export async function closeTenantWorker(db: D1Database, tenant: string): Promise<void> {
  await db.prepare(CLOSE).bind(tenant).run();
}
