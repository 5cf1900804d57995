/** Keys in the archive bucket. All keys of a tenant begin with its id. */

/** The key of an export, which is also its id in requests. */
export const exportKey = (tenant: string, id: string): string => `${tenant}/exports/${id}.json`;

const EXPORT = /^([a-z0-9-]+)\/exports\/([A-Za-z0-9-]{1,64})\.json$/;

/** The archive's id in the id of an export; undefined if the export is another tenant's. */
export function archiveIdIn(exportId: string, tenant: string): string | undefined {
  const [, owner, id] = EXPORT.exec(exportId) ?? [];
  return owner === tenant ? id : undefined;
}

/** The key of a file. Archives with the same file share it. */
export const mediaKey = (tenant: string, digest: string): string => `${tenant}/media/${digest}`;

export const receiptKey = (tenant: string, id: string): string => `${tenant}/receipts/${id}.json`;

/** Keys below `backups/` in the tenant's own bucket, as its workspace writes them. */
export const storedArchiveKey = (tenant: string, id: string): string => `${tenant}/exports/${id}`;
export const storedMediaKey = (tenant: string, digest: string): string => `${tenant}/media/${digest}`;
