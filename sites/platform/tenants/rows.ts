/** Reads the rows of tenants' workers from the control plane. */
import { HOST_KNOWN_MS, HOST_MAP_MAX_ENTRIES } from "../../../manifests/bounds/hosts.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { Span } from "../../../manifests/memory/span.ts";
import { isWithin } from "../../../manifests/memory/span.ts";
import { tenantNames } from "./names.ts";

/** A tenant's worker that is ready. */
export interface ReadyWorker {
  readonly tenant: string;
  readonly worker: string;
}

interface Row extends ReadyWorker {
  readonly queue: string;
}

const COLUMNS = "tenant_id AS tenant, worker, queue FROM tenant_workers";
const BY_TENANT = `SELECT ${COLUMNS} WHERE tenant_id = ? AND ready_at IS NOT NULL`;
const BY_QUEUE = `SELECT ${COLUMNS} WHERE queue = ? AND ready_at IS NOT NULL`;

/** Ready workers, cached as long as hostnames are. A worker that is not ready is read each time. */
const known = new BoundedMap<string, Span & { readonly row: ReadyWorker }>(HOST_MAP_MAX_ENTRIES);

export async function readyWorkerOf(db: D1Database, tenant: string): Promise<ReadyWorker | undefined> {
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
