import { HOST_KNOWN_MS, HOST_MAP_MAX_ENTRIES } from "../../../manifests/bounds/hosts.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import type { ReadyWorker } from "../../platform/tenants/callTenant.ts";
import { tenantNames } from "../../platform/tenants/names.ts";

/** A tenant's worker, bucket and queue, and whether the tenant is ready. */
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

const ROW = `tenant_id AS tenant, worker, namespace, release, artifact_sha256 AS artifactSha256, bucket, queue,
  ready_at AS readyAt`;
const FIND = `SELECT ${ROW} FROM tenant_workers WHERE tenant_id = ?`;
const LIST = `SELECT ${ROW} FROM tenant_workers WHERE tenant_id > ? ORDER BY tenant_id LIMIT ?`;

export const findTenantWorkerRow = (db: D1Database, tenant: string): Promise<TenantWorkerRow | null> =>
  db.prepare(FIND).bind(tenant).first<TenantWorkerRow>();

/** Rows after a tenant, sorted by tenant. */
export async function tenantWorkersAfter(
  db: D1Database,
  after: string,
  most: number,
): Promise<readonly TenantWorkerRow[]> {
  return (await db.prepare(LIST).bind(after, most).all<TenantWorkerRow>()).results;
}

/** The SQL selection of tenants that have a ready worker, as tenants without a name. More conditions may follow. */
export const READY_TENANTS = "SELECT tenant_id, '', 'active' FROM tenant_workers WHERE ready_at IS NOT NULL";

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

/** Writes a tenant's row, not ready. A row with other names stays as it is. */
export function claimRow(db: D1Database, row: TenantWorkerRow): D1PreparedStatement {
  const { tenant, worker, namespace, release, artifactSha256, bucket, queue } = row;
  return db.prepare(CLAIM).bind(tenant, worker, namespace, release, artifactSha256, bucket, queue);
}

/** Makes a row ready that nobody has changed. */
export function readyRow(db: D1Database, row: TenantWorkerRow, at: number): D1PreparedStatement {
  const { tenant, worker, namespace, release, artifactSha256 } = row;
  return db.prepare(READY).bind(at, tenant, worker, namespace, release, artifactSha256);
}

/** Ends the routing to a tenant. */
export const closeRow = (db: D1Database, tenant: string): D1PreparedStatement => db.prepare(CLOSE).bind(tenant);

interface Row extends ReadyWorker {
  readonly queue: string;
}

const COLUMNS = "tenant_id AS tenant, worker, queue FROM tenant_workers";
const BY_TENANT = `SELECT ${COLUMNS} WHERE tenant_id = ? AND ready_at IS NOT NULL`;
const BY_QUEUE = `SELECT ${COLUMNS} WHERE queue = ? AND ready_at IS NOT NULL`;

/** Ready workers, cached as long as hostnames are. A worker that is not ready is read each time. */
const known = new BoundedMap<string, Span & { readonly row: ReadyWorker }>(HOST_MAP_MAX_ENTRIES);

export async function findReadyWorker(db: D1Database, tenant: string): Promise<ReadyWorker | undefined> {
  const kept = known.get(tenant);
  const now = Date.now();
  if (kept && isWithin(kept, now)) return kept.row;
  const row = believed(await db.prepare(BY_TENANT).bind(tenant).first<Row>());
  if (row) known.set(tenant, { row, from: now, until: now + HOST_KNOWN_MS });
  else known.delete(tenant);
  return row;
}

/** The tenant of a queue. The queue decides whose message it is, not its content. */
export const workerOfQueue = async (db: D1Database, queue: string): Promise<ReadyWorker | undefined> =>
  believed(await db.prepare(BY_QUEUE).bind(queue).first<Row>());

/** Clears the cache of this isolate. */
export const forgetWorkers = (): void => known.clear();

/** Ignores a row with a worker or queue of another tenant, since names derive from the tenant. */
function believed(row: Row | null): ReadyWorker | undefined {
  if (!row) return undefined;
  const { worker, queue } = tenantNames(row.tenant);
  return row.worker === worker && row.queue === queue ? { tenant: row.tenant, worker } : undefined;
}
