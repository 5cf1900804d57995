/** A message on its way into a queue. */
export interface QueuedMessage {
  /** Set only for a message that comes from another queue. */
  readonly id?: string;
  readonly type: string;
  readonly delaySeconds: number;
  readonly body: ArrayBuffer;
}

/** The platform's limit for one message. */
export const MESSAGE_MAX_BYTES = 128_000;

/** A message as a row of its queue. */
export interface KeptMessage {
  readonly [column: string]: SqlStorageValue;
  readonly id: string;
  /** The time of sending, in milliseconds since the epoch. */
  readonly sent: number;
  /** The number of completed deliveries. */
  readonly attempts: number;
  readonly type: string;
  readonly body: ArrayBuffer;
}

/** The body as its consumer receives it. Only the runtime can decode a body of type `v8`. */
export function messageBody({
  type,
  body,
}: Pick<KeptMessage, "type" | "body">): { body: unknown } | { serializedBody: ArrayBuffer } {
  if (type === "v8") return { serializedBody: body };
  if (type === "bytes") return { body };
  const text = new TextDecoder().decode(body);
  return { body: type === "json" ? (JSON.parse(text) as unknown) : text };
}
