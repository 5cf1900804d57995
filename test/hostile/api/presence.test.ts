import { beforeAll, describe, expect, test } from "vitest";
import { anEditor, callApi, codeOf, done, loginAs, memberOf } from "../../worker/api/apiClient.ts";
import { db, migrate } from "../../worker/site/harness.ts";

beforeAll(migrate);

const MAIL = "robin.reed@private.example";

describe("presence", () => {
  test("shows no member another one's mail address, issuer or subject, even where a name contains the address", async () => {
    const owner = await anEditor();
    const invitation = { issuer: "https://login.example", subject: MAIL, name: `Robin <${MAIL}>`, role: "author" };
    const { member } = await done<{ member: { id: string } }>(
      await callApi(owner, "POST", "/api/members/invitations", { body: { ...invitation, name: undefined } }),
    );
    await db.prepare("UPDATE memberships SET name = ? WHERE identity_id = ?").bind(invitation.name, member.id).run();
    const robin = await loginAs(owner.site, member.id);
    const viewer = await memberOf(owner.site, "viewer");
    const { change } = await done<{ change: number }>(await callApi(robin, "GET", "/api/presence?page=home"));
    const title = { changes: { title: "Robin was here" } };
    await done(await callApi(robin, "PATCH", "/api/pages/home", { ifMatch: 1, body: title }));
    const answers = await Promise.all(
      [`/api/presence?page=home&since=${change}`, "/api/members/names"].map(async (path) =>
        (await callApi(viewer, "GET", path)).text(),
      ),
    );
    expect(answers.every((text) => text.includes("Robin"))).toBe(true);
    expect(answers.join()).not.toMatch(/@|private\.example|login\.example/);
  });

  test("of another tenant is visible to nobody, and members cannot appear there", async () => {
    const [ours, theirs] = [await anEditor(), await anEditor()];
    await done(await callApi(theirs, "GET", "/api/presence?page=home"));
    const text = await (await callApi(ours, "GET", "/api/presence?page=home&since=0")).text();
    expect(text).not.toContain(theirs.identity);
  });

  test("needs a login, and takes no other member's identity", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    expect(await codeOf(await callApi({ site: owner.site, cookie: "" }, "GET", "/api/presence"))).toBe(
      "UNAUTHENTICATED",
    );
    const spoofed = await callApi(viewer, "GET", `/api/presence?page=home&member=${owner.identity}`);
    expect(await codeOf(spoofed)).toBe("INVALID_REQUEST");
  });

  test("requested by another origin is refused", async () => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await codeOf(await callApi(await anEditor(), "GET", "/api/presence?page=home", { headers }))).toBe(
      "ORIGIN_MISMATCH",
    );
  });
});
