/**
 * The queues of one machine, as the platform promises them: at least once, in batches, with retries and a dead-letter
 * queue. Messages are rows, so a restart loses none.
 */
export { Queue } from "./queue.ts";
export { Sender } from "./sender.ts";
