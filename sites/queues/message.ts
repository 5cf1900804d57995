/** A message on its way into a queue. */
export interface QueuedMessage {
  /** The id is known only of a message that comes from another queue. */
  readonly id?: string;
  readonly type: string;
  readonly delaySeconds: number;
  readonly body: ArrayBuffer;
}

/** The platform's limit. */
export const MESSAGE_MAX_BYTES = 128_000;

/** A message as its queue keeps it. */
export interface KeptMessage {
  readonly [column: string]: SqlStorageValue;
  readonly id: string;
  /** The time of sending, in milliseconds. */
  readonly sent: number;
  /** Deliveries that were answered. */
  readonly attempts: number;
  readonly type: string;
  readonly body: ArrayBuffer;
}

/** The body as a consumer is given it. Only the runtime reads what it has serialized itself. */
export function messageBody({
  type,
  body,
}: Pick<KeptMessage, "type" | "body">): { body: unknown } | { serializedBody: ArrayBuffer } {
  if (type === "v8") return { serializedBody: body };
  if (type === "bytes") return { body };
  const text = new TextDecoder().decode(body);
  return { body: type === "json" ? (JSON.parse(text) as unknown) : text };
}
