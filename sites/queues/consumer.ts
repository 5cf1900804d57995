/** A consumer of a queue, in wrangler's words, and the worker that it is in. */
export interface Consumer {
  readonly queue: string;
  readonly worker: string;
  readonly max_batch_size?: number;
  /** Seconds. */
  readonly max_batch_timeout?: number;
  readonly max_retries?: number;
  /** Seconds. */
  readonly retry_delay?: number;
  readonly dead_letter_queue?: string;
}

/** The platform's values where a configuration says nothing. */
const DEFAULTS = { max_batch_size: 10, max_batch_timeout: 5, max_retries: 3, retry_delay: 0 };

export type Delivery = typeof DEFAULTS & Consumer;

export const deliveryOf = (consumer: Consumer): Delivery => ({ ...DEFAULTS, ...consumer });

/** A worker's `queue` handler, as the runtime carries its arguments and its answer to another worker. */
export interface Receiver {
  queue(queue: string, messages: readonly Delivered[], metadata?: unknown): Promise<DeliveryOutcome>;
}

export interface Delivered {
  readonly id: string;
  readonly timestamp: Date;
  readonly attempts: number;
  readonly body?: unknown;
  /** In the place of a body that only the runtime can read. */
  readonly serializedBody?: ArrayBuffer;
}

export interface DeliveryOutcome {
  readonly outcome: string;
  readonly ackAll: boolean;
  readonly retryBatch: { readonly retry: boolean; readonly delaySeconds?: number };
  readonly retryMessages: readonly { readonly msgId: string; readonly delaySeconds?: number }[];
}

export interface Env {
  readonly QUEUES: DurableObjectNamespace;
  readonly CONSUMERS: readonly Consumer[];
  readonly [worker: `worker:${string}`]: unknown;
}
