/** Point 2: a hostname shows the published pages of its tenant to everyone, and its drafts to its members alone. */
import { type DrillCheck, blocked, haveLogins, judged, ofEach } from "../session/check.ts";
import type { DrillTenant } from "../session/plan.ts";
import { type DrillSession, isGood, markerOf, PAGE, SECTION, replyVersion } from "../session/session.ts";
import { DrillStop } from "../session/stop.ts";

export const DRAFT = "/?svc_mode=edit";
export const ofPage = `/api/pages/${PAGE}`;

const published: DrillCheck = {
  id: "content.public",
  point: 2,
  title: "a visitor reads the published content of the hostname's tenant",
  async run(session) {
    return ofEach(session.plan.tenants, async (tenant) => {
      const { status, text } = await session.visit(tenant, "/");
      if (status !== 200 || !text.includes(markerOf("public", tenant))) return "failed";
      return judged(!text.includes(markerOf("draft", tenant)));
    });
  },
};

export const publicWords = (tenant: DrillTenant): string => markerOf("public", tenant);
export const draftWords = (tenant: DrillTenant): string => `${publicWords(tenant)} ${markerOf("draft", tenant)}`;

/** Writes text into a tenant's page as its owner. Answers the HTTP status. */
export async function writePage(session: DrillSession, tenant: DrillTenant, words: string): Promise<number> {
  const before = await session.member(tenant, { method: "GET", path: ofPage });
  const headers = { "if-match": replyVersion(before) };
  const path = `${ofPage}/sections/${SECTION}`;
  return (await session.member(tenant, { method: "PATCH", path, body: { fields: { body: words } }, headers })).status;
}

const drafted: DrillCheck = {
  id: "content.draft",
  point: 2,
  title: "an owner reads the draft of their own tenant, and a visitor cannot",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    return ofEach(session.plan.tenants, async (tenant) => {
      if ((await writePage(session, tenant, draftWords(tenant))) !== 200) return "failed";
      const draft = await session.member(tenant, { method: "GET", path: DRAFT });
      if (!draft.text.includes(markerOf("draft", tenant))) return "failed";
      if ((await session.visit(tenant, DRAFT)).text.includes(markerOf("draft", tenant)))
        throw new DrillStop("forged-request");
      return "passed";
    });
  },
};

const forged: DrillCheck = {
  id: "content.forged",
  point: 2,
  title: "a login of one tenant is not valid under the other tenant's hostname",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    for (const [at, from] of [
      [a, b],
      [b, a],
    ] as const) {
      await session.forged(at, from, DRAFT);
      if (isGood(await session.forged(at, from, ofPage))) throw new DrillStop("forged-request");
    }
    return judged(true);
  },
};

export const CONTENT: readonly DrillCheck[] = [published, drafted, forged];
