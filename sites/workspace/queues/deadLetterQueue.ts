import { DEAD_LETTER_MAX_CHARS } from "../../../manifests/bounds/publicContent.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import type { Env } from "../env.ts";

/** Leaves an operational record of each message that could not be handled, for an operator to see and replay. */
export async function recordDeadLetters(batch: MessageBatch, env: Env): Promise<void> {
  const insert = env.DB.prepare(
    "INSERT OR IGNORE INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, 'dead_letter', ?, ?, ?, ?)",
  );
  await env.DB.batch(
    batch.messages.map((entry) => {
      const { tenant, site } = owner(entry.body);
      return insert.bind(`dead-letter:${entry.id}`, tenant, site, payload(entry), entry.timestamp.getTime());
    }),
  );
  for (const entry of batch.messages) analyse(env, entry);
  batch.ackAll();
}

/**
 * Writes one data point: tenant, site and number of attempts, and nothing of the message. The durable copy exists
 * already, so a failing dataset loses and stops nothing.
 */
function analyse({ RECORDS }: Pick<Env, "RECORDS">, { body, attempts }: Message): void {
  const { tenant, site } = owner(body);
  try {
    RECORDS?.writeDataPoint({
      indexes: [tenant.slice(0, INDEX_MAX_CHARS)],
      blobs: ["dead_letter", tenant, site ?? ""],
      doubles: [attempts],
    });
  } catch (error) {
    console.error(visibleJson({ event: "records_refused", error: String(error) }));
  }
}

/** The platform takes 96 bytes for an index; ids of tenants are ASCII. */
const INDEX_MAX_CHARS = 96;

function payload(entry: Message): string {
  const message = JSON.stringify(entry.body) ?? "null";
  return JSON.stringify(
    message.length > DEAD_LETTER_MAX_CHARS
      ? { truncated: message.slice(0, DEAD_LETTER_MAX_CHARS) }
      : { message: entry.body },
  );
}

/** Reads the owner of a message. Its body may be anything, because no consumer understood it. */
function owner(body: unknown): { tenant: string; site: string | null } {
  const { tenant, site } = (typeof body === "object" && body !== null ? body : {}) as {
    tenant?: unknown;
    site?: unknown;
  };
  return { tenant: typeof tenant === "string" ? tenant : "", site: typeof site === "string" ? site : null };
}
