/** Queues and who consumes them. */
import * as z from "zod/mini";
import type { ListAddress } from "./address.ts";
import { path, query } from "./address.ts";

/** The API calls the consuming worker `script`, or `service` where it was attached to an environment. */
const consumer = z.object({
  consumer_id: z.optional(z.string()),
  type: z.string(),
  script: z.optional(z.string()),
  service: z.optional(z.string()),
  dead_letter_queue: z.optional(z.nullable(z.string())),
});
const queue = z.object({ queue_id: z.string(), queue_name: z.string(), consumers: z._default(z.array(consumer), []) });

export type Queue = z.infer<typeof queue>;
export type Consumer = z.infer<typeof consumer>;

/** The queue of exactly that name: one row, or none. */
export const queuesNamed = (account: string, name: string): ListAddress<Queue> => ({
  method: "GET",
  path: `${path`/accounts/${account}/queues`}${query({ name })}`,
  row: queue,
  isAsked: ({ queue_name }) => queue_name === name,
});
