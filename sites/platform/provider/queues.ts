/** Queues and their consumers. */
import * as z from "zod/mini";
import { type Address, type ListAddress, path, query } from "./address.ts";

/** A consumer. The API names its worker `script`, or `service` if it was attached to an environment. */
const consumer = z.object({
  consumer_id: z.optional(z.string()),
  type: z.string(),
  script: z.optional(z.string()),
  service: z.optional(z.string()),
  dead_letter_queue: z.optional(z.nullable(z.string())),
  settings: z.optional(
    z.nullable(
      z.object({
        batch_size: z.optional(z.nullable(z.number())),
        max_retries: z.optional(z.nullable(z.number())),
        max_wait_time_ms: z.optional(z.nullable(z.number())),
        retry_delay: z.optional(z.nullable(z.number())),
      }),
    ),
  ),
});
const queue = z.object({
  queue_id: z.string(),
  queue_name: z.string(),
  consumers: z._default(z.array(consumer), []),
  settings: z.optional(z.nullable(z.object({ delivery_paused: z.optional(z.nullable(z.boolean())) }))),
});

export type ProviderQueue = z.infer<typeof queue>;
export type ProviderConsumer = z.infer<typeof consumer>;

/** The queue with exactly this name: one row or none. */
export const queuesNamed = (account: string, name: string): ListAddress<ProviderQueue> => ({
  method: "GET",
  path: `${path`/accounts/${account}/queues`}${query({ name })}`,
  row: queue,
  isAsked: ({ queue_name }) => queue_name === name,
});

/** Creates a queue. The answer must have the requested name. */
export const newQueue = (account: string, name: string): Address<ProviderQueue> => ({
  method: "POST",
  path: path`/accounts/${account}/queues`,
  body: { queue_name: name },
  shape: queue,
  isAbout: ({ queue_name }) => queue_name === name,
});

export const removeQueue = (account: string, id: string): Address<unknown> => ({
  method: "DELETE",
  path: path`/accounts/${account}/queues/${id}`,
  shape: z.unknown(),
});

/** A consumer to attach, with its delivery settings. */
export interface WantedConsumer {
  readonly script: string;
  readonly settings: Readonly<Record<string, number>>;
}

export const newConsumer = (
  account: string,
  id: string,
  { script, settings }: WantedConsumer,
): Address<ProviderConsumer> => ({
  method: "POST",
  path: path`/accounts/${account}/queues/${id}/consumers`,
  body: { type: "worker", script_name: script, settings },
  shape: consumer,
  isAbout: (made) => (made.script ?? made.service) === script,
});

export const removeConsumer = (account: string, id: string, consumerId: string): Address<unknown> => ({
  method: "DELETE",
  path: path`/accounts/${account}/queues/${id}/consumers/${consumerId}`,
  shape: z.unknown(),
});
