/** Point 5: making one tenant read-only or suspending it leaves the other tenant alone. */
import { type DrillCheck, blocked, haveLogins, judged } from "../session/check.ts";
import type { DrillTenant } from "../session/plan.ts";
import { type DrillSession, isGood, markerOf } from "../session/session.ts";
import { draftWords, ofPage, writePage } from "./content.ts";

export async function setStatus(session: DrillSession, tenant: DrillTenant, status: string): Promise<boolean> {
  const path = `/api/admin/tenants/${tenant.id}/status`;
  // The hostname of a suspended tenant serves nothing, so the operator's request goes to the other tenant's hostname.
  const via = tenant.id === session.a.id ? session.b : session.a;
  return isGood(await session.operator(via, { method: "PUT", path, body: { status } }));
}

const READ_ONLY = 423;
const STOPPED = 503;

const readOnly: DrillCheck = {
  id: "status.readOnly",
  point: 5,
  title: "read-only stops the writes of one tenant, but not its reads and recovery; reactivation allows writes again",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    if (!(await setStatus(session, a, "read_only"))) return "failed";
    const results = [
      (await writePage(session, a, `${draftWords(a)} more`)) === READ_ONLY,
      isGood(await session.member(a, { method: "GET", path: ofPage })),
      isGood(await session.member(a, { method: "GET", path: "/api/backups" })),
      (await session.visit(a, "/")).text.includes(markerOf("public", a)),
      (await writePage(session, b, draftWords(b))) === 200,
      await setStatus(session, a, "active"),
      (await writePage(session, a, draftWords(a))) === 200,
    ];
    return judged(results.every(Boolean));
  },
};

const suspended: DrillCheck = {
  id: "status.suspended",
  point: 5,
  title: "a suspension stops the hostname of one tenant only",
  async run(session) {
    const { a, b } = session;
    if (!(await setStatus(session, a, "suspended"))) return "failed";
    // A query string bypasses the page cache.
    const [stopped, served] = [await session.visit(a, "/?drill=1"), await session.visit(b, "/?drill=1")];
    const isBack = await setStatus(session, a, "active");
    return judged(stopped.status === STOPPED && served.text.includes(markerOf("public", b)) && isBack);
  },
};

export const STATUS: readonly DrillCheck[] = [readOnly, suspended];
