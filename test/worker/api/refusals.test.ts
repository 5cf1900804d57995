import { beforeAll, describe, expect, test, vi } from "vitest";
import { REFUSALS_AUDITED } from "../../../manifests/bounds/commands.ts";
import { db, migrate, unique } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, memberOf, ownerOfSite } from "./apiClient.ts";
import { forgetLines } from "../../../sites/platform/security/securityEvents.ts";

beforeAll(migrate);

const refusedRows = async ({ site, identity }: Editor): Promise<{ command: string; inputDigest: string }[]> => {
  const { results } = await db
    .prepare(
      "SELECT command, input_digest AS inputDigest FROM audit WHERE tenant_id = ? AND actor = ? AND outcome = 'refused' ORDER BY at",
    )
    .bind(site.name, `member:${identity}`)
    .all<{ command: string; inputDigest: string }>();
  return results;
};
const invite = (editor: Editor) =>
  callApi(editor, "POST", "/api/members/invitations", {
    body: { issuer: "https://login.example", subject: unique("s"), role: "owner" },
  });

describe("a refused command", () => {
  test("leaves an audit row that names the member and the command, and an owner finds it", async () => {
    const viewer = await anEditor("viewer");
    expect(await codeOf(await invite(viewer))).toBe("FORBIDDEN");
    expect(await refusedRows(viewer)).toMatchObject([{ command: "member.invite" }]);
    const owner = await ownerOfSite(viewer.site);
    const found = await (await callApi(owner, "GET", "/api/audit?outcome=refused")).json<{ items: object[] }>();
    expect(found.items).toMatchObject([
      { actor: `member:${viewer.identity}`, command: "member.invite", outcome: "refused" },
    ]);
  });

  test("leaves one for its input too, with a digest that is the same whatever the body held", async () => {
    const owner = await anEditor();
    for (const body of [{ secret: "one" }, { secret: "two" }]) {
      expect(
        await codeOf(await callApi(owner, "PUT", "/api/plugins/acme.none/settings", { ifMatch: 0, body })),
      ).not.toBe("200");
    }
    const rows = await refusedRows(owner);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ inputDigest }) => inputDigest)).size).toBe(1);
  });

  test.each([
    [REFUSALS_AUDITED - 1, REFUSALS_AUDITED],
    [REFUSALS_AUDITED, REFUSALS_AUDITED],
    [REFUSALS_AUDITED + 1, REFUSALS_AUDITED + 1],
  ])("after %i in an hour leaves %i rows in all: a flood fills no audit", async (before, after) => {
    const viewer = await anEditor("viewer");
    await db
      .prepare(
        `INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at)
           SELECT value, ?, 'main', ?, 'page.create', 'd', 'refused', 'r', ? FROM json_each(?)`,
      )
      .bind(
        viewer.site.name,
        `member:${viewer.identity}`,
        Date.now() - 1000,
        JSON.stringify(Array.from({ length: before }, () => unique("row"))),
      )
      .run();
    await invite(viewer);
    expect(await refusedRows(viewer)).toHaveLength(after);
    const other = await memberOf(viewer.site, "viewer");
    await invite(other);
    expect(await refusedRows(other)).toHaveLength(1);
  });

  test("that only came too late leaves none", async () => {
    const owner = await anEditor();
    expect(
      await codeOf(await callApi(owner, "PATCH", "/api/pages/home", { ifMatch: 9, body: { changes: { title: "T" } } })),
    ).toBe("STALE_VERSION");
    expect(await refusedRows(owner)).toEqual([]);
  });

  test("is a line of JSON in the log, with host and request and nothing of what was sent", async () => {
    const viewer = await anEditor("viewer");
    forgetLines();
    const lines: string[] = [];
    const spy = vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
    await callApi(viewer, "POST", "/api/members/invitations", {
      body: { issuer: "https://login.example", subject: "a-personal-name", role: "owner" },
      headers: { origin: "https://evil.example" },
    });
    spy.mockRestore();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        event: "request_refused",
        host: `${viewer.site.name}.example`,
        code: "ORIGIN_MISMATCH",
        outcome: "refused",
        request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
    expect(lines.join()).not.toMatch(/a-personal-name|svc_session/);
  });
});
