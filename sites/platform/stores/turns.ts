/**
 * Bodies that a store reads a part at a time. One thread serves all tenants of a machine, and a store that gets
 * megabytes at once works on them without a pause.
 */
import { STORE_ALONE_MS, STORE_TURN_BYTES } from "../../../manifests/bounds/media.ts";

/** The clock and the pause of the platform. Tests hand in others. */
export interface Thread {
  /** Milliseconds since the epoch. The platform's clock goes on with each pause. */
  now(): number;
  /** Lets everything go first that waits for the thread. */
  pause(): Promise<unknown>;
}

const PLATFORM: Thread = { now: () => Date.now(), pause: () => scheduler.wait(0) };

/**
 * The turns of one file at the thread. A pause takes more than a millisecond even if nobody waits, and longer if others
 * use it. While nobody uses it, a store gets whole parts.
 */
export class StoreTurns {
  readonly #thread: Thread;
  #isAlone = false;

  constructor(thread: Thread = PLATFORM) {
    this.#thread = thread;
  }

  /** True if nobody else used the last pause. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Tells whether a whole part may go. Without a pause that nobody else used, it makes one first. */
  async mayGoWhole(): Promise<boolean> {
    if (!this.#isAlone) await this.pause();
    return this.#isAlone;
  }

  /** Lets others go first, after each turn or whole part. */
  async pause(): Promise<void> {
    const began = this.#thread.now();
    await this.#thread.pause();
    this.#isAlone = this.#thread.now() - began <= STORE_ALONE_MS;
  }
}

export function bodyInTurns(bytes: Uint8Array, turns = new StoreTurns()): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes.length);
  // A store that wants no body cancels the stream, and reports its own failure.
  void written(writable, bytes, turns).catch(() => undefined);
  return readable;
}

async function written(writable: WritableStream<Uint8Array>, bytes: Uint8Array, turns: StoreTurns): Promise<void> {
  const writer = writable.getWriter();
  for (let at = 0; at < bytes.length; at += STORE_TURN_BYTES) {
    await writer.write(bytes.subarray(at, at + STORE_TURN_BYTES));
    await turns.pause();
  }
  await writer.close();
}

/** Writes a stream into another, as a whole or in turns, and leaves the other open. */
export async function pipeInTurns(
  from: ReadableStream<Uint8Array>,
  into: WritableStream<Uint8Array>,
  turns: StoreTurns,
): Promise<void> {
  if (!(await turns.mayGoWhole())) return pipeSome(from, into, turns);
  await from.pipeTo(into, { preventClose: true });
  await turns.pause();
}

async function pipeSome(
  from: ReadableStream<Uint8Array>,
  into: WritableStream<Uint8Array>,
  turns: StoreTurns,
): Promise<void> {
  const reader = from.getReader({ mode: "byob" });
  const writer = into.getWriter();
  let buffer = new Uint8Array(STORE_TURN_BYTES);
  try {
    for (;;) {
      const { value } = await reader.readAtLeast(buffer.length, buffer);
      if (!value?.length) break;
      await writer.write(value);
      buffer = new Uint8Array(value.buffer);
      await turns.pause();
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    writer.releaseLock();
  }
}
