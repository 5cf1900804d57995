import { Refusal } from "../../manifests/refusals/refusal.ts";
import { inTime } from "./inTime.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the next bytes of a streamed body: at least half of the buffer by default, or the rest of the body. */
export async function nextBytes(
  reader: ReadableStreamBYOBReader,
  buffer: Bytes,
  maxMs: number,
  atLeast = buffer.byteLength / 2,
): Promise<ReadableStreamReadResult<Bytes>> {
  try {
    if (maxMs <= 0) throw new Refusal("TOO_SLOW");
    return await inTime(reader.readAtLeast(atLeast, buffer), maxMs);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
