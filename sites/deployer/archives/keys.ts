/** The keys of a tenant's objects in the archive bucket. Everything of a tenant begins with its id. */

/** An export's name in the bucket and in requests: under the tenant's own prefix, and `.json` at its end. */
export const exportKey = (tenant: string, id: string): string => `${tenant}/exports/${id}.json`;

const EXPORT = /^([a-z0-9-]+)\/exports\/([A-Za-z0-9-]{1,64})\.json$/;

/** The archive's own id in an export's name, if that is a name of this tenant's. */
export function archiveIdIn(exportId: string, tenant: string): string | undefined {
  const [, owner, id] = EXPORT.exec(exportId) ?? [];
  return owner === tenant ? id : undefined;
}

/** A file that archives name. Two archives with one file share it. */
export const mediaKey = (tenant: string, digest: string): string => `${tenant}/media/${digest}`;

export const receiptKey = (tenant: string, id: string): string => `${tenant}/receipts/${id}.json`;

/** Keys below `backups/` in the tenant's own bucket, as the workspace's vault has them. */
export const storedArchiveKey = (tenant: string, id: string): string => `${tenant}/exports/${id}`;
export const storedMediaKey = (tenant: string, digest: string): string => `${tenant}/media/${digest}`;
