import { DEAD_LETTER_MAX_CHARS } from "../../manifests/bounds/publicContent.ts";
import { repeatRecord, resolveRecord } from "./records.ts";

/** Work of a queue's message: a site's publication, or a tenant's due work if the site is null. */
export interface QueuedWork {
  readonly tenant: string;
  readonly site: string | null;
}

export interface LostMessage extends QueuedWork {
  /** The id of a message that names no work. */
  readonly message?: string;
  readonly body: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The id names the work and not the message, because an outbox sends the same work again until it is done. */
const letterOf = ({ tenant, site }: QueuedWork): string => `dead-letter:${tenant}:${site ?? ""}`;

/** Records work that could not be done. A work has one record, however often it fails. */
export const recordDeadLetter = (
  db: D1Database,
  { tenant, site, message, body, at }: LostMessage,
): D1PreparedStatement =>
  repeatRecord(db, {
    id: message === undefined ? letterOf({ tenant, site }) : `dead-letter:${message}`,
    kind: "dead_letter",
    tenant,
    site,
    payload: payload(body),
    createdAt: at,
  });

/** Closes the record of work that is done after all. */
export const closeDeadLetter = async (db: D1Database, work: QueuedWork, at: number): Promise<void> =>
  void (await resolveRecord(db, letterOf(work), at).run());

function payload(body: unknown): string {
  const text = JSON.stringify(body) ?? "null";
  return JSON.stringify(
    text.length > DEAD_LETTER_MAX_CHARS ? { truncated: text.slice(0, DEAD_LETTER_MAX_CHARS) } : { message: body },
  );
}
