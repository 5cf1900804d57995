/** Deletes a tenant's resources at the provider. A missing resource is a success; a foreign one stops the erasure. */
import { removeConsumer, removeQueue } from "../../../platform/provider/queues.ts";
import { bucketOf, removeBucket } from "../../../platform/provider/resources.ts";
import { removeTenantScript } from "../../../platform/provider/tenants.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { tenantQueueNamed, requireOnlyDispatcher } from "../deploying/queue.ts";
import { scriptPlace, requireOwnScript, storedScript } from "../deploying/script.ts";
import { type HostingStep, stopped, trusted, trustedIfThere } from "../deploying/stopped.ts";
import { READ_BACK_TRIES, READ_BACK_WAIT_MS } from "../../../../manifests/bounds/hosting.ts";
import type { Hosting } from "../tenants/hosting.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";

/** Waits until a deleted resource is gone. The provider may still show it for some seconds. */
async function requireGone({ sleep }: Hosting, step: HostingStep, look: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; (await look()) !== undefined; tried++) {
    if (tried >= READ_BACK_TRIES) throw stopped(step, "still there, after it was removed", "nothing");
    await sleep(READ_BACK_WAIT_MS);
  }
}

/** Deletes the script with its Durable Objects and their data. */
export async function removeScript(hosting: Hosting, row: TenantWorkerRow): Promise<void> {
  const found = await storedScript(hosting, row);
  if (!found) return;
  requireOwnScript(row, found);
  trustedIfThere("script", await hosting.provider.ask(removeTenantScript(scriptPlace(hosting, row))));
  await requireGone(hosting, "script", () => storedScript(hosting, row));
}

/** Deletes the consumer, then the queue. Stops at a queue with another consumer. */
export async function removeTenantQueue(hosting: Hosting, { queue: name }: TenantWorkerRow): Promise<void> {
  const { provider, account } = hosting;
  const queue = await tenantQueueNamed(hosting, name);
  if (!queue) return;
  const [consumer] = queue.consumers;
  if (consumer) {
    requireOnlyDispatcher(queue);
    const id = consumer.consumer_id ?? "";
    trustedIfThere("consumer", await provider.ask(removeConsumer(account, queue.queue_id, id)));
    await requireGone(hosting, "consumer", async () => (await tenantQueueNamed(hosting, name))?.consumers[0]);
  }
  trustedIfThere("queue", await provider.ask(removeQueue(account, queue.queue_id)));
  await requireGone(hosting, "queue", () => tenantQueueNamed(hosting, name));
}

/** The provider's code for a bucket that is not empty. */
const NOT_EMPTY = 10008;
const isNotEmpty = ({ codes }: ProviderFault): boolean => codes.includes(NOT_EMPTY);

export async function removeTenantBucket(hosting: Hosting, { bucket: name }: TenantWorkerRow): Promise<void> {
  const { provider, account } = hosting;
  const look = async () => trustedIfThere("bucket", await provider.ask(bucketOf(account, name)));
  if (!(await look())) return;
  const removed = await provider.ask(removeBucket(account, name));
  if (!removed.ok && isNotEmpty(removed.error))
    throw stopped("bucket", "a bucket that holds something", "the empty bucket");
  if (removed.ok || removed.error.kind !== "absent") trusted("bucket", removed);
  await requireGone(hosting, "bucket", look);
}
