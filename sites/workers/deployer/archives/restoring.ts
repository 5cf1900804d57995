import { Refusal, type Issue } from "../../../../manifests/refusals/refusal.ts";
import { requireConfirmation } from "../../../../runtime/backups/named.ts";
import type { RestoredView } from "../../../../runtime/backups/views.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type TenantRecord, tenantRecord } from "../../../control/tenants/tenants.ts";
import { listHostnames } from "../../../control/tenants/hostnames.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { type Occasion, auditOf } from "../tenants/occasion.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { readyTenantWorker } from "../tenants/tenantWorkers.ts";
import { headFor } from "./archiveBytes.ts";
import { returnFiles } from "./copies.ts";
import { type KeptExport, readExport } from "./exporting.ts";
import { storedArchiveKey } from "./keys.ts";
import { beginRestoring, endRestoring, isFilled } from "../tenants/restoringRecord.ts";

/** The request to restore an export, with the typed confirmation. */
export interface RestoreRequest {
  readonly tenantId: string;
  readonly workerName: string;
  readonly dispatchNamespace: string;
  readonly release: string;
  readonly exportId: string;
  readonly sha256: string;
  readonly createdAt: number;
  readonly confirmation: string;
}

/**
 * Restores an export into a tenant's empty workspace. All checks that need no tenant come first. The workspace then
 * verifies the archive itself, and writes all of it or nothing.
 */
export async function restoreTenant(
  hosting: Hosting,
  asked: RestoreRequest,
  occasion: Occasion,
): Promise<RestoredView> {
  const { tenantId: tenant, sha256 } = asked;
  requireConfirmation("RESTORE", tenant, asked.confirmation);
  const row = await readyTenantWorker(hosting.db, tenant);
  requireIdentity(row, asked);
  const kept = await readExport(hosting, row, asked.exportId, sha256);
  if (kept.facts.createdAt !== asked.createdAt) throw other("/createdAt", "the export's own time");
  if (kept.facts.release !== asked.release)
    throw other("/release", "the export's own release; deploy the tenant from it first");
  const record = await tenantRecord(hosting.db, tenant);
  requireSites(headFor(kept.bytes, tenant).sites, record);
  return dispatched(hosting, { asked, kept, record }, occasion);
}

const other = (pointer: string, allowed: string): Refusal => {
  const issues: readonly Issue[] = [{ pointer, found: "another value", allowed }];
  return new Refusal("CONFLICT", {
    conflict: "not_on_record",
    reason: "The request names what is not on record.",
    issues,
  });
};

function requireIdentity(row: TenantWorkerRow, asked: RestoreRequest): void {
  if (asked.workerName !== row.worker) throw other("/workerName", "the worker on record");
  if (asked.dispatchNamespace !== row.namespace) throw other("/dispatchNamespace", "the namespace on record");
  if (asked.release !== row.release) throw other("/release", "the release on record");
}

function requireSites(sites: readonly string[], record: TenantRecord): void {
  if (sites.some((site) => !record.sites.includes(site)))
    throw new Refusal("CONFLICT", {
      conflict: "site_not_on_record",
      reason: "The control plane has no record of a site that the archive holds.",
    });
}

interface Restore {
  readonly asked: RestoreRequest;
  readonly kept: KeptExport;
  readonly record: TenantRecord;
}

async function dispatched(hosting: Hosting, restore: Restore, occasion: Occasion): Promise<RestoredView> {
  const { tenants, db } = hosting;
  const { asked, kept, record } = restore;
  const { tenantId: tenant } = asked;
  const restored = (await isFilled(hosting, tenant, asked))
    ? restoredBefore(tenant, kept)
    : await filled(hosting, restore, occasion);
  // Sets the status again, because the control plane may have changed since an interrupted request.
  expectValue(await tenants.call(tenant, "setStatus", record.status));
  for (const site of restored.sites) {
    const hostnames = await listHostnames(db, { tenant, site });
    expectValue(await tenants.call(tenant, "setHostnames", site, hostnames));
  }
  await db.batch([
    auditOf(db, occasion, { tenant, command: "tenant.restore" }),
    endRestoring(db, tenant, hosting.now()),
  ]);
  return restored;
}

async function filled(
  hosting: Hosting,
  { asked, kept, record: { status, sites } }: Restore,
  { actor, requestId }: Occasion,
): Promise<RestoredView> {
  const { tenants } = hosting;
  const { tenantId: tenant, exportId, sha256, confirmation } = asked;
  await requireEmpty(hosting, tenant);
  await returnArchive(hosting, tenant, kept);
  // The status comes first, because overdue schedules publish as soon as it allows them.
  expectValue(await tenants.call(tenant, "setStatus", status));
  await beginRestoring(hosting, tenant, { exportId, sha256, requestId });
  const input = { tenant, sites, sha256, confirmation, actor: actorNamed(actor), requestId };
  return expectValue(await tenants.call(tenant, "restore", { ...input, kind: "exports", backup: kept.id }));
}

/** The answer of the interrupted request. It had copied the files before the rows. */
function restoredBefore(tenant: string, { bytes, files }: KeptExport): RestoredView {
  const { sites, members } = headFor(bytes, tenant);
  const rows = members.reduce((sum, member) => sum + member.rows, 0);
  return { tenant, sites, rows, media: { files: files.length, copied: 0, missing: 0 } };
}

/**
 * Throws unless the workspace is empty. The workspace checks again in its own transaction; this check saves the copies.
 */
async function requireEmpty({ tenants }: Hosting, tenant: string): Promise<void> {
  const { sites } = expectValue(await tenants.call(tenant, "status"));
  if (sites.length > 0)
    throw new Refusal("CONFLICT", {
      conflict: "workspace_not_empty",
      reason: "This workspace is not empty; an export is restored into an empty one only.",
    });
}

/** Copies the archive and its files to where the workspace reads them. */
export async function returnArchive(
  hosting: Hosting,
  tenant: string,
  { facts, id, bytes, files }: KeptExport,
): Promise<void> {
  await returnFiles(hosting, tenant, files);
  await hosting.tenants.write(
    tenant,
    "backups",
    {
      key: storedArchiveKey(tenant, id),
      bytes: bytes.length,
      type: "application/jsonl",
      sha256: facts.sha256,
      metadata: facts.stored,
    },
    new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
  );
}
