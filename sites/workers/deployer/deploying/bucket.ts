import { bucketOf, newBucket } from "../../../platform/provider/resources.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { readBack } from "./readBack.ts";
import { trusted, trustedIfThere } from "./stopped.ts";

/** Creates the tenant's bucket, or reuses it. Its name derives from the tenant's id, so no other tenant has it. */
export async function ensureBucket(hosting: Hosting, name: string): Promise<void> {
  const { provider, account } = hosting;
  const look = async () => trustedIfThere("bucket", await provider.ask(bucketOf(account, name)));
  if (await look()) return;
  trusted("bucket", await provider.ask(newBucket(account, name)));
  await readBack(hosting, "bucket", look);
}
