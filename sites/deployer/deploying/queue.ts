import { CONSUMER_SETTINGS, DEAD_LETTER_QUEUE, DISPATCHER } from "../../shared/tenants/dispatcher.ts";
import type { Consumer, Queue } from "../../shared/provider/queues.ts";
import { newConsumer, newQueue, queuesNamed } from "../../shared/provider/queues.ts";
import type { Hosting } from "../hosting.ts";
import { readBack } from "./readBack.ts";
import { stopped, trusted } from "./stopped.ts";

export async function queueNamed({ provider, account }: Hosting, name: string): Promise<Queue | undefined> {
  const found = trusted("queue", await provider.list(queuesNamed(account, name)));
  if (found.length > 1) throw stopped("queue", `${found.length} queues of one name`, "one queue");
  return found[0];
}

/** Makes the tenant's queue, or reuses it, with the dispatcher as its only consumer. */
export async function ensureQueue(hosting: Hosting, name: string): Promise<void> {
  const queue = (await queueNamed(hosting, name)) ?? (await made(hosting, name));
  if (queue.consumers.length > 0) return requireOnlyDispatcher(queue);
  const { provider, account } = hosting;
  trusted(
    "consumer",
    await provider.ask(
      newConsumer(account, queue.queue_id, {
        script: DISPATCHER,
        deadLetterQueue: DEAD_LETTER_QUEUE,
        settings: CONSUMER_SETTINGS,
      }),
    ),
  );
  requireOnlyDispatcher(await readBack(hosting, "consumer", () => sameQueue(hosting, queue)));
}

async function made(hosting: Hosting, name: string): Promise<Queue> {
  const { provider, account } = hosting;
  const queue = trusted("queue", await provider.ask(newQueue(account, name)));
  return readBack(hosting, "queue", () => sameQueue(hosting, queue));
}

/** The queue again, if it is still the same one. */
async function sameQueue(hosting: Hosting, { queue_name, queue_id }: Queue): Promise<Queue | undefined> {
  const found = await queueNamed(hosting, queue_name);
  if (found && found.queue_id !== queue_id) throw stopped("queue", "another queue of this name", "the queue that was made");
  return found;
}

const isDispatcher = ({ type, script, service }: Consumer): boolean =>
  type === "worker" && (script ?? service) === DISPATCHER;

function requireOnlyDispatcher({ consumers }: Queue): void {
  const [only] = consumers;
  if (consumers.length === 1 && only && isDispatcher(only)) return;
  const found = consumers.length === 1 ? "another consumer" : `${consumers.length} consumers`;
  throw stopped("consumer", found, "the dispatcher as the only consumer");
}
