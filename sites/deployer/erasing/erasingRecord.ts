/**
 * The record that a tenant's contents are gone and its resources are being removed. Without it nobody removes a script
 * that is not ready: a deployment that failed is not ready either, and its workspace may be full.
 */
import * as z from "zod/mini";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

const KIND = "tenant.erasing";
const idOf = (tenant: string): string => `${KIND}:${tenant}`;

const erasing = z.strictObject({
  exportId: z.string(),
  sha256: z.string(),
  rows: z.int(),
  sites: z.array(z.string()),
  at: z.int(),
});
export type Erasing = z.infer<typeof erasing>;

const BEGIN = `
  INSERT INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, '${KIND}', ?, NULL, ?, ?)
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, created_at = excluded.created_at, resolved_at = NULL`;
const CLOSE = "UPDATE tenant_workers SET ready_at = NULL WHERE tenant_id = ?";
const FIND = "SELECT payload FROM operational_records WHERE id = ? AND resolved_at IS NULL";
const END = "UPDATE operational_records SET resolved_at = ? WHERE id = ? AND resolved_at IS NULL";

/** Writes the record and routes nobody to the tenant any more, both or neither. */
export async function beginErasing(db: D1Database, tenant: string, record: Erasing): Promise<void> {
  await db.batch([
    db.prepare(BEGIN).bind(idOf(tenant), tenant, JSON.stringify(record), record.at),
    db.prepare(CLOSE).bind(tenant),
  ]);
}

/** The record of an erasure by the same export. */
export async function requireErasing(db: D1Database, tenant: string, exportId: string): Promise<Erasing> {
  const found = await db.prepare(FIND).bind(idOf(tenant)).first<{ payload: string }>();
  const record = found && erasing.parse(JSON.parse(found.payload));
  if (record?.exportId === exportId) return record;
  throw new Refusal("CONFLICT", {
    reason: "This tenant's worker is not ready, and no erasure by this export has emptied it: deploy it first.",
  });
}

/** Ends the record as the tenant is deployed again: what its new worker holds has been erased by nobody. */
export const endErasing = (db: D1Database, tenant: string, at: number): D1PreparedStatement =>
  db.prepare(END).bind(at, idOf(tenant));
