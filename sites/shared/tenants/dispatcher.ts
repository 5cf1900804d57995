/** The one worker that consumes every tenant's queue. */
export const DISPATCHER = "drawbridge-dispatch";

/** How the dispatcher consumes a tenant's queue, in the words of the provider's API: as the workspace worker consumes its own. */
export const CONSUMER_SETTINGS = {
  batch_size: 10,
  max_wait_time_ms: 1_000,
  max_retries: 5,
  retry_delay: 5,
} as const;
