import * as z from "zod/mini";
import { OPERATOR_LIST_PAGE } from "../../../../manifests/bounds/operators.ts";
import { eventsBefore } from "../../../control/records/securityEvents.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";

const eventView = z.strictObject({
  number: z.int(),
  at: z.int(),
  event: z.string(),
  host: z.string(),
  request: z.string(),
  actor: z.string(),
  outcome: z.enum(["done", "refused"]),
});
export const eventsView = z.strictObject({ items: z.array(eventView), cursor: z.nullable(z.string()) });

/** Lists security events, the newest first. */
export async function listEvents(
  db: D1Database,
  [before]: Cursor = [Number.MAX_SAFE_INTEGER, ""],
): Promise<z.infer<typeof eventsView>> {
  const results = await eventsBefore(db, before, OPERATOR_LIST_PAGE + 1);
  const items = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > items.length ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([last.number, "-"]) : null };
}
