import type { FormFiles } from "../../runtime/forms/files.ts";
import { quarantineKey } from "../../runtime/forms/files.ts";

/**
 * Removes what nobody wants of the files visitors sent. How many objects there are of what broke off is known to nobody,
 * so they are looked for; written down as removed only when they are.
 */
export async function emptyQuarantine(files: FormFiles, bucket: R2Bucket, tenant: string): Promise<void> {
  for (const prefix of files.leftovers()) {
    const { objects, truncated } = await bucket.list({ prefix: `${tenant}/${quarantineKey(prefix)}/` });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) files.removed(prefix);
  }
}
