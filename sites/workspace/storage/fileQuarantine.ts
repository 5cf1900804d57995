import type { FormFiles } from "../../../runtime/submissions/files.ts";
import { quarantineKey } from "../../../runtime/submissions/files.ts";

/**
 * Removes unwanted files of visitors. The number of a broken upload's objects is unknown, so this lists them, and notes
 * the removal after it.
 */
export async function emptyFileQuarantine(files: FormFiles, bucket: R2Bucket, tenant: string): Promise<void> {
  for (const prefix of files.leftovers()) {
    const { objects, truncated } = await bucket.list({ prefix: `${tenant}/${quarantineKey(prefix)}/` });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) files.removed(prefix);
  }
}
