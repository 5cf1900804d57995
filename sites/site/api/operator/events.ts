import * as z from "zod/mini";
import { OPERATOR_LIST_PAGE, SECURITY_EVENTS_KEPT, SECURITY_EVENTS_KEPT_MS, SECURITY_EVENTS_SWEPT } from "../../../../manifests/bounds.ts";
import { logSecurity, requestOf } from "../../../shared/securityEvents.ts";
import type { Cursor } from "../cursor.ts";
import { writeCursor } from "../cursor.ts";

/** A security event of the operator's line that stays for a while. */
export interface KeptEvent {
  readonly event: string;
  readonly actor: string;
  readonly outcome: "done" | "refused";
  readonly request: string;
  readonly at: number;
}

const INSERT = "INSERT INTO security_events (at, event, host, request_id, actor, outcome) VALUES (?, ?, ?, ?, ?, ?)";
const MAKE_ROOM = "DELETE FROM security_events WHERE number <= (SELECT max(number) FROM security_events) - ?";
/** Numbers follow time, so the oldest are the first. */
const SWEEP = "DELETE FROM security_events WHERE number IN (SELECT number FROM security_events ORDER BY number LIMIT ?) AND at < ?";

export async function recordEvent(db: D1Database, request: Request, { event, actor, outcome, request: id, at }: KeptEvent): Promise<void> {
  const where = requestOf(request, id);
  logSecurity({ event, ...where, actor, outcome }, at);
  await db.batch([
    db.prepare(INSERT).bind(at, event, where.host, id, actor, outcome),
    db.prepare(MAKE_ROOM).bind(SECURITY_EVENTS_KEPT),
    db.prepare(SWEEP).bind(SECURITY_EVENTS_SWEPT, at - SECURITY_EVENTS_KEPT_MS),
  ]);
}

const eventView = z.strictObject({
  number: z.int(), at: z.int(), event: z.string(), host: z.string(), request: z.string(), actor: z.string(), outcome: z.enum(["done", "refused"]),
});
export const eventsView = z.strictObject({ items: z.array(eventView), cursor: z.nullable(z.string()) });

const LIST = `
  SELECT number, at, event, host, request_id AS request, actor, outcome FROM security_events
  WHERE number < ? ORDER BY number DESC LIMIT ?`;

/** Newest first. */
export async function listEvents(db: D1Database, [before]: Cursor = [Number.MAX_SAFE_INTEGER, ""]): Promise<z.infer<typeof eventsView>> {
  const { results } = await db.prepare(LIST).bind(before, OPERATOR_LIST_PAGE + 1).all<z.infer<typeof eventView>>();
  const items = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > items.length ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([last.number, "-"]) : null };
}
