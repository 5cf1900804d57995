import { recordDeadLetters } from "./queues/deadLetterQueue.ts";
import type { Env } from "./bindings/env.ts";
import { consumePublications } from "./queues/publishQueue.ts";

export { TenantWorkspaceDO } from "./object/sharedWorkspace.ts";

export default {
  queue: (batch, env) =>
    batch.queue === env.DEAD_LETTER_QUEUE ? recordDeadLetters(batch, env) : consumePublications(batch, env),
} satisfies ExportedHandler<Env>;
