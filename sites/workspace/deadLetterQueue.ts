import { DEAD_LETTER_MAX_CHARS } from "../../manifests/bounds.ts";
import type { Env } from "./env.ts";

/** Leaves an operational record of each message that could not be handled, for an operator to see and replay. */
export async function recordDeadLetters(batch: MessageBatch, env: Env): Promise<void> {
  const insert = env.DB.prepare(
    "INSERT OR IGNORE INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, 'dead_letter', ?, ?, ?, ?)",
  );
  await env.DB.batch(batch.messages.map((entry) => {
    const { tenant, site } = owner(entry.body);
    return insert.bind(`dead-letter:${entry.id}`, tenant, site, payload(entry), entry.timestamp.getTime());
  }));
  batch.ackAll();
}

function payload(entry: Message): string {
  const message = JSON.stringify(entry.body) ?? "null";
  return JSON.stringify(message.length > DEAD_LETTER_MAX_CHARS ? { truncated: message.slice(0, DEAD_LETTER_MAX_CHARS) } : { message: entry.body });
}

/** The body may be anything: it is here because nobody understood it. */
function owner(body: unknown): { tenant: string; site: string | null } {
  const { tenant, site } = (typeof body === "object" && body !== null ? body : {}) as { tenant?: unknown; site?: unknown };
  return { tenant: typeof tenant === "string" ? tenant : "", site: typeof site === "string" ? site : null };
}
