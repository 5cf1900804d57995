import { ARCHIVE_TURN_BYTES } from "../../../../manifests/bounds/backups.ts";

/**
 * A body that a store reads a part at a time. One thread serves all tenants of a machine, and a store that gets
 * megabytes at once works on them without a pause.
 */
export function bodyInTurns(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes.length);
  // A store that wants no body cancels the stream, and reports its own failure.
  void written(writable, bytes).catch(() => undefined);
  return readable;
}

async function written(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  for (let at = 0; at < bytes.length; at += ARCHIVE_TURN_BYTES) {
    await writer.write(bytes.subarray(at, at + ARCHIVE_TURN_BYTES));
    await scheduler.wait(0);
  }
  await writer.close();
}
