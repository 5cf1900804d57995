import type { Value } from "./capnp.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** The folder of the worker that implements queues. */
export const QUEUES = "sites/workers/queues";

/** A producer's binding. The binding, not the message, determines the queue. */
export const queueBinding = (queue: string): Value => ({
  name: "drawbridge-queues",
  entrypoint: "Sender",
  props: { json: JSON.stringify({ queue }) },
});

/**
 * Configures the queues' worker with all consumers. It replaces Miniflare's queues, which lose their messages at a
 * restart.
 */
export function queuesFor(queues: WorkerConfig, workers: readonly WorkerConfig[]): WorkerConfig {
  const consumers = workers.flatMap(({ name, queues: declared }) =>
    (declared?.consumers ?? []).map((consumer) => ({ ...consumer, worker: name })),
  );
  const receiving = [...new Set(consumers.map(({ worker }) => worker))];
  return {
    ...queues,
    vars: { CONSUMERS: consumers },
    services: receiving.map((worker) => ({ binding: `worker:${worker}`, service: worker })),
  };
}
