import type { FormFiles } from "../../../../runtime/submissions/files.ts";
import { quarantineKey } from "../../../../runtime/submissions/quarantine.ts";

/**
 * Removes unwanted files of visitors. How many objects a broken upload left is unknown, so this lists them and then
 * notes the removal.
 */
export async function emptyFileQuarantine(files: FormFiles, bucket: R2Bucket, tenant: string): Promise<void> {
  for (const prefix of files.leftovers()) {
    const { objects, truncated } = await bucket.list({ prefix: `${tenant}/${quarantineKey(prefix)}/` });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) files.removed(prefix);
  }
}
