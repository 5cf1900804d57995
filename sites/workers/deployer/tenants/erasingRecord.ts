/**
 * The record that a tenant's content is erased and its resources are being deleted. Without it no script that is not
 * ready is deleted, because a failed deployment also leaves one, perhaps with a full workspace.
 */
import * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { closeRow } from "../../../control/tenants/tenantWorkers.ts";
import { OpenRecords } from "./openRecords.ts";

const erasing = z.strictObject({
  exportId: z.string(),
  sha256: z.string(),
  rows: z.int(),
  sites: z.array(z.string()),
  at: z.int(),
});
export type Erasing = z.infer<typeof erasing>;

const records = new OpenRecords("tenant.erasing", erasing);

/** Writes the record and stops routing to the tenant, in one batch. */
export async function beginErasing(db: D1Database, tenant: string, record: Erasing): Promise<void> {
  await db.batch([records.begin(db, tenant, record, record.at), closeRow(db, tenant)]);
}

/** The open record of an erasure with this export. Throws if there is none. */
export async function requireErasing(db: D1Database, tenant: string, exportId: string): Promise<Erasing> {
  const record = await records.find(db, tenant);
  if (record?.exportId === exportId) return record;
  throw new Refusal("CONFLICT", {
    conflict: "tenant_worker_not_ready",
    reason: "This tenant's worker is not ready, and no erasure by this export has emptied it: deploy it first.",
  });
}

/** Closes the record at a new deployment. Its data is new and was never erased. */
export const endErasing = (db: D1Database, tenant: string, at: number): D1PreparedStatement =>
  records.end(db, tenant, at);
