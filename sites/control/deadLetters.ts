import { DEAD_LETTER_MAX_CHARS } from "../../manifests/bounds/publicContent.ts";

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

const RECORD = `
  INSERT INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, 'dead_letter', ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, resolved_at = NULL`;
const CLOSE = "UPDATE operational_records SET resolved_at = ? WHERE id = ? AND resolved_at IS NULL";

/** The id names the work and not the message, because an outbox sends the same work again until it is done. */
const letterOf = ({ tenant, site }: QueuedWork): string => `dead-letter:${tenant}:${site ?? ""}`;

/** Records work that could not be done. A work has one record, however often it fails. */
export const recordDeadLetter = (
  db: D1Database,
  { tenant, site, message, body, at }: LostMessage,
): D1PreparedStatement =>
  db
    .prepare(RECORD)
    .bind(
      message === undefined ? letterOf({ tenant, site }) : `dead-letter:${message}`,
      tenant,
      site,
      payload(body),
      at,
    );

/** Closes the record of work that is done after all. */
export const closeDeadLetter = async (db: D1Database, work: QueuedWork, at: number): Promise<void> =>
  void (await db.prepare(CLOSE).bind(at, letterOf(work)).run());

function payload(body: unknown): string {
  const text = JSON.stringify(body) ?? "null";
  return JSON.stringify(
    text.length > DEAD_LETTER_MAX_CHARS ? { truncated: text.slice(0, DEAD_LETTER_MAX_CHARS) } : { message: body },
  );
}
