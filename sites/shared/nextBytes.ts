import { Refusal } from "../../manifests/refusals/refusal.ts";
import { inTime } from "./inTime.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The next bytes of a body that is passed on while it comes. They are at least half of what the buffer holds, or the
 * last of it.
 */
export async function nextBytes(
  reader: ReadableStreamBYOBReader,
  buffer: Bytes,
  maxMs: number,
): Promise<ReadableStreamReadResult<Bytes>> {
  try {
    if (maxMs <= 0) throw new Refusal("TOO_SLOW");
    return await inTime(reader.readAtLeast(buffer.byteLength / 2, buffer), maxMs);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
