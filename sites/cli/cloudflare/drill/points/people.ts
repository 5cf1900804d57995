/**
 * Point 4: an invitation and a requested hostname are visible only to the tenant of the addressed hostname, in lists
 * and in audit.
 */
import { randomUUID } from "node:crypto";
import { type DrillCheck, blocked, haveLogins, judged } from "../session/check.ts";
import { type DrillSession, isGood } from "../session/session.ts";
import { DrillStop } from "../session/stop.ts";

/** Sends a request with a unique word to tenant A. The word must be in A's lists; in a list of B it stops the drill. */
async function staysInTenant(
  session: DrillSession,
  path: string,
  body: object,
  lists: readonly string[],
  word: string,
) {
  if (!haveLogins(session)) return blocked("login");
  const { a, b } = session;
  if (!isGood(await session.member(a, { method: "POST", path, body }))) return "failed" as const;
  for (const list of lists) {
    const there = await session.member(b, { method: "GET", path: list });
    if (there.text.includes(word)) throw new DrillStop("cross-tenant-data");
    const here = await session.member(a, { method: "GET", path: list });
    if (!isGood(there) || !here.text.includes(word)) return "failed" as const;
  }
  return "passed" as const;
}

const invited: DrillCheck = {
  id: "people.invitation",
  point: 4,
  title: "an invitation of one tenant creates no member and no audit row at the other tenant",
  run(session) {
    const subject = `drill-guest-${randomUUID()}`;
    const body = { issuer: session.a.owner.issuer, subject, role: "viewer" };
    return staysInTenant(session, "/api/members/invitations", body, ["/api/members"], subject);
  },
};

const asked: DrillCheck = {
  id: "people.domain",
  point: 4,
  title: "a hostname that one tenant asks for is not in the lists of the other",
  run(session) {
    const hostname = `drill-${randomUUID()}.example.com`;
    return staysInTenant(session, "/api/domains", { hostname }, ["/api/domains"], hostname);
  },
};

interface Audit {
  readonly items: readonly { readonly id: string; readonly command: string }[];
}

const audited: DrillCheck = {
  id: "people.audit",
  point: 4,
  title: "no audit row is in the lists of both tenants",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const read = async (tenant: typeof session.a) =>
      (JSON.parse((await session.member(tenant, { method: "GET", path: "/api/audit" })).text) as Audit).items;
    const [ofA, ofB] = [await read(session.a), await read(session.b)];
    const ids = new Set(ofB.map(({ id }) => id));
    if (ofA.some(({ id }) => ids.has(id))) throw new DrillStop("cross-tenant-data");
    return judged(ofA.some(({ command }) => command === "member.invite" || command.startsWith("member")));
  },
};

export const PEOPLE: readonly DrillCheck[] = [invited, asked, audited];
