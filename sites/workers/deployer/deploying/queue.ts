import {
  TENANT_QUEUE_ATTEMPTS,
  TENANT_QUEUE_BATCH,
  TENANT_QUEUE_RETRY_SECONDS,
  TENANT_QUEUE_WAIT_SECONDS,
} from "../../../../manifests/bounds/hosting.ts";
import {
  type ProviderConsumer,
  type ProviderQueue,
  newConsumer,
  newQueue,
  queuesNamed,
} from "../../../platform/provider/queues.ts";
import { DISPATCHER } from "../../../platform/tenants/names.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { readBack } from "./readBack.ts";
import { stopped, trusted } from "./stopped.ts";

/** The dispatcher's delivery settings as consumer of a tenant's queue. */
const CONSUMING = {
  batch_size: TENANT_QUEUE_BATCH,
  max_wait_time_ms: TENANT_QUEUE_WAIT_SECONDS * 1000,
  // The dispatcher itself records a message that fails at the last attempt.
  max_retries: TENANT_QUEUE_ATTEMPTS,
  retry_delay: TENANT_QUEUE_RETRY_SECONDS,
} as const;

export async function tenantQueueNamed(
  { provider, account }: Hosting,
  name: string,
): Promise<ProviderQueue | undefined> {
  const found = trusted("queue", await provider.list(queuesNamed(account, name)));
  if (found.length > 1) throw stopped("queue", `${found.length} queues of one name`, "one queue");
  return found[0];
}

/** Creates the tenant's queue, or reuses it. The dispatcher must be its only consumer. */
export async function ensureQueue(hosting: Hosting, name: string): Promise<void> {
  const queue = (await tenantQueueNamed(hosting, name)) ?? (await madeQueue(hosting, name));
  if (queue.consumers.length > 0) return requireOnlyDispatcher(queue);
  const { provider, account } = hosting;
  const consumer = { script: DISPATCHER, settings: CONSUMING };
  trusted("consumer", await provider.ask(newConsumer(account, queue.queue_id, consumer)));
  const read = await readBack(hosting, "consumer", async () => {
    const found = await sameQueue(hosting, queue);
    return found && found.consumers.length > 0 ? found : undefined;
  });
  requireOnlyDispatcher(read);
}

async function madeQueue(hosting: Hosting, name: string): Promise<ProviderQueue> {
  const { provider, account } = hosting;
  const queue = trusted("queue", await provider.ask(newQueue(account, name)));
  return readBack(hosting, "queue", () => sameQueue(hosting, queue));
}

/** Reads the queue again; undefined if it was replaced. */
async function sameQueue(
  hosting: Hosting,
  { queue_name, queue_id }: ProviderQueue,
): Promise<ProviderQueue | undefined> {
  const found = await tenantQueueNamed(hosting, queue_name);
  if (found && found.queue_id !== queue_id)
    throw stopped("queue", "another queue of this name", "the queue that was made");
  return found;
}

const isDispatcher = ({ type, script, service }: ProviderConsumer): boolean =>
  type === "worker" && (script ?? service) === DISPATCHER;

export function requireOnlyDispatcher({ consumers }: ProviderQueue): void {
  const [only] = consumers;
  const allowed = "the dispatcher as the only consumer";
  if (!only || consumers.length > 1) throw stopped("consumer", `${consumers.length} consumers`, allowed);
  if (!isDispatcher(only)) throw stopped("consumer", "another consumer", allowed);
  // A dead-letter queue would give the tenant's messages to another consumer.
  if (only.dead_letter_queue) throw stopped("consumer", "a dead-letter queue", "no dead-letter queue");
}
