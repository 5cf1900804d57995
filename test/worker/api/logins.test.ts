import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { LOGIN_IDLE_MS } from "../../../manifests/bounds/logins.ts";
import { forgetMembers } from "../../../sites/web/auth/member.ts";
import { invite } from "../auth/siteLogins.ts";
import { aSite, db, migrate, unique } from "../site/harness.ts";
import { agentsLeft, anAgent } from "./agentGrants.ts";
import { type Editor, anEditor, callApi, codeOf, done, loginAs, memberOf, ownerOfSite, refused } from "./apiClient.ts";

beforeAll(migrate);
afterEach(() => void vi.useRealTimers());

interface Listed {
  readonly id: string;
  readonly kind?: string;
  readonly isThis?: boolean;
  readonly member?: string;
  readonly hostname: string | null;
  readonly usedAt: number | null;
}
const list = async (editor: Editor, path: string): Promise<readonly Listed[]> =>
  (await done<{ items: Listed[] }>(await callApi(editor, "GET", path))).items;
const status = async (editor: Editor): Promise<string> => codeOf(await callApi(editor, "GET", "/api/site"));
const audited = async (tenant: string): Promise<unknown[]> =>
  (
    await db
      .prepare("SELECT command, actor FROM audit WHERE tenant_id = ? AND command LIKE '%stop%' ORDER BY at")
      .bind(tenant)
      .all()
  ).results;

describe("one's own logins", () => {
  test("are listed, with the one that asks, and nobody else's", async () => {
    const viewer = await anEditor("viewer");
    const other = await loginAs(viewer.site, viewer.identity);
    await memberOf(viewer.site, "editor");
    const items = await list(other, "/api/logins");
    expect(items.map(({ kind, hostname }) => [kind, hostname])).toEqual([
      ["browser", `${viewer.site.name}.example`],
      ["browser", `${viewer.site.name}.example`],
    ]);
    expect(items.filter(({ isThis }) => isThis)).toHaveLength(1);
  });

  test("are ended one by one, also those on another site, and audit of both says so", async () => {
    const [here, there] = [await anEditor(), await aSite("there")];
    await invite(there, `owner-of-${here.site.name}`, "viewer");
    const lost = await loginAs(there, here.identity);
    const id = (await list(here, "/api/logins")).find(({ isThis }) => !isThis)?.id ?? "";
    expect(await done(await callApi(here, "DELETE", `/api/logins/${id}`))).toEqual({ ended: id });
    expect([await status(here), await status(lost)]).toEqual(["200", "UNAUTHENTICATED"]);
    const row = { command: "login.stop", actor: `member:${here.identity}` };
    expect([await audited(here.site.name), await audited(there.name)]).toEqual([[row], [row]]);
  });

  test("are ended by their owner only", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const [mine] = await list(owner, "/api/logins");
    expect(await refused(await callApi(viewer, "DELETE", `/api/logins/${mine?.id}`))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    expect(await status(owner)).toBe("200");
  });

  test("do not count where they have not been used for long", async () => {
    const owner = await anEditor();
    const stale = await loginAs(owner.site, owner.identity, Date.now() - LOGIN_IDLE_MS);
    expect([await status(stale), await list(owner, "/api/logins")]).toEqual([
      "UNAUTHENTICATED",
      [expect.objectContaining({ isThis: true })],
    ]);
  });
});

describe("agents a member has let in", () => {
  test("are listed with what they may do, everywhere, and nobody else's", async () => {
    const [viewer, there] = [await anEditor("viewer"), await aSite("there")];
    await invite(there, unique("x"), "viewer");
    const [one, two] = [await anAgent(viewer.site, viewer.identity), await anAgent(there, viewer.identity)];
    await anAgent(viewer.site, (await ownerOfSite(viewer.site)).identity);
    const items = await list(viewer, "/api/agents");
    expect(items.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted());
    expect(items.find(({ id }) => id === one)).toEqual({
      id: one,
      member: viewer.identity,
      hostname: `${viewer.site.name}.example`,
      client: { id: "https://client.example/about", name: "A client" },
      scopes: ["site:read", "content:write"],
      createdAt: expect.any(Number),
      usedAt: null,
      expiresAt: expect.any(Number),
    });
  });

  test("are ended by that member, with their refresh tokens", async () => {
    const viewer = await anEditor("viewer");
    const [ended, kept] = [await anAgent(viewer.site, viewer.identity), await anAgent(viewer.site, viewer.identity)];
    await done(await callApi(viewer, "DELETE", `/api/agents/${ended}`));
    expect(await agentsLeft([ended, kept])).toEqual([kept]);
    expect(await audited(viewer.site.name)).toEqual([{ command: "agent.stop", actor: `member:${viewer.identity}` }]);
  });

  test("are ended by owners of the site, those of owners not by admins, and those of other sites by nobody here", async () => {
    const owner = await anEditor();
    const [admin, viewer] = [await memberOf(owner.site, "admin"), await memberOf(owner.site, "viewer")];
    const [owners, viewers] = [await anAgent(owner.site, owner.identity), await anAgent(owner.site, viewer.identity)];
    const stranger = await anAgent(await aSite("there"), viewer.identity);
    expect((await list(admin, "/api/members/agents")).map(({ id }) => id).toSorted()).toEqual(
      [owners, viewers].toSorted(),
    );
    const end = async (editor: Editor, id: string): Promise<string> =>
      codeOf(await callApi(editor, "DELETE", `/api/members/agents/${id}`));
    expect([
      await end(viewer, viewers),
      await end(admin, owners),
      await end(owner, stranger),
      await end(admin, viewers),
    ]).toEqual(["FORBIDDEN", "FORBIDDEN", "NOT_FOUND", "200"]);
    expect(await agentsLeft([owners, viewers, stranger])).toEqual([owners, stranger]);
  });

  test.each([
    [LIST_ROWS - 1, 0],
    [LIST_ROWS, 0],
    [LIST_ROWS + 1, 1],
  ])("of %i go on with %i, each once, all of one second", async (total, rest) => {
    const owner = await anEditor();
    for (let one = 0; one < total; one++) await anAgent(owner.site, owner.identity, { createdAt: 1_700_000_000_000 });
    const first = await done<{ items: Listed[]; next: string | null }>(await callApi(owner, "GET", "/api/agents"));
    expect([first.items.length, first.next === null]).toEqual([total - rest, rest === 0]);
    const second = first.next === null ? [] : await list(owner, `/api/agents?cursor=${first.next}`);
    expect(new Set([...first.items, ...second].map(({ id }) => id)).size).toBe(total);
  });
});

describe("a member", () => {
  test("who is removed leaves no agent behind, also for the day they are invited again", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const agents = [await anAgent(owner.site, viewer.identity), await anAgent(owner.site, owner.identity)];
    await done(await callApi(owner, "DELETE", `/api/members/${viewer.identity}`));
    expect(await agentsLeft(agents)).toEqual(agents.slice(1));
  });

  test("whose logins are ended stays a member, with their logins and agents elsewhere", async () => {
    const [owner, there] = [await anEditor(), await aSite("there")];
    const editor = await memberOf(owner.site, "editor");
    const agents = [await anAgent(owner.site, editor.identity), await anAgent(there, editor.identity)];
    expect(await done(await callApi(owner, "DELETE", `/api/members/${editor.identity}/logins`))).toMatchObject({
      member: { id: editor.identity, role: "editor" },
    });
    expect([await status(editor), await status(owner), await agentsLeft(agents)]).toEqual([
      "UNAUTHENTICATED",
      "200",
      agents.slice(1),
    ]);
    expect(await status(await loginAs(owner.site, editor.identity))).toBe("200");
  });

  test("who is an owner is logged out by owners only", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    expect(await codeOf(await callApi(admin, "DELETE", `/api/members/${owner.identity}/logins`))).toBe("FORBIDDEN");
    forgetMembers(() => true);
    expect(await status(owner)).toBe("200");
  });
});
