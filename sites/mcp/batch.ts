/** JSON-RPC batches, which only the protocol of 2025-03-26 has. Every message counts as a call of its own. */
import { MCP_BATCH_MAX } from "../../manifests/bounds/agents.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { refusedMessage } from "./answers.ts";

const WITH_BATCHES = "2025-03-26";

/** Tells whether a client may send batches. Clients of that version name none in a header. */
export const maySendBatches = ({ headers }: Request): boolean =>
  (headers.get("mcp-protocol-version") ?? WITH_BATCHES) === WITH_BATCHES;

const invalid = (message: string) => ({ jsonrpc: "2.0", error: { code: -32600, message }, id: null });

/** Refuses a batch without messages, or with too many. Undefined if it can be answered. */
export function refusedBatch(messages: readonly unknown[]): Response | undefined {
  if (messages.length > 0 && messages.length <= MCP_BATCH_MAX) return undefined;
  return refusedMessage(400, -32600, `A batch has 1 to ${MCP_BATCH_MAX} messages.`);
}

/** Answers the messages of a batch in their order. Notifications have no reply. */
export async function answeredBatch(
  messages: readonly unknown[],
  answer: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const replies: unknown[] = [];
  for (const message of messages)
    replies.push(...(isObject(message) ? await answerAll(message, answer) : [invalid("A message is an object.")]));
  return replies.length === 0 ? new Response(null, { status: 202 }) : Response.json(replies);
}

async function answerAll(
  message: Readonly<Record<string, unknown>>,
  answer: (message: unknown) => Promise<Response>,
): Promise<unknown[]> {
  const response = await answer(message);
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const texts = isStream
    ? [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = ""]) => data)
    : text === ""
      ? []
      : [text];
  // A refusal of the transport knows no id, and the client must find the message that it is about.
  return texts.map((one) => ({
    ...(JSON.parse(one) as object),
    ...(response.ok ? {} : { id: message["id"] ?? null }),
  }));
}
