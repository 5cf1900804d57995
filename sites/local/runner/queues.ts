import type { Value } from "./capnp.ts";
import type { WorkerConfig } from "./workerConfig.ts";

/** The folder of the worker that keeps the queues, in the project. */
export const QUEUES = "sites/queues";

/** The binding of a worker that sends. Which queue is meant says the binding, not the message. */
export const queueBinding = (queue: string): Value => ({
  name: "drawbridge-queues",
  entrypoint: "Sender",
  props: { json: JSON.stringify({ queue }) },
});

/**
 * The configuration of the queues' worker, which calls the consumers. The simulator keeps messages in memory, where a
 * restart loses them.
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
