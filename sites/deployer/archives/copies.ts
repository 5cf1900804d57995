/** Copies of files between a tenant's bucket and the archive bucket, each compared with its digest by the bucket that takes it. */
import { MEDIA_COPIES_MAX } from "../../../manifests/bounds/backups.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { unfinished } from "../../../runtime/backups/making.ts";
import type { StoredObject } from "../../shared/tenants/operations.ts";
import type { Hosting } from "../hosting.ts";
import { mediaKey, storedMediaKey } from "./keys.ts";

const gone = (digest: string): Refusal =>
  new Refusal("CONFLICT", { reason: "A file that the archive names is in neither place.", digest });

/** Copies as many as one request may, and refuses with the rest: the same request goes on. */
async function copyAll(digests: readonly string[], copy: (digest: string) => Promise<void>): Promise<number> {
  const now = digests.slice(0, MEDIA_COPIES_MAX);
  for (const digest of now) await copy(digest);
  const left = digests.length - now.length;
  if (left > 0) throw unfinished(now.length, left);
  return now.length;
}

/** Keys below a prefix of the archive bucket. */
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

/** Requires that every file an archive names stands beside it. */
export async function requireArchivedFiles(
  hosting: Hosting,
  tenant: string,
  digests: readonly string[],
): Promise<void> {
  const [missing] = await missingArchived(hosting, tenant, digests);
  if (missing !== undefined) throw gone(missing);
}

/** Copies files out of the tenant's bucket. One that stands in the archive bucket already is not copied again. */
export async function archiveFiles(hosting: Hosting, tenant: string, digests: readonly string[]): Promise<void> {
  await copyAll(await missingArchived(hosting, tenant, digests), async (digest) => {
    const found = await hosting.tenants.read(tenant, "backups", storedMediaKey(tenant, digest));
    if (!found) throw gone(digest);
    const { object, body } = found;
    await hosting.archives.put(mediaKey(tenant, digest), sized(body, object.bytes), {
      sha256: digest,
      httpMetadata: { contentType: object.type ?? "application/octet-stream" },
    });
  });
}

/** A store takes a stream only of a length it knows. */
function sized(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes);
  // A failure of either side reaches the reader.
  void body.pipeTo(writable).catch(() => undefined);
  return readable;
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

/** Puts files back into the tenant's bucket, beside its archives. */
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
