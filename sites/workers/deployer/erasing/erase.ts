import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { requireConfirmation } from "../../../../runtime/backups/named.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { DRILL_PREFIX } from "../../../platform/tenants/names.ts";
import { readExport, type KeptExport } from "../archives/exporting.ts";
import { archiveIdIn, receiptKey } from "../archives/keys.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { type Occasion, auditOf } from "../tenants/occasion.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { findTenantWorker } from "../tenants/tenantWorkers.ts";
import { eraseContents } from "./contents.ts";
import { type Erasing, beginErasing, requireErasing } from "../tenants/erasingRecord.ts";
import { removeScript, removeTenantBucket, removeTenantQueue } from "./removal.ts";

export interface EraseRequest {
  readonly tenantId: string;
  readonly exportId: string;
  readonly sha256: string;
  readonly confirmation: string;
  readonly discardSubmissions?: boolean | undefined;
}

/**
 * The receipt of an erasure: the operator, the tenant, the time, and the places with remaining data. It holds no
 * content.
 */
export interface ErasureReceipt {
  readonly schemaVersion: 1;
  readonly tenantId: string;
  readonly workerName: string;
  readonly dispatchNamespace: string;
  readonly release: string;
  readonly artifactSha256: string;
  readonly export: {
    readonly id: string;
    readonly sha256: string;
    readonly bytes: number;
    readonly files: number;
    readonly createdAt: number;
  };
  readonly erased: { readonly rows: number; readonly sites: readonly string[]; readonly at: number };
  readonly removed: readonly string[];
  readonly operator: string;
  readonly at: number;
  /** The remaining data, with its place and the time of its deletion. */
  readonly remains: readonly { readonly what: string; readonly where: string; readonly until: string }[];
}

const REMAINS: ErasureReceipt["remains"] = [
  {
    what: "the export, the files it names and this receipt",
    where: "the archive bucket",
    until: "an operator removes them",
  },
  {
    what: "records of tenant, sites, people, hostnames and audit",
    where: "the database",
    until: "an operator removes them",
  },
  { what: "the database's own log", where: "the platform", until: "30 days have passed" },
];

/**
 * Erases a suspended tenant: its content, then script, consumer, queue and bucket. An export must hold all of its data.
 * Each step continues after an interrupted one.
 */
export async function eraseTenant(hosting: Hosting, asked: EraseRequest, occasion: Occasion): Promise<ErasureReceipt> {
  const { tenantId: tenant } = asked;
  requireConfirmation("ERASE", tenant, asked.confirmation);
  requireErasable(hosting, tenant);
  const row = await findTenantWorker(hosting.db, tenant);
  if (!row) throw new Refusal("NOT_FOUND");
  const kept = await readExport(hosting, row, asked.exportId, asked.sha256);
  const erasing = await contentsErased(hosting, { asked, row, kept }, occasion);
  await removeScript(hosting, row);
  await removeTenantQueue(hosting, row);
  await removeTenantBucket(hosting, row);
  const receipt = receiptOf({ row, kept, erasing, exportId: asked.exportId }, occasion);
  const key = receiptKey(tenant, archiveIdIn(asked.exportId, tenant) ?? "");
  await hosting.archives.put(key, JSON.stringify(receipt), { httpMetadata: { contentType: "application/json" } });
  await auditOf(hosting.db, occasion, { tenant, command: "tenant.remove" }).run();
  return receipt;
}

function requireErasable({ erases }: Hosting, tenant: string): void {
  if (erases === "all" || tenant.startsWith(DRILL_PREFIX)) return;
  throw new Refusal("FORBIDDEN", {
    reason: "This deployer removes tenants of a drill only, until the drill has passed in this account.",
  });
}

interface Erasure {
  readonly asked: EraseRequest;
  readonly row: TenantWorkerRow;
  readonly kept: KeptExport;
}

async function contentsErased(hosting: Hosting, { asked, row, kept }: Erasure, occasion: Occasion): Promise<Erasing> {
  const { db } = hosting;
  const { tenant } = row;
  const { status, sites } = await tenantRecord(db, tenant);
  if (status !== "suspended")
    throw new Refusal("CONFLICT", {
      conflict: "tenant_not_suspended",
      reason: "Only a suspended tenant can be erased. Suspend the tenant first.",
      status,
    });
  if (row.readyAt === null) return requireErasing(db, tenant, asked.exportId);
  const { confirmation, discardSubmissions: discardsSubmissions = false, exportId, sha256 } = asked;
  const { rows, sites: erased } = await eraseContents(
    hosting,
    { tenant, sites, kept, confirmation, discardsSubmissions },
    occasion,
  );
  const record: Erasing = { exportId, sha256, rows, sites: [...erased], at: hosting.now() };
  await beginErasing(db, tenant, record);
  return record;
}

const receiptOf = (
  {
    row,
    kept: { facts, bytes, files },
    erasing: { rows, sites, at },
    exportId,
  }: { readonly row: TenantWorkerRow; readonly kept: KeptExport; readonly erasing: Erasing; readonly exportId: string },
  { actor, at: now }: Occasion,
): ErasureReceipt => ({
  schemaVersion: 1,
  tenantId: row.tenant,
  workerName: row.worker,
  dispatchNamespace: row.namespace,
  release: row.release,
  artifactSha256: row.artifactSha256,
  export: { id: exportId, sha256: facts.sha256, bytes: bytes.length, files: files.length, createdAt: facts.createdAt },
  erased: { rows, sites, at },
  removed: ["script", "consumer", "queue", "bucket"],
  operator: actor,
  at: now,
  remains: REMAINS,
});
