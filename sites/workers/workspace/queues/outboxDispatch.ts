import { visibleJson } from "../../../../manifests/visible.ts";
import type { Outbox, OutboxKind, OutboxMessage, PublicationPayload } from "../../../../runtime/commands/outbox.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";

export interface Receivers extends Pick<WorkspacePowers, "audit" | "announce"> {
  /**
   * False while pages leave the page cache. Visitors wait for that, and both together would take more calls than the
   * platform allows.
   */
  mayCarry(): boolean;
  /** Carries out a publication here. False if the queue must take it, too. */
  carry(publication: PublicationPayload): Promise<boolean>;
}

/**
 * Sends due messages, removes the confirmed ones and retries the others later. A failing receiver of one kind does not
 * keep messages of the other kind from being sent. Audit rows are confirmed after all, in the commit that ends a
 * publication. A crash before it sends them again, which adds no row.
 */
export async function dispatch(outbox: Outbox, to: Receivers, tenant: string): Promise<void> {
  const kinds = KINDS.filter((kind) => kind !== "publication" || to.mayCarry());
  const arrived: OutboxMessage[] = [];
  const given = { outbox, to, tenant, arrived };
  const sent = await Promise.allSettled(kinds.map((kind) => send(kind, given)));
  if (arrived.length > 0) outbox.confirmed(arrived);
  const failures = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}

interface Given {
  readonly outbox: Outbox;
  readonly to: Receivers;
  readonly tenant: string;
  /** Collects the audit rows that the control plane has. */
  readonly arrived: OutboxMessage[];
}

async function send(kind: OutboxKind, given: Given): Promise<void> {
  const messages = given.outbox.due(kind);
  if (messages.length === 0) return;
  // Postponed before sending. A crash in between then repeats a message once; the other order could repeat it forever.
  given.outbox.attempted(messages);
  await SENDERS[kind](messages, given);
}

type Sender = (messages: readonly OutboxMessage[], given: Given) => Promise<void>;

const SENDERS: Record<OutboxKind, Sender> = { audit: sendAudit, publication: sendPublications };
const KINDS = Object.keys(SENDERS) as OutboxKind[];

/**
 * Writes audit rows in one statement. If a reachable database refuses them, writes them one by one to isolate the bad
 * row.
 */
async function sendAudit(messages: readonly OutboxMessage[], given: Given): Promise<void> {
  const { to, tenant, arrived } = given;
  try {
    await to.audit.write(
      tenant,
      messages.map(({ payload }) => payload),
    );
  } catch (error) {
    if (messages.length === 1 || !(await to.audit.isThere())) throw error;
    return each(messages, (message) => sendAudit([message], given));
  }
  arrived.push(...messages);
}

/**
 * Carries out new publications, and sends what remains to the queue. Carrying confirms a publication (see
 * PublicContent), so sending does not. The queue keeps trying, and its dead letters tell an operator.
 */
async function sendPublications(messages: readonly OutboxMessage[], { outbox, to, tenant }: Given): Promise<void> {
  const taken: OutboxMessage[] = [];
  try {
    await each(messages, async (message) => {
      const publication = JSON.parse(message.payload) as PublicationPayload;
      if (message.attempts === 0 && (await carried(publication, to))) return;
      await to.announce(tenant, publication);
      taken.push(message);
    });
  } finally {
    outbox.taken(taken);
  }
}

async function carried(publication: PublicationPayload, to: Receivers): Promise<boolean> {
  try {
    return await to.carry(publication);
  } catch (error) {
    console.error(visibleJson({ event: "publication_not_carried", site: publication.site, error: String(error) }));
    return false;
  }
}

/** Runs the action for all messages, then throws if some failed. */
async function each(
  messages: readonly OutboxMessage[],
  action: (message: OutboxMessage) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const message of messages) await action(message).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} not delivered: ${String(failures[0])}`);
}
