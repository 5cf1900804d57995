import { DurableObject } from "cloudflare:workers";
import { type Delivery, type Env, type DeliveryOutcome, type Receiver, deliveryOf } from "./consumer.ts";
import { shortenDelays } from "./clock.ts";
import { messageBody, type KeptMessage, type QueuedMessage } from "./message.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS named (queue TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY,
    sent INTEGER NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    type TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS by_due ON messages (due, sent);`;

/** The pause after a delivery whose outcome could not be stored, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * One queue. Its alarm delivers, and all state is in its rows. A delivery that a crash interrupts does not count as an
 * attempt, and the message is delivered again.
 */
export class Queue extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  /** Stores messages, and returns how many are waiting. After the return, no crash loses them. */
  async take(queue: string, messages: readonly QueuedMessage[]): Promise<number> {
    this.#name(queue);
    const now = Date.now();
    for (const { id = crypto.randomUUID(), type, delaySeconds, body } of messages)
      this.#sql.exec(
        "INSERT OR IGNORE INTO messages (id, sent, due, attempts, type, body) VALUES (?, ?, ?, 0, ?, ?)",
        id,
        now,
        now + delaySeconds * 1000,
        type,
        body,
      );
    await this.#schedule();
    return this.#sql.exec<{ waiting: number }>("SELECT count(*) AS waiting FROM messages").one().waiting;
  }

  /** Never throws, because the platform gives up an alarm that keeps failing. */
  override async alarm(): Promise<void> {
    try {
      const delivery = this.#delivery;
      if (delivery) await this.#deliver(delivery);
      await this.#schedule();
    } catch (error) {
      console.error("a queue could not deliver", error);
      await this.#schedule(PAUSE_MS);
    }
  }

  #name(queue: string): void {
    if (this.#queue === undefined) this.#sql.exec("INSERT INTO named (queue) VALUES (?)", queue);
  }

  get #queue(): string | undefined {
    return this.#sql.exec<{ queue: string }>("SELECT queue FROM named").toArray()[0]?.queue;
  }

  /** The settings of delivery; undefined if no worker consumes this queue, so that its messages wait. */
  get #delivery(): Delivery | undefined {
    const consumer = this.env.CONSUMERS.find(({ queue }) => queue === this.#queue);
    return consumer && deliveryOf(consumer);
  }

  /**
   * Sets the alarm for the time at which a batch is full, or the oldest message has waited the longest allowed time.
   */
  async #schedule(pauseMs = 0): Promise<void> {
    shortenDelays((query, ...values) => this.#sql.exec(query, ...values), Date.now());
    const { max_batch_size: size, max_batch_timeout: seconds } = this.#delivery ?? {};
    if (size === undefined || seconds === undefined) return;
    const next = this.#sql.exec<{ due: number }>("SELECT due FROM messages ORDER BY due LIMIT ?", size).toArray();
    const [first, last] = [next[0], next.at(-1)];
    if (!first || !last) return;
    const late = first.due + seconds * 1000;
    const wanted = next.length === size ? Math.min(last.due, late) : late;
    await this.ctx.storage.setAlarm(Math.max(Date.now() + pauseMs, wanted));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const batch = this.#sql
      .exec<KeptMessage>(
        "SELECT id, sent, attempts, type, body FROM messages WHERE due <= ? ORDER BY due, sent LIMIT ?",
        Date.now(),
        delivery.max_batch_size,
      )
      .toArray();
    if (batch.length === 0) return;
    const outcome = await this.#handOver(delivery, batch);
    const failed = batch.filter(({ id }) => isFailed(outcome, id));
    const dead = failed.filter(({ attempts }) => attempts >= delivery.max_retries);
    await this.#moveToDeadLetters(delivery, dead);
    this.ctx.storage.transactionSync(() => {
      for (const message of batch) {
        if (failed.includes(message) && !dead.includes(message))
          this.#retry(message, delayOf(outcome, message.id, delivery));
        else this.#sql.exec("DELETE FROM messages WHERE id = ?", message.id);
      }
    });
  }

  async #handOver({ queue, worker }: Delivery, batch: readonly KeptMessage[]): Promise<DeliveryOutcome> {
    const receiver = this.env[`worker:${worker}`] as Receiver;
    const messages = batch.map(({ id, sent, attempts, ...kept }) => ({
      id,
      timestamp: new Date(sent),
      attempts: attempts + 1,
      ...messageBody(kept),
    }));
    try {
      return await receiver.queue(queue, messages, { metrics: { backlogCount: 0, backlogBytes: 0 } });
    } catch (error) {
      console.error(`the consumer of the queue ${queue} could not be called`, error);
      return BROKEN;
    }
  }

  /**
   * Copies messages to the dead-letter queue before they leave this one. A second try changes nothing, because the ids
   * are the same.
   */
  async #moveToDeadLetters(
    { queue, dead_letter_queue: target }: Delivery,
    dead: readonly KeptMessage[],
  ): Promise<void> {
    if (dead.length === 0) return;
    if (target === undefined)
      return console.error(`the queue ${queue} drops messages nobody could handle: ${dead.length}`);
    const object = this.env.QUEUES.get(this.env.QUEUES.idFromName(target)) as unknown as Pick<Queue, "take">;
    await object.take(
      target,
      dead.map(({ id, type, body }) => ({ id, type, body, delaySeconds: 0 })),
    );
  }

  #retry({ id }: KeptMessage, delaySeconds: number): void {
    this.#sql.exec(
      "UPDATE messages SET attempts = attempts + 1, due = ? WHERE id = ?",
      Date.now() + delaySeconds * 1000,
      id,
    );
  }
}

const BROKEN: DeliveryOutcome = {
  outcome: "exception",
  ackAll: false,
  retryBatch: { retry: false },
  retryMessages: [],
};

const retryOf = ({ retryMessages }: DeliveryOutcome, id: string) => retryMessages.find(({ msgId }) => msgId === id);

const isFailed = (outcome: DeliveryOutcome, id: string): boolean =>
  outcome.outcome !== "ok" || outcome.retryBatch.retry || retryOf(outcome, id) !== undefined;

const delayOf = (outcome: DeliveryOutcome, id: string, { retry_delay: delay }: Delivery): number =>
  retryOf(outcome, id)?.delaySeconds ?? outcome.retryBatch.delaySeconds ?? delay;
