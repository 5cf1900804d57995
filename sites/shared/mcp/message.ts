import { MCP_BODY_TIMEOUT_MS } from "../../../manifests/bounds.ts";

/** The message of a request, or the status that refuses it. */
export type Message = { readonly value: unknown } | Unread;

interface Unread {
  readonly status: 400 | 408 | 413;
  readonly code: number;
  readonly message: string;
}

const tooLarge = (most: number) => ({ status: 413, code: -32600, message: `A message has at most ${most} bytes.` }) as const;
const TOO_SLOW = { status: 408, code: -32600, message: "The message took too long to arrive." } as const;
const NO_JSON = { status: 400, code: -32700, message: "The message is not JSON." } as const;
/** Batches left the protocol; each of their calls would have to be counted, and one message would be a hundred. */
const BATCH = { status: 400, code: -32600, message: "One message at a time: batches are not part of the protocol." } as const;

/** `most` bytes are read at the most, and none of a message that says it has more. */
export async function readMessage(request: Request, most: number): Promise<Message> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return tooLarge(most);
  const bytes = await received(request.body, most);
  if (!(bytes instanceof Uint8Array)) return bytes;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    return Array.isArray(value) ? BATCH : { value };
  } catch {
    return NO_JSON;
  }
}

/** What has arrived when the stream ends, grows too long or takes too long. */
async function received(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | Unread> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof TOO_SLOW>((done) => (timer = setTimeout(() => done(TOO_SLOW), MCP_BODY_TIMEOUT_MS)));
  try {
    const outcome = await Promise.race([gathered(reader, most), late]);
    if (!(outcome instanceof Uint8Array)) void reader.cancel().catch(() => undefined);
    return outcome;
  } finally {
    clearTimeout(timer);
  }
}

async function gathered(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<Uint8Array | Unread> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, length);
    length += value.byteLength;
    if (length > most) return tooLarge(most);
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
