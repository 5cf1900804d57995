import type { CopiedMedia } from "../../../../runtime/media/hiding.ts";

/** Streams a file to another key, and the bucket compares the digest. Throws if the bytes have another one. */
export async function copyMedia(bucket: R2Bucket, { digest, type, from, to }: CopiedMedia): Promise<void> {
  const found = await bucket.get(from);
  if (found) await bucket.put(to, found.body, { sha256: digest, httpMetadata: { contentType: type } });
}
