import { MCP_BODY_TIMEOUT_MS } from "../../manifests/bounds/agents.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { maySendBatches } from "./batch.ts";
import { readBytes } from "../requests/bytes.ts";

/** A parsed message, or the error that refuses it. */
export type McpMessage = { readonly value: unknown } | Unread;

interface Unread {
  readonly status: 400 | 408 | 413;
  readonly code: number;
  readonly message: string;
}

const tooLarge = (most: number) =>
  ({ status: 413, code: -32600, message: `The message is too long. At most ${most} bytes are allowed.` }) as const;
const TOO_SLOW = { status: 408, code: -32600, message: "The message took too long to arrive." } as const;
const NO_JSON = { status: 400, code: -32700, message: "The message is not JSON." } as const;
/** Later versions of the protocol have no batches. */
const BATCH = {
  status: 400,
  code: -32600,
  message: "Send one message at a time. Only the protocol of 2025-03-26 has batches.",
} as const;

/** Reads a message, or a batch of messages, of at most `most` bytes. Reads nothing if Content-Length is already larger. */
export async function readMessage(request: Request, most: number): Promise<McpMessage> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return tooLarge(most);
  const bytes = await readBytes(request.body, most, MCP_BODY_TIMEOUT_MS).catch((error: unknown) => unread(error, most));
  if (!(bytes instanceof Uint8Array)) return bytes;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    return Array.isArray(value) && !maySendBatches(request) ? BATCH : { value };
  } catch {
    return NO_JSON;
  }
}

function unread(error: unknown, most: number): Unread {
  if (!(error instanceof Refusal)) throw error;
  return error.code === "TOO_SLOW" ? TOO_SLOW : tooLarge(most);
}
