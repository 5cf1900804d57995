import { visibleJson } from "../../../../manifests/visible.ts";
import { recordDeadLetter } from "../../../control/records/records.ts";
import type { Env } from "../bindings/env.ts";

/** Records each message that could not be handled, so that an operator sees it and can replay it. */
export async function recordDeadLetters(batch: MessageBatch, env: Env): Promise<void> {
  await env.DB.batch(
    batch.messages.map(({ id, body, timestamp }) => {
      const { tenant, site } = owner(body);
      const named = tenant !== "" && site !== null;
      return recordDeadLetter(env.DB, {
        tenant,
        site,
        body,
        at: timestamp.getTime(),
        ...(named ? {} : { message: id }),
      });
    }),
  );
  for (const entry of batch.messages) analyse(env, entry);
  batch.ackAll();
}

/**
 * Writes a data point with tenant, site and attempts, without the message's content. A failing dataset must not stop
 * anything, because the durable copy exists already.
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

/** The platform accepts 96 bytes for an index. Tenant ids are ASCII. */
const INDEX_MAX_CHARS = 96;

/** Reads the owner of a message. Its body may be anything, because no consumer could handle it. */
function owner(body: unknown): { tenant: string; site: string | null } {
  const { tenant, site } = (typeof body === "object" && body !== null ? body : {}) as {
    tenant?: unknown;
    site?: unknown;
  };
  return { tenant: typeof tenant === "string" ? tenant : "", site: typeof site === "string" ? site : null };
}
