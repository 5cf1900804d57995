import type { MediaObjects } from "../../../runtime/media/objects.ts";
import { keysWith } from "../../../runtime/media/objects.ts";
import { removeAll } from "./removeAll.ts";

/** Written down as removed only when it is: a file that is gone already is removed once more without harm. */
export async function removeMedia(objects: MediaObjects, bucket: R2Bucket, tenant: string): Promise<void> {
  objects.expire();
  const keys = objects.garbage();
  if (keys.length === 0) return;
  await removeAll(
    bucket,
    keys.flatMap(keysWith).map((key) => `${tenant}/${key}`),
  );
  objects.removed(keys);
}
