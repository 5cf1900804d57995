/**
 * The record that a tenant's contents are gone and its resources are being removed. Without it nobody removes a script
 * that is not ready: a deployment that failed is not ready either, and its workspace may be full.
 */
import * as z from "zod/mini";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { OpenRecords } from "../openRecords.ts";

const erasing = z.strictObject({
  exportId: z.string(),
  sha256: z.string(),
  rows: z.int(),
  sites: z.array(z.string()),
  at: z.int(),
});
export type Erasing = z.infer<typeof erasing>;

const records = new OpenRecords("tenant.erasing", erasing);
const CLOSE = "UPDATE tenant_workers SET ready_at = NULL WHERE tenant_id = ?";
/** Writes the record and routes nobody to the tenant any more, both or neither. */
export async function beginErasing(db: D1Database, tenant: string, record: Erasing): Promise<void> {
  await db.batch([records.begin(db, tenant, record, record.at), db.prepare(CLOSE).bind(tenant)]);
}

/** The record of an erasure by the same export. */
export async function requireErasing(db: D1Database, tenant: string, exportId: string): Promise<Erasing> {
  const record = await records.find(db, tenant);
  if (record?.exportId === exportId) return record;
  throw new Refusal("CONFLICT", {
    reason: "This tenant's worker is not ready, and no erasure by this export has emptied it: deploy it first.",
  });
}

/** Ends the record as the tenant is deployed again: what its new worker holds has been erased by nobody. */
export const endErasing = (db: D1Database, tenant: string, at: number): D1PreparedStatement =>
  records.end(db, tenant, at);
