/** Point 8: themes, publications and backups of one tenant leave the other tenant unchanged. */
import { type DrillCheck, blocked, haveLogins, judged } from "../session/check.ts";
import type { DrillTenant } from "../session/plan.ts";
import { type DrillSession, isGood, jsonOf, replyVersion } from "../session/session.ts";
import { publicWords, writePage } from "./content.ts";

const get = (session: DrillSession, tenant: DrillTenant, path: string) =>
  session.member(tenant, { method: "GET", path });

interface Theme {
  readonly body: { readonly theme: string; readonly scheme: string; readonly tokens: object };
}

const SCHEMES = ["light", "dark"];

const themed: DrillCheck = {
  id: "themes.switch",
  point: 8,
  title: "a theme change of one tenant changes neither theme nor pages of the other",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    const before = [(await get(session, b, "/api/theme")).text, (await get(session, b, "/api/pages")).text];
    const reply = await get(session, a, "/api/theme");
    const now = jsonOf<Theme>(reply)?.body;
    if (!now) return "failed";
    const scheme = SCHEMES.find((one) => one !== now.scheme) ?? "";
    const headers = { "if-match": replyVersion(reply) };
    const changed = await session.member(a, {
      method: "PUT",
      path: "/api/theme",
      headers,
      body: { body: { ...now, scheme } },
    });
    const after = [(await get(session, b, "/api/theme")).text, (await get(session, b, "/api/pages")).text];
    const isChanged = jsonOf<Theme>(await get(session, a, "/api/theme"))?.body.scheme === scheme;
    return judged(isGood(changed) && isChanged && before.every((text, index) => text === after[index]));
  },
};

interface Releases {
  readonly items: readonly { readonly release: number }[];
}

const newest = async (session: DrillSession, tenant: DrillTenant): Promise<number> =>
  jsonOf<Releases>(await get(session, tenant, "/api/releases"))?.items[0]?.release ?? 0;

const ledgers: DrillCheck = {
  id: "themes.ledgers",
  point: 8,
  title: "a publication of one tenant is recorded only for that tenant, although both sites have the same id",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    const [ofA, ofB] = [await newest(session, a), await newest(session, b)];
    // The page must not publish the draft marker. A later drill would take it for a leaked draft.
    if ((await writePage(session, a, publicWords(a))) !== 200) return "failed";
    const headers = { "if-match": replyVersion(await get(session, a, "/api/changes")) };
    const done = await session.member(a, { method: "POST", path: "/api/publish", headers, body: {} });
    return judged(isGood(done) && (await newest(session, a)) > ofA && (await newest(session, b)) === ofB);
  },
};

interface Backups {
  readonly items: readonly { readonly id: string }[];
  readonly platform: { readonly available: boolean };
}

async function isDeleted(session: DrillSession, tenant: DrillTenant, backup: string): Promise<boolean> {
  const gone = await session.member(tenant, { method: "DELETE", path: `/api/backups/${backup}` });
  const left = jsonOf<Backups>(await get(session, tenant, "/api/backups"));
  return isGood(gone) && left?.items.every(({ id }) => id !== backup) === true;
}

const backedUp: DrillCheck = {
  id: "themes.backups",
  point: 8,
  title:
    "a backup can be made, listed, verified and deleted through the dispatcher, and the other tenant cannot see it",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const { a, b } = session;
    const before = (await get(session, b, "/api/backups")).text;
    const made = jsonOf<{ id: string }>(await session.member(a, { method: "POST", path: "/api/backups", body: {} }));
    if (!made) return "failed";
    const listed = jsonOf<Backups>(await get(session, a, "/api/backups"))?.items.some(({ id }) => id === made.id);
    const path = `/api/backups/${made.id}/verify`;
    const verified = jsonOf<{ sound: boolean }>(await session.member(a, { method: "POST", path }));
    const others = jsonOf<Backups>(await get(session, b, "/api/backups"));
    const isAlone = others?.items.every(({ id }) => id !== made.id) ?? false;
    const isLikeBefore = JSON.stringify(others?.items) === JSON.stringify((JSON.parse(before) as Backups).items);
    const isKept = listed === true && verified?.sound === true;
    return judged(isKept && isAlone && isLikeBefore && (await isDeleted(session, a, made.id)));
  },
};

const bookmarked: DrillCheck = {
  id: "themes.bookmark",
  point: 8,
  title: "the platform can rewind a tenant's workspace to a bookmark",
  async run(session) {
    if (!haveLogins(session)) return blocked("login");
    const backups = jsonOf<Backups>(await get(session, session.a, "/api/backups"));
    if (!backups) return "failed";
    return backups.platform.available ? "passed" : blocked("account", "One machine has no point-in-time recovery.");
  },
};

export const THEMES: readonly DrillCheck[] = [themed, ledgers, backedUp, bookmarked];
