import { beforeAll, expect, test, vi } from "vitest";
import { LOGIN_AUDIT_ROWS, LOGIN_AUDIT_WINDOW_MS } from "../../../manifests/bounds/logins.ts";
import { recordAnybodysEvent } from "../../../sites/control/records/securityEvents.ts";
import { db, migrate } from "./agentClient.ts";

beforeAll(migrate);

const ABOUT = { host: "agents.deployment.example", request: "r1", ray: null };
const EVENT = { event: "agent_login_refused", actor: "visitor:someone", outcome: "refused" } as const;
const NOW = Date.UTC(2026, 0, 2);

const count = async (event: string): Promise<number | undefined> =>
  (await db.prepare("SELECT count(*) AS n FROM security_events WHERE event = ?").bind(event).first<{ n: number }>())?.n;

/** Inserts this many events at that time. */
async function happened(event: string, times: number, at: number): Promise<void> {
  await db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO security_events (at, event, host, request_id, actor, outcome) SELECT ?2, ?3, 'h', 'r', 'a', 'refused' FROM n`,
    )
    .bind(times, at, event)
    .run();
}

test.each([
  [LOGIN_AUDIT_ROWS - 1, 1],
  [LOGIN_AUDIT_ROWS, 0],
  [LOGIN_AUDIT_ROWS + 1, 0],
])("a refused login of an agent after %i within the hour leaves %i rows more, and a line", async (times, more) => {
  const log = vi.spyOn(console, "warn").mockReturnValue();
  const event = `agent_login_${times}`;
  await happened(event, times, NOW);
  await recordAnybodysEvent(db, ABOUT, { ...EVENT, event, at: NOW });
  expect(await count(event)).toBe(times + more);
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(more === 1 ? event : "login_not_audited"));
});

test.each([
  [LOGIN_AUDIT_WINDOW_MS - 1, 0],
  [LOGIN_AUDIT_WINDOW_MS, 1],
])("and after %i ms %i rows more", async (ms, more) => {
  const event = `agent_login_at_${ms}`;
  await happened(event, LOGIN_AUDIT_ROWS, NOW);
  await recordAnybodysEvent(db, ABOUT, { ...EVENT, event, at: NOW + ms });
  expect(await count(event)).toBe(LOGIN_AUDIT_ROWS + more);
});
