import { keysWith } from "../../../../runtime/media/keys.ts";
import type { MediaObjects } from "../../../../runtime/media/objects.ts";
import { removeAll } from "./removeAll.ts";

/** Removes unused media, then notes the removal. After a crash in between, the removal is repeated without harm. */
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
