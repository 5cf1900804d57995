import { describe, expect, test, vi } from "vitest";
import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../manifests/bounds/commands.ts";
import {
  SECURITY_EVENTS_KEPT,
  SECURITY_EVENTS_KEPT_MS,
  SECURITY_EVENTS_SWEPT,
} from "../../manifests/bounds/operators.ts";
import { recordEvent } from "../../sites/control/records/securityEvents.ts";
import { auditRefusedCommand } from "../../sites/control/records/audit.ts";
import { controlPlaneInMemory } from "./controlPlane.ts";

vi.spyOn(console, "warn").mockImplementation(() => undefined);

const NOW = Date.UTC(2026, 0, 5);
const ABOUT = { host: "acme.example", request: "r1" } as Parameters<typeof recordEvent>[1];
const INSERT =
  "INSERT INTO security_events (at, event, host, request_id, actor, outcome) VALUES (?, 'old', '', '', '', 'done')";

/** A control plane with events at these times. */
function eventsAt(times: readonly number[]) {
  const { database, DB } = controlPlaneInMemory();
  database.exec("BEGIN");
  const insert = database.prepare(INSERT);
  for (const at of times) insert.run(at);
  database.exec("COMMIT");
  const count = (): number => (database.prepare("SELECT count(*) AS n FROM security_events").get() as { n: number }).n;
  return { count, record: () => recordEvent(DB, ABOUT, { event: "new", actor: "a", outcome: "done", at: NOW }) };
}

describe("security events", () => {
  test.each([
    [-1, 2],
    [0, 2],
    [1, 1],
  ])("stay for their time, and %i ms more: %i are left with the new one", async (more, left) => {
    const { count, record } = eventsAt([NOW - SECURITY_EVENTS_KEPT_MS - more]);
    await record();
    expect(count()).toBe(left);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("that are over go beside a new one, as many as are swept at once and %i: %i stay", async (more, left) => {
    const { count, record } = eventsAt(Array.from({ length: SECURITY_EVENTS_SWEPT + more }, () => 0));
    await record();
    expect(count()).toBe(left);
  });

  test.each([
    [-1, SECURITY_EVENTS_KEPT],
    [0, SECURITY_EVENTS_KEPT],
    [1, SECURITY_EVENTS_KEPT],
  ])("are as many as are kept, with %i more or less of them before the new one", async (more, left) => {
    const { count, record } = eventsAt(Array.from({ length: SECURITY_EVENTS_KEPT + more }, () => NOW));
    await record();
    expect(count()).toBe(left);
  });
});

describe("commands that a member was refused", () => {
  const AUDITED = "SELECT count(*) AS n FROM audit WHERE outcome = 'refused'";

  test.each([
    [-1, REFUSALS_AUDITED],
    [0, REFUSALS_AUDITED + 1],
    [1, REFUSALS_AUDITED + 1],
  ])("leave rows again after their time and %i ms: %i in all", async (more, rows) => {
    const { database, DB } = controlPlaneInMemory();
    let requests = 0;
    const refuse = (at: number) =>
      auditRefusedCommand(DB, {
        tenant: "t",
        site: "s",
        identity: "m",
        command: "page.put",
        inputDigest: "0".repeat(64),
        requestId: `r${(requests += 1)}`,
        at,
      } as unknown as Parameters<typeof auditRefusedCommand>[1]);
    for (let n = 0; n < REFUSALS_AUDITED + 1; n++) await refuse(NOW);
    await refuse(NOW + REFUSALS_AUDITED_MS + more);
    expect((database.prepare(AUDITED).get() as { n: number }).n).toBe(rows);
  });
});
