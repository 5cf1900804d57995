import * as z from "zod/mini";
import { DEAD_LETTER_MAX_CHARS, REFRESH_TURNS_PER_MESSAGE } from "../../manifests/bounds/publicContent.ts";
import { TENANT_QUEUE_ATTEMPTS } from "../../manifests/bounds/hosting.ts";
import { visibleJson } from "../../manifests/visible.ts";
import type { Answer } from "../../runtime/commands/answer.ts";
import { expectValue } from "../../runtime/commands/answer.ts";
import type { RefreshResult } from "../../runtime/serving/publicContent.ts";
import { callTenant } from "../shared/tenants/callTenant.ts";
import type { ReadyWorker } from "../shared/tenants/rows.ts";
import { workerOfQueue } from "../shared/tenants/rows.ts";
import type { DispatchEnv } from "./env.ts";
import { reachOf } from "./reach.ts";

const site = z.string().check(z.minLength(1), z.maxLength(63));

/** Messages of a tenant's queue. They cannot name a tenant, and unknown members are refused. */
const message = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wake") }),
  z.strictObject({
    kind: z.literal("publication"),
    site,
    release: z.int().check(z.gte(1)),
    sequence: z.int().check(z.gte(1)),
  }),
]);
type TenantMessage = z.infer<typeof message>;

/** Handles messages for the tenant of their queue. */
export async function consumeTenantQueue(batch: MessageBatch, env: DispatchEnv): Promise<void> {
  const to = await workerOfQueue(env.DB, batch.queue);
  for (const entry of batch.messages) {
    try {
      if (!to) throw new Error("no ready tenant has this queue");
      await carry(message.parse(entry.body), to, env);
      entry.ack();
    } catch (error) {
      await failed({ queue: batch.queue, tenant: to?.tenant ?? "", entry, error }, env);
    }
  }
}

const PLATFORM = { kind: "platform" } as const;

async function carry(asked: TenantMessage, to: ReadyWorker, env: DispatchEnv): Promise<void> {
  const reach = reachOf(env);
  if (asked.kind === "wake") {
    await callTenant(reach, { to, site: null, audience: PLATFORM, method: "work", args: [] });
    return;
  }
  const args = [asked.site, asked.sequence];
  for (let turn = 0; turn < REFRESH_TURNS_PER_MESSAGE; turn++) {
    const answer = await callTenant(reach, { to, site: asked.site, audience: PLATFORM, method: "refresh", args });
    if (expectValue(answer as Answer<RefreshResult>).done) return;
  }
  throw new Error("more turns needed");
}

interface Failure {
  readonly queue: string;
  readonly tenant: string;
  readonly entry: Message;
  readonly error: unknown;
}

const INSERT =
  "INSERT OR IGNORE INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, 'dead_letter', ?, ?, ?, ?)";

/**
 * Retries a message. After the last attempt it becomes a record of the tenant. A shared dead-letter queue would lose
 * which tenant it was.
 */
async function failed({ queue, tenant, entry, error }: Failure, env: DispatchEnv): Promise<void> {
  const { id, attempts, body, timestamp } = entry;
  console.error(visibleJson({ event: "tenant_message_failed", queue, id, attempts, error: String(error) }));
  if (attempts < TENANT_QUEUE_ATTEMPTS) return entry.retry();
  const asked = message.safeParse(body);
  const about = asked.success && asked.data.kind === "publication" ? asked.data.site : null;
  await env.DB.prepare(INSERT).bind(`dead-letter:${id}`, tenant, about, payload(body), timestamp.getTime()).run();
  entry.ack();
}

function payload(body: unknown): string {
  const text = JSON.stringify(body) ?? "null";
  return JSON.stringify(
    text.length > DEAD_LETTER_MAX_CHARS ? { truncated: text.slice(0, DEAD_LETTER_MAX_CHARS) } : { message: body },
  );
}
