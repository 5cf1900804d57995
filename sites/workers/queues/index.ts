/**
 * The queues of one machine, with the platform's guarantees: at-least-once delivery, batches, retries and a dead-letter
 * queue. Messages are rows, so a restart loses none.
 */
export { Queue } from "./queue.ts";
export { Sender } from "./sender.ts";
