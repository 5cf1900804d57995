import * as z from "zod/mini";
import { REFRESH_TURNS_PER_MESSAGE } from "../../../manifests/bounds/publicContent.ts";
import { TENANT_QUEUE_ATTEMPTS } from "../../../manifests/bounds/hosting.ts";
import { visibleJson } from "../../../manifests/visible.ts";
import { type Answer, expectValue } from "../../../runtime/commands/answer.ts";
import type { RefreshResult } from "../../../runtime/serving/publicContent.ts";
import { listHostnames } from "../../control/tenants/hostnames.ts";
import { type QueuedWork, closeDeadLetter, recordDeadLetter } from "../../control/records/records.ts";
import { callTenant, type ReadyWorker } from "../../platform/tenants/callTenant.ts";
import { workerOfQueue } from "../../control/tenants/tenantWorkers.ts";
import type { DispatchEnv } from "./env.ts";
import { findReach } from "./reach.ts";

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
      const asked = message.parse(entry.body);
      await carry({ asked, to, isAgain: entry.attempts > 1 }, env);
      await closeDeadLetter(env.DB, workOf(to.tenant, asked), Date.now());
      entry.ack();
    } catch (error) {
      await failed({ queue: batch.queue, tenant: to?.tenant ?? "", entry, error }, env);
    }
  }
}

const PLATFORM = { kind: "platform" } as const;

interface Carried {
  readonly asked: TenantMessage;
  readonly to: ReadyWorker;
  /** True if the message has failed before. */
  readonly isAgain: boolean;
}

const workOf = (tenant: string, asked: TenantMessage): QueuedWork => ({
  tenant,
  site: asked.kind === "publication" ? asked.site : null,
});

async function carry({ asked, to, isAgain }: Carried, env: DispatchEnv): Promise<void> {
  const reach = findReach(env);
  if (asked.kind === "wake") {
    await callTenant(reach, { to, site: null, audience: PLATFORM, method: "work", args: [] });
    return;
  }
  if (isAgain) await tellHostnames(asked.site, to, env);
  const args = [asked.site, asked.sequence];
  for (let turn = 0; turn < REFRESH_TURNS_PER_MESSAGE; turn++) {
    const answer = await callTenant(reach, { to, site: asked.site, audience: PLATFORM, method: "refresh", args });
    if (expectValue(answer as Answer<RefreshResult>).done) return;
  }
  throw new Error("more turns needed");
}

/**
 * Gives a tenant's workspace its hostnames again. Its copy may be older than the control plane's, and the platform
 * refuses to store anything for a hostname that is no longer the tenant's.
 */
async function tellHostnames(named: string, to: ReadyWorker, env: DispatchEnv): Promise<void> {
  const args = [named, await listHostnames(env.DB, { tenant: to.tenant, site: named })];
  const call = { to, site: named, audience: PLATFORM, method: "setHostnames", args } as const;
  // A refusal, such as of an erased site, is the refresh's to say.
  await callTenant(findReach(env), call);
}

interface Failure {
  readonly queue: string;
  readonly tenant: string;
  readonly entry: Message;
  readonly error: unknown;
}

/**
 * Retries a message. After the last attempt it becomes a record of the tenant. A shared dead-letter queue would lose
 * which tenant it was.
 */
async function failed({ queue, tenant, entry, error }: Failure, env: DispatchEnv): Promise<void> {
  const { id, attempts, body, timestamp } = entry;
  console.error(visibleJson({ event: "tenant_message_failed", queue, id, attempts, error: String(error) }));
  if (attempts < TENANT_QUEUE_ATTEMPTS) return entry.retry();
  const asked = message.safeParse(body);
  const work = asked.success ? workOf(tenant, asked.data) : { tenant, site: null, message: id };
  await recordDeadLetter(env.DB, { ...work, body, at: timestamp.getTime() }).run();
  entry.ack();
}
