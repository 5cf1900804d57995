import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { readBytes } from "../../../requests/bytes.ts";
import { ARCHIVE_MAX_BYTES } from "../../../../manifests/bounds/backups.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { archiveView, type ArchiveView } from "../../../../runtime/backups/views.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import type { Hosting } from "../tenants/hosting.ts";
import type { Occasion } from "../tenants/occasion.ts";
import { readyTenantWorker } from "../tenants/tenantWorkers.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { filesNamed, headFor, requireDigest, requireUnderCeiling } from "./archiveBytes.ts";
import { archiveFiles, requireArchivedFiles } from "./copies.ts";
import { type ExportFacts, asMetadata, factsIn } from "./facts.ts";
import { archiveIdIn, exportKey, storedArchiveKey } from "./keys.ts";

/** An export, as later requests name it. */
export interface ExportReceipt {
  readonly tenantId: string;
  readonly workerName: string;
  readonly dispatchNamespace: string;
  readonly release: string;
  readonly exportId: string;
  readonly sha256: string;
  readonly createdAt: number;
  readonly bytes: number;
  readonly files: number;
}

/**
 * Copies a tenant's whole state into the archive bucket: its archive, with visitors' submissions, and all files that it
 * names. Everything is read back and compared before the receipt.
 */
export async function exportTenant(hosting: Hosting, tenant: string, occasion: Occasion): Promise<ExportReceipt> {
  const row = await readyTenantWorker(hosting.db, tenant);
  const made = await madeArchive(hosting, row, occasion);
  requireUnderCeiling(made.bytes);
  if (made.media.missing > 0)
    throw new Refusal("CONFLICT", {
      conflict: "media_files_missing",
      reason: "Files that the sites name are missing.",
      files: made.media.missing,
    });
  const exportId = exportKey(tenant, made.id);
  // The tenant's own copy is deleted after a day or by a restore; the archive bucket keeps its copy.
  const before = await hosting.archives.head(exportId);
  if (before) requireSameState(exportId, factsIn(before), made);
  else await archived(hosting, row, made);
  return receiptOf(exportId, await readExport(hosting, row, exportId, made.sha256));
}

/**
 * Throws if an export with this id has another state. The idempotency key names an export, but the tenant's own copy
 * lives for a day. A later request with the same key would make a different archive.
 */
function requireSameState(exportId: string, kept: ExportFacts, made: ArchiveView): void {
  if (kept.sha256 === made.sha256) return;
  throw new Refusal("CONFLICT", {
    conflict: "export_key_used",
    reason:
      "This key has made an export before, of an earlier state; that one stays. Send the request with another key.",
    exportId,
    createdAt: kept.createdAt,
  });
}

async function archived(hosting: Hosting, row: TenantWorkerRow, made: ArchiveView): Promise<void> {
  const { bytes, stored } = await readArchive(hosting, row.tenant, made);
  const files = await filesNamed(bytes);
  await archiveFiles(hosting, row.tenant, files);
  await keep(hosting, exportKey(row.tenant, made.id), bytes, factsOf(row, made, files.length, stored));
}

/** Makes the archive, once for each idempotency key. A repeated request continues with the same one. */
async function madeArchive(
  { db, tenants }: Hosting,
  { tenant }: TenantWorkerRow,
  occasion: Occasion,
): Promise<ArchiveView> {
  const [site] = (await tenantRecord(db, tenant)).sites;
  if (site === undefined)
    throw new Refusal("CONFLICT", { conflict: "tenant_without_site", reason: "This tenant has no site." });
  const envelope = {
    site,
    actor: actorNamed(occasion.actor),
    key: occasion.key ?? occasion.requestId,
    requestId: occasion.requestId,
  };
  const { json } = expectValue(
    await tenants.call(tenant, "execute", "export.create", envelope, { includeSubmissions: true }),
  );
  return archiveView.parse(JSON.parse(json));
}

async function readArchive(
  { tenants }: Hosting,
  tenant: string,
  { id, bytes: size, sha256 }: ArchiveView,
): Promise<{ readonly bytes: Uint8Array; readonly stored: Readonly<Record<string, string>> }> {
  const found = await tenants.read(tenant, "backups", storedArchiveKey(tenant, id));
  if (!found)
    throw new Refusal("CONFLICT", { conflict: "archive_missing", reason: "The archive that was made is not there." });
  const bytes = await readBytes(found.body, ARCHIVE_MAX_BYTES);
  // The state needs several files, so it exceeds the limit.
  if (bytes.length !== size) throw new Refusal("TOO_LARGE", { bytes: size, maxBytes: ARCHIVE_MAX_BYTES });
  await requireDigest(bytes, sha256);
  headFor(bytes, tenant);
  return { bytes, stored: found.object.metadata };
}

const factsOf = (
  { tenant, worker, namespace, release }: TenantWorkerRow,
  { sha256, createdAt }: ArchiveView,
  files: number,
  stored: Readonly<Record<string, string>>,
): ExportFacts => ({ tenant, worker, namespace, release, sha256, createdAt, files, stored: { ...stored } });

const keep = async ({ archives }: Hosting, key: string, bytes: Uint8Array, facts: ExportFacts): Promise<void> => {
  await archives.put(key, bytes, {
    // Two requests for one export may run at once; the first one's answer stands.
    onlyIf: { etagDoesNotMatch: "*" },
    sha256: facts.sha256,
    httpMetadata: { contentType: "application/jsonl" },
    customMetadata: asMetadata(facts),
  });
};

export interface KeptExport {
  readonly facts: ExportFacts;
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Digests of the files that the archive names. */
  readonly files: readonly string[];
}

/** Reads an export completely and verifies it, as far as that needs no call of the tenant. */
export async function readExport(
  hosting: Hosting,
  { tenant, worker, namespace }: Pick<TenantWorkerRow, "tenant" | "worker" | "namespace">,
  exportId: string,
  sha256: string,
): Promise<KeptExport> {
  const id = archiveIdIn(exportId, tenant);
  if (id === undefined)
    throw new Refusal("CONFLICT", { conflict: "export_unknown", reason: "This is no export of this tenant." });
  const found = await hosting.archives.get(exportId);
  if (!found) throw new Refusal("NOT_FOUND", { exportId });
  try {
    requireUnderCeiling(found.size);
    const facts = factsIn(found);
    if (facts.tenant !== tenant || facts.worker !== worker || facts.namespace !== namespace)
      throw new Refusal("CONFLICT", {
        conflict: "export_of_other_tenant",
        reason: "The export is of another tenant or worker.",
      });
    if (facts.sha256 !== sha256)
      throw new Refusal("CONFLICT", { conflict: "export_altered", reason: "The export has another digest." });
    const bytes = await readBytes(found.body, ARCHIVE_MAX_BYTES);
    await requireDigest(bytes, sha256);
    headFor(bytes, tenant);
    const files = await filesNamed(bytes);
    await requireArchivedFiles(hosting, tenant, files);
    return { facts, id, bytes, files };
  } catch (error) {
    await found.body.cancel().catch(() => undefined);
    throw error;
  }
}

const receiptOf = (exportId: string, { facts, bytes, files }: KeptExport): ExportReceipt => ({
  tenantId: facts.tenant,
  workerName: facts.worker,
  dispatchNamespace: facts.namespace,
  release: facts.release,
  exportId,
  sha256: facts.sha256,
  createdAt: facts.createdAt,
  bytes: bytes.length,
  files: files.length,
});
