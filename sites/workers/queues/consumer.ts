/** A queue's consumer, with wrangler's names, and the worker that holds it. */
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

/** The platform's defaults. */
const DEFAULTS = { max_batch_size: 10, max_batch_timeout: 5, max_retries: 3, retry_delay: 0 };

export type Delivery = typeof DEFAULTS & Consumer;

export const deliveryOf = (consumer: Consumer): Delivery => ({ ...DEFAULTS, ...consumer });

/** A worker's `queue` handler, with the arguments and the result that the runtime sends between workers. */
export interface Receiver {
  queue(queue: string, messages: readonly Delivered[], metadata?: unknown): Promise<DeliveryOutcome>;
}

export interface Delivered {
  readonly id: string;
  readonly timestamp: Date;
  readonly attempts: number;
  readonly body?: unknown;
  /** Instead of `body`, if only the runtime can decode it. */
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
