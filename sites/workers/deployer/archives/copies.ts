/** Copies files between a tenant's bucket and the archive bucket. The receiving bucket verifies each digest. */
import { MEDIA_COPIES_MAX } from "../../../../manifests/bounds/backups.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { unfinished } from "../../../../runtime/backups/making.ts";
import type { StoredObject } from "../../../platform/tenants/operations.ts";
import { sizedBody } from "../../../platform/stores/sized.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { mediaKey, storedMediaKey } from "./keys.ts";

const gone = (digest: string): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "archive_file_missing",
    reason: "A file that the archive names is in neither place.",
    digest,
  });

/** Copies as many files as one request may. If some are left, refuses; the repeated request continues. */
async function copyAll(digests: readonly string[], copy: (digest: string) => Promise<void>): Promise<number> {
  const now = digests.slice(0, MEDIA_COPIES_MAX);
  for (const digest of now) await copy(digest);
  const left = digests.length - now.length;
  if (left > 0) throw unfinished(now.length, left);
  return now.length;
}

/** All keys below a prefix of the archive bucket. */
async function keysIn(bucket: R2Bucket, prefix: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
    for (const { key } of page.objects) keys.add(key);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return keys;
}

async function missingArchived({ archives }: Hosting, tenant: string, digests: readonly string[]): Promise<string[]> {
  const kept = await keysIn(archives, mediaKey(tenant, ""));
  return digests.filter((digest) => !kept.has(mediaKey(tenant, digest)));
}

/** Throws unless the archive bucket has every file that an archive names. */
export async function requireArchivedFiles(
  hosting: Hosting,
  tenant: string,
  digests: readonly string[],
): Promise<void> {
  const [missing] = await missingArchived(hosting, tenant, digests);
  if (missing !== undefined) throw gone(missing);
}

/** Copies files from the tenant's bucket to the archive bucket. Existing ones are skipped. */
export async function archiveFiles(hosting: Hosting, tenant: string, digests: readonly string[]): Promise<void> {
  await copyAll(await missingArchived(hosting, tenant, digests), async (digest) => {
    const found = await hosting.tenants.read(tenant, "backups", storedMediaKey(tenant, digest));
    if (!found) throw gone(digest);
    const { object, body } = found;
    await hosting.archives.put(mediaKey(tenant, digest), sizedBody(body, object.bytes), {
      sha256: digest,
      httpMetadata: { contentType: object.type ?? "application/octet-stream" },
    });
  });
}

async function storedKeys({ tenants }: Hosting, tenant: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof tenants.list>> = await tenants.list(tenant, "backups", cursor);
    for (const { key } of page.objects) keys.add(key);
    cursor = page.next;
  } while (cursor !== null);
  return keys;
}

/** Copies files from the archive bucket back into the tenant's bucket. */
export async function returnFiles(hosting: Hosting, tenant: string, digests: readonly string[]): Promise<void> {
  const kept = await storedKeys(hosting, tenant);
  const missing = digests.filter((digest) => !kept.has(storedMediaKey(tenant, digest)));
  await copyAll(missing, async (digest) => {
    const found = await hosting.archives.get(mediaKey(tenant, digest));
    if (!found) throw gone(digest);
    const object: StoredObject = {
      key: storedMediaKey(tenant, digest),
      bytes: found.size,
      type: found.httpMetadata?.contentType ?? null,
      sha256: digest,
      metadata: {},
    };
    await hosting.tenants.write(tenant, "backups", object, found.body);
  });
}
