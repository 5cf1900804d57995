/**
 * Bodies that a store reads a part at a time. One thread serves all tenants of a machine, and a store that gets
 * megabytes at once works on them without a pause.
 */
import { STORE_TURN_BYTES } from "../../../manifests/bounds/media.ts";

export function bodyInTurns(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes.length);
  // A store that wants no body cancels the stream, and reports its own failure.
  void written(writable, bytes).catch(() => undefined);
  return readable;
}

async function written(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  for (let at = 0; at < bytes.length; at += STORE_TURN_BYTES) {
    await writer.write(bytes.subarray(at, at + STORE_TURN_BYTES));
    await scheduler.wait(0);
  }
  await writer.close();
}

/** Writes a stream into another in turns, and leaves the other open. */
export async function pipeInTurns(from: ReadableStream<Uint8Array>, into: WritableStream<Uint8Array>): Promise<void> {
  const reader = from.getReader({ mode: "byob" });
  const writer = into.getWriter();
  let buffer = new Uint8Array(STORE_TURN_BYTES);
  try {
    for (;;) {
      const { value } = await reader.readAtLeast(buffer.length, buffer);
      if (!value?.length) break;
      await writer.write(value);
      buffer = new Uint8Array(value.buffer);
      await scheduler.wait(0);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    writer.releaseLock();
  }
}
