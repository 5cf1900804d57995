import type { Outbox, OutboxKind, OutboxMessage, PublicationPayload } from "../../../runtime/commands/outbox.ts";
import type { Env } from "../env.ts";

/**
 * Sends the due messages. It removes what the receiver confirms and sends the rest again later. One kind's missing
 * receiver does not delay the other kind.
 */
export async function dispatch(outbox: Outbox, env: Env, tenant: string): Promise<void> {
  const sent = await Promise.allSettled(KINDS.map((kind) => send(kind, outbox, env, tenant)));
  const failures = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}

async function send(kind: OutboxKind, outbox: Outbox, env: Env, tenant: string): Promise<void> {
  const messages = outbox.due(kind);
  if (messages.length === 0) return;
  // Put off before sending: dying in between repeats a message, the other order could send without end.
  outbox.attempted(messages);
  await SENDERS[kind](messages, outbox, env, tenant);
}

type Sender = (messages: readonly OutboxMessage[], outbox: Outbox, env: Env, tenant: string) => Promise<void>;

const SENDERS: Record<OutboxKind, Sender> = { audit: sendAudit, publication: sendPublications };
const KINDS = Object.keys(SENDERS) as OutboxKind[];

/** Together, because that is one statement; one by one when a database that is there refuses them, to find the row it means. */
async function sendAudit(...[messages, outbox, env, tenant]: Parameters<Sender>): Promise<void> {
  try {
    await writeAudit(messages, env, tenant);
  } catch (error) {
    if (messages.length === 1 || !(await isThere(env.DB))) throw error;
    return each(messages, (message) => sendAudit([message], outbox, env, tenant));
  }
  outbox.confirmed(messages);
}

const isThere = (db: D1Database): Promise<boolean> =>
  db
    .prepare("SELECT 1")
    .first()
    .then(
      () => true,
      () => false,
    );

const INSERT_ALL = `
  INSERT OR IGNORE INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via)
  SELECT value ->> 'id', ?2, value ->> 'site', value ->> 'actor', value ->> 'command', value ->> 'inputDigest',
    value ->> 'outcome', value ->> 'requestId', value ->> 'at', value ->> 'via'
  FROM json_each(?1)`;

/** Ids are the primary key of the table, so a row that arrives twice is there once. */
async function writeAudit(messages: readonly OutboxMessage[], { DB }: Env, tenant: string): Promise<void> {
  await DB.prepare(INSERT_ALL)
    .bind(`[${messages.map(({ payload }) => payload).join()}]`, tenant)
    .run();
}

/** Sending confirms nothing: the consumer confirms a publication after carrying it out (see PublicContent). */
async function sendPublications(...[messages, , { PUBLISH_QUEUE }, tenant]: Parameters<Sender>): Promise<void> {
  await each(messages, ({ payload }) => PUBLISH_QUEUE.send({ tenant, ...(JSON.parse(payload) as PublicationPayload) }));
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
