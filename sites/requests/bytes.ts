import { BODY_TIMEOUT_MS } from "../../manifests/bounds/api.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { joinedBytes } from "../../manifests/joinedBytes.ts";
import { inTime } from "./inTime.ts";

export const tooManyBytes = (maxBytes: number): Refusal => new Refusal("TOO_LARGE", { maxBytes });

/**
 * Reads a whole stream within bounds on size and time. Counts the bytes itself, because Content-Length may be missing
 * or wrong.
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  maxMs: number = BODY_TIMEOUT_MS,
): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  try {
    return await inTime(gathered(reader, maxBytes), maxMs);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function gathered(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole(chunks);
    length += value.byteLength;
    if (length > maxBytes) throw tooManyBytes(maxBytes);
    chunks.push(value);
  }
}

/** Joins the chunks. A single chunk, the usual case, is not copied. */
function whole(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : joinedBytes(chunks);
}
