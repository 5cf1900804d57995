import { DEAD_LETTER_MAX_CHARS } from "../../../manifests/bounds/publicContent.ts";

/** Operational records: facts for the operator, and unfinished work. A record is open until it is resolved. */
export interface OperationalRecord {
  readonly id: string;
  readonly kind: string;
  readonly tenant: string;
  readonly site: string | null;
  /** JSON. */
  readonly payload: string;
  readonly createdAt: number;
}

const COLUMNS = "(id, kind, tenant_id, site_id, payload, created_at)";
const VALUES = `INTO operational_records ${COLUMNS} VALUES (?, ?, ?, ?, ?, ?)`;
const ADD = `INSERT OR IGNORE ${VALUES}`;
const REPEAT = `INSERT ${VALUES} ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, resolved_at = NULL`;
const RENEW = `INSERT ${VALUES}
  ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, created_at = excluded.created_at, resolved_at = NULL`;
const RESOLVE = "UPDATE operational_records SET resolved_at = ? WHERE id = ? AND resolved_at IS NULL";

const writing = (db: D1Database, sql: string, record: OperationalRecord): D1PreparedStatement => {
  const { id, kind, tenant, site, payload, createdAt } = record;
  return db.prepare(sql).bind(id, kind, tenant, site, payload, createdAt);
};

/** Adds a record, unless there is one. */
export const addRecord = (db: D1Database, record: OperationalRecord): D1PreparedStatement => writing(db, ADD, record);

/** Opens a record. One that exists keeps the time at which it was made. */
export const repeatRecord = (db: D1Database, record: OperationalRecord): D1PreparedStatement =>
  writing(db, REPEAT, record);

/** Opens a record as if it were new. */
export const renewRecord = (db: D1Database, record: OperationalRecord): D1PreparedStatement =>
  writing(db, RENEW, record);

/** Closes an open record. */
export const resolveRecord = (db: D1Database, id: string, at: number): D1PreparedStatement =>
  db.prepare(RESOLVE).bind(at, id);

/** SQL condition: a record is open. */
export const isOpenRecord = (id: string): string =>
  `EXISTS (SELECT 1 FROM operational_records WHERE id = ${id} AND resolved_at IS NULL)`;

const OPEN_PAYLOAD = "SELECT payload FROM operational_records WHERE id = ? AND resolved_at IS NULL";

/** The JSON of an open record; undefined if there is none. */
export const openPayload = async (db: D1Database, id: string): Promise<string | undefined> =>
  (await db.prepare(OPEN_PAYLOAD).bind(id).first<{ payload: string }>())?.payload;

const COUNT_OPEN = "SELECT kind, count(*) AS count FROM operational_records WHERE resolved_at IS NULL GROUP BY kind";

/** The numbers of open records, by kind. */
export async function countOpenRecords(db: D1Database): Promise<Readonly<Record<string, number>>> {
  const { results } = await db.prepare(COUNT_OPEN).all<{ kind: string; count: number }>();
  return Object.fromEntries(results.map(({ kind, count }) => [kind, count]));
}

/** A dead letter, as its row has it. */
export interface DeadLetterRow extends Omit<OperationalRecord, "kind"> {
  readonly resolvedAt: number | null;
}

const ROW = "id, tenant_id AS tenant, site_id AS site, payload, created_at AS createdAt, resolved_at AS resolvedAt";
const LIST = `SELECT ${ROW} FROM operational_records WHERE kind = 'dead_letter' AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`;
const FIND = `SELECT ${ROW} FROM operational_records WHERE kind = 'dead_letter' AND id = ?`;

/** Dead letters before one of them, the newest first. */
export async function deadLettersBefore(
  db: D1Database,
  [at, id]: readonly [at: number, id: string],
  most: number,
): Promise<readonly DeadLetterRow[]> {
  return (await db.prepare(LIST).bind(at, id, most).all<DeadLetterRow>()).results;
}

export const findDeadLetter = (db: D1Database, id: string): Promise<DeadLetterRow | null> =>
  db.prepare(FIND).bind(id).first<DeadLetterRow>();

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
