import { Refusal } from "../../manifests/refusals/refusal.ts";
import { inTime } from "./inTime.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the next bytes of a streamed body: at least half of the buffer, or the rest of the body. */
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
