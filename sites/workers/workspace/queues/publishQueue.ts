import * as z from "zod/mini";
import { REFRESH_TURNS_PER_MESSAGE } from "../../../../manifests/bounds/publicContent.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { closeDeadLetter } from "../../../control/records/records.ts";
import { carrierOf, type Env, type PublicationMessage } from "../bindings/env.ts";

const message: z.ZodMiniType<PublicationMessage> = z.strictObject({
  tenant: z.string().check(z.minLength(1), z.maxLength(63)),
  site: z.string().check(z.minLength(1), z.maxLength(63)),
  release: z.int().check(z.gte(1)),
  sequence: z.int().check(z.gte(1)),
});

/**
 * Handles each message on its own, so that a failure does not redeliver its neighbours. All run in parallel, because
 * most belong to different tenants and wait for storage.
 */
export async function consumePublications(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(batch.messages.map((entry) => consume(entry, env)));
}

async function consume(entry: Message, env: Env): Promise<void> {
  try {
    const work = message.parse(entry.body);
    await carry(work, env);
    await closeDeadLetter(env.DB, work, Date.now());
    entry.ack();
  } catch (error) {
    console.error(
      visibleJson({ event: "publication_not_carried", id: entry.id, attempts: entry.attempts, error: String(error) }),
    );
    entry.retry();
  }
}

/**
 * Carries out a publication in several turns. If they do not suffice, the message is delivered again and the work
 * continues.
 */
async function carry({ tenant, site, sequence }: PublicationMessage, env: Env): Promise<void> {
  const workspace = carrierOf(env, tenant);
  for (let turn = 0; turn < REFRESH_TURNS_PER_MESSAGE; turn++) {
    const { done } = expectValue(await workspace.refresh(site, sequence));
    if (done) return;
  }
  throw new Error("more turns needed");
}
