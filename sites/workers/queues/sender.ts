import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "./consumer.ts";
import { MESSAGE_MAX_BYTES, type QueuedMessage } from "./message.ts";
import type { Queue } from "./queue.ts";

/** A message of a batch, as the runtime encodes it. */
interface Batched {
  readonly contentType?: string;
  readonly delaySecs?: number;
  readonly body: string;
}

/** The binding sets the queue's name, so a worker cannot send to another queue. */
interface Props {
  readonly queue: string;
}

/** The service behind a worker's queue binding. */
export class Sender extends WorkerEntrypoint<Env, Props> {
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const read = READERS[pathname];
    const messages = await read?.(request);
    if (!messages) return new Response(null, { status: 404 });
    if (messages.some(({ body }) => body.byteLength > MESSAGE_MAX_BYTES)) return new Response(null, { status: 413 });
    const { queue } = this.ctx.props;
    const object = this.env.QUEUES.get(this.env.QUEUES.idFromName(queue)) as unknown as Pick<Queue, "take">;
    const backlogCount = await object.take(queue, messages);
    return Response.json({ metadata: { metrics: { backlogCount, backlogBytes: 0, oldestMessageTimestamp: 0 } } });
  }
}

/** Decoders of the runtime's requests for one message and for a batch. */
const READERS: Readonly<Record<string, (request: Request) => Promise<QueuedMessage[]>>> = {
  "/message": async (request) => [
    {
      type: request.headers.get("x-msg-fmt") ?? "v8",
      delaySeconds: Number(request.headers.get("x-msg-delay-secs") ?? 0),
      body: await request.arrayBuffer(),
    },
  ],
  "/batch": async (request) => {
    const { messages } = await request.json<{ readonly messages: readonly Batched[] }>();
    const delay = Number(request.headers.get("x-msg-delay-secs") ?? 0);
    return messages.map(({ contentType = "v8", delaySecs = delay, body }) => ({
      type: contentType,
      delaySeconds: delaySecs,
      body: Uint8Array.from(atob(body), (character) => character.charCodeAt(0)).buffer,
    }));
  },
};
