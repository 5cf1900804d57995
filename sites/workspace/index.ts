import { recordDeadLetters } from "./deadLetterQueue.ts";
import type { Env } from "./env.ts";
import { consumePublications } from "./publishQueue.ts";

export { TenantWorkspaceDO } from "./tenantWorkspace.ts";

export default {
  queue: (batch, env) => (batch.queue === env.DEAD_LETTER_QUEUE ? recordDeadLetters(batch, env) : consumePublications(batch, env)),
} satisfies ExportedHandler<Env>;
