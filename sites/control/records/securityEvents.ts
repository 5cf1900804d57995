import { LOGIN_AUDIT_ROWS, LOGIN_AUDIT_WINDOW_MS } from "../../../manifests/bounds/logins.ts";
import {
  SECURITY_EVENTS_KEPT,
  SECURITY_EVENTS_KEPT_MS,
  SECURITY_EVENTS_SWEPT,
} from "../../../manifests/bounds/operators.ts";
import { type AboutRequest, logSecurity } from "../../platform/security/securityEvents.ts";

/** A security event without a tenant, which is stored for a limited time. */
export interface KeptEvent {
  readonly event: string;
  readonly actor: string;
  readonly outcome: "done" | "refused";
  readonly at: number;
}

const INSERT = "INSERT INTO security_events (at, event, host, request_id, actor, outcome) VALUES (?, ?, ?, ?, ?, ?)";
const MAKE_ROOM = "DELETE FROM security_events WHERE number <= (SELECT max(number) FROM security_events) - ?";
/** Numbers grow with time, so the oldest rows come first. */
const SWEEP =
  "DELETE FROM security_events WHERE number IN (SELECT number FROM security_events ORDER BY number LIMIT ?) AND at < ?";

export async function recordEvent(db: D1Database, about: AboutRequest, kept: KeptEvent): Promise<void> {
  const { event, actor, outcome, at } = kept;
  logSecurity({ event, ...about, actor, outcome }, at);
  await db.batch([
    db.prepare(INSERT).bind(at, event, about.host, about.request, actor, outcome),
    db.prepare(MAKE_ROOM).bind(SECURITY_EVENTS_KEPT),
    db.prepare(SWEEP).bind(SECURITY_EVENTS_SWEPT, at - SECURITY_EVENTS_KEPT_MS),
  ]);
}

/**
 * Counts recent events of one kind. Reads only ten times the bound of rows, so a flood of one kind can fill at most a
 * tenth of the table.
 */
const RECENT = `
  SELECT count(*) AS n FROM (SELECT event, at FROM security_events ORDER BY number DESC LIMIT ?)
  WHERE event = ? AND at > ?`;

/** Records an event that anybody can cause. Beyond a bound for its kind in an hour, it goes only to the log. */
export async function recordAnybodysEvent(db: D1Database, about: AboutRequest, kept: KeptEvent): Promise<void> {
  const { event, actor, outcome, at } = kept;
  const before = await db
    .prepare(RECENT)
    .bind(10 * LOGIN_AUDIT_ROWS, event, at - LOGIN_AUDIT_WINDOW_MS)
    .first<{ n: number }>();
  if ((before?.n ?? 0) < LOGIN_AUDIT_ROWS) return recordEvent(db, about, kept);
  logSecurity({ event: "login_not_audited", ...about, actor, outcome, reason: event }, at);
}

/** A stored event. Events are numbered in the order in which they came. */
export interface StoredEvent extends KeptEvent {
  readonly number: number;
  readonly host: string;
  readonly request: string;
}

const LIST = `
  SELECT number, at, event, host, request_id AS request, actor, outcome FROM security_events
  WHERE number < ? ORDER BY number DESC LIMIT ?`;

/** Events before one of them, the newest first. */
export async function eventsBefore(db: D1Database, number: number, most: number): Promise<readonly StoredEvent[]> {
  return (await db.prepare(LIST).bind(number, most).all<StoredEvent>()).results;
}
