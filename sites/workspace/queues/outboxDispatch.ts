import type { Outbox, OutboxKind, OutboxMessage, PublicationPayload } from "../../../runtime/commands/outbox.ts";
import type { WorkspacePowers } from "../powers.ts";

type Receivers = Pick<WorkspacePowers, "audit" | "announce">;

/**
 * Sends the due messages. It removes what the receiver confirms and sends the rest again later. One kind's missing
 * receiver does not delay the other kind.
 */
export async function dispatch(outbox: Outbox, to: Receivers, tenant: string): Promise<void> {
  const sent = await Promise.allSettled(KINDS.map((kind) => send(kind, outbox, to, tenant)));
  const failures = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}

async function send(kind: OutboxKind, outbox: Outbox, to: Receivers, tenant: string): Promise<void> {
  const messages = outbox.due(kind);
  if (messages.length === 0) return;
  // Put off before sending: dying in between repeats a message, the other order could send without end.
  outbox.attempted(messages);
  await SENDERS[kind](messages, outbox, to, tenant);
}

type Sender = (messages: readonly OutboxMessage[], outbox: Outbox, to: Receivers, tenant: string) => Promise<void>;

const SENDERS: Record<OutboxKind, Sender> = { audit: sendAudit, publication: sendPublications };
const KINDS = Object.keys(SENDERS) as OutboxKind[];

/** Together, because that is one statement; one by one when a database that is there refuses them, to find the row it means. */
async function sendAudit(...[messages, outbox, to, tenant]: Parameters<Sender>): Promise<void> {
  try {
    await to.audit.write(
      tenant,
      messages.map(({ payload }) => payload),
    );
  } catch (error) {
    if (messages.length === 1 || !(await to.audit.isThere())) throw error;
    return each(messages, (message) => sendAudit([message], outbox, to, tenant));
  }
  outbox.confirmed(messages);
}

/** Sending confirms nothing: the consumer confirms a publication after carrying it out (see PublicContent). */
async function sendPublications(...[messages, outbox, to, tenant]: Parameters<Sender>): Promise<void> {
  const taken: OutboxMessage[] = [];
  try {
    await each(messages, async (message) => {
      await to.announce(tenant, JSON.parse(message.payload) as PublicationPayload);
      taken.push(message);
    });
  } finally {
    outbox.taken(taken);
  }
}

/** Does it for all of them, and only then says which could not be done. */
async function each(
  messages: readonly OutboxMessage[],
  action: (message: OutboxMessage) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const message of messages) await action(message).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} not delivered: ${String(failures[0])}`);
}
