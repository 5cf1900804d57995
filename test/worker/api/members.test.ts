import { beforeAll, describe, expect, test } from "vitest";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { MEMBERS_MAX } from "../../../manifests/bounds/logins.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { invite } from "../auth/siteLogins.ts";
import { aSite, db, migrate, unique } from "../site/harness.ts";
import {
  type Editor,
  type Sent,
  anEditor,
  callApi,
  codeOf,
  done,
  loginAs,
  memberOf,
  ownerOfSite,
  refused,
} from "./apiClient.ts";

beforeAll(migrate);

interface Member {
  readonly id: string;
  readonly role: Role;
}

const roles = async ({ site }: Editor): Promise<Record<string, Role>> => {
  const { results } = await db
    .prepare("SELECT identity_id AS id, role FROM memberships WHERE tenant_id = ?")
    .bind(site.name)
    .all<Member>();
  return Object.fromEntries(results.map(({ id, role }) => [id, role]));
};
const giveRole = (editor: Editor, id: string, role: Role, more: Sent = {}) =>
  callApi(editor, "PATCH", `/api/members/${id}`, { body: { role }, ...more });
const limit = (editor: Editor, id: string, languages: readonly string[] | null) =>
  callApi(editor, "PUT", `/api/members/${id}/languages`, { body: { languages } });
const limits = async (editor: Editor) =>
  (await done<{ items: { member: string }[] }>(await callApi(editor, "GET", "/api/member-languages"))).items;
const remove = (editor: Editor, id: string) => callApi(editor, "DELETE", `/api/members/${id}`);
const inviteOver = (editor: Editor, role: Role, subject = unique("guest")) =>
  callApi(editor, "POST", "/api/members/invitations", { body: { issuer: "https://login.example", subject, role } });

describe("an invitation", () => {
  test("makes its identity a member who can log in at once", async () => {
    const owner = await anEditor();
    const { member } = await done<{ member: Member }>(await inviteOver(owner, "editor"));
    const guest = await loginAs(owner.site, member.id);
    expect(await done(await callApi(guest, "GET", "/api/site"))).toMatchObject({
      member: { id: member.id, role: "editor" },
    });
  });

  test("of somebody who is a member is refused and leaves their role", async () => {
    const owner = await anEditor();
    const subject = unique("guest");
    const { member } = await done<{ member: Member }>(await inviteOver(owner, "viewer", subject));
    expect(await refused(await inviteOver(owner, "admin", subject))).toMatchObject({ status: 409, code: "CONFLICT" });
    expect((await roles(owner))[member.id]).toBe("viewer");
  });

  test.each([
    [MEMBERS_MAX - 1, "201"],
    [MEMBERS_MAX, "CONFLICT"],
    [MEMBERS_MAX + 1, "CONFLICT"],
  ])("beside %i members: %s", async (count, answer) => {
    const owner = await anEditor();
    const people = JSON.stringify(Array.from({ length: count - 1 }, () => unique("m").padEnd(64, "0")));
    await db.batch([
      db
        .prepare(
          "INSERT INTO identities (id, issuer, subject, created_at) SELECT value, 'https://login.example', value, 0 FROM json_each(?)",
        )
        .bind(people),
      db
        .prepare(
          "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) SELECT ?, 'main', value, 'viewer', 0 FROM json_each(?)",
        )
        .bind(owner.site.name, people),
    ]);
    expect(await codeOf(await inviteOver(owner, "viewer"))).toBe(answer);
  });

  test.each<[string, object, string]>([
    ["a subject that is missing", { subject: undefined }, "/subject"],
    ["a subject of 256 characters", { subject: "s".repeat(256) }, "/subject"],
    ["an e-mail address as issuer", { issuer: "robin@login.example" }, "/issuer"],
    ["a role nobody has", { role: "superuser" }, "/role"],
  ])("with %s is refused", async (_, wrong, pointer) => {
    const body = { issuer: "https://login.example", subject: "somebody", role: "viewer", ...wrong };
    const { code, issues } = await refused(
      await callApi(await anEditor(), "POST", "/api/members/invitations", { body }),
    );
    expect([code, issues?.map((issue) => issue.pointer)]).toEqual(["INVALID_REQUEST", [pointer]]);
  });
});

describe("a limit to languages", () => {
  test("is for members of the site alone, and ends with the membership", async () => {
    const owner = await anEditor();
    const guest = await invite(owner.site, unique("guest"), "editor");
    expect(await codeOf(await limit(owner, "nobody", ["en"]))).toBe("NOT_FOUND");
    expect(await codeOf(await limit(owner, guest, ["en"]))).toBe("200");
    expect(await limits(owner)).toEqual([{ member: guest, languages: ["en"] }]);
    expect(await codeOf(await remove(owner, guest))).toBe("200");
    expect(await limits(owner)).toEqual([]);
  });
});

describe("owners", () => {
  test.each<[string, (admin: Editor, owner: Editor, other: string) => Promise<Response>]>([
    ["made by invitation", (admin) => inviteOver(admin, "owner")],
    ["made of others", (admin, _, other) => giveRole(admin, other, "owner")],
    ["made of themselves", (admin) => giveRole(admin, admin.identity, "owner")],
    ["given another role", (admin, owner) => giveRole(admin, owner.identity, "viewer")],
    ["removed", (admin, owner) => remove(admin, owner.identity)],
    ["limited to languages", (admin, owner) => limit(admin, owner.identity, ["en"])],
  ])("are not %s by an admin", async (_, attempt) => {
    const site = await aSite("owners");
    const [owner, admin] = [await ownerOfSite(site), await memberOf(site, "admin")];
    const before = await roles(owner);
    const other = await invite(site, unique("other"), "editor");
    expect(await refused(await attempt(admin, owner, other))).toMatchObject({
      code: "FORBIDDEN",
      permission: "owners.manage",
    });
    expect(await roles(owner)).toEqual({ ...before, [other]: "editor" });
  });

  test("the last one stays one: neither removed nor given another role, not by themselves either", async () => {
    const owner = await anEditor();
    expect(await refused(await remove(owner, owner.identity))).toMatchObject({ code: "CONFLICT" });
    expect(await refused(await giveRole(owner, owner.identity, "admin"))).toMatchObject({ code: "CONFLICT" });
    expect(await codeOf(await giveRole(owner, owner.identity, "owner"))).toBe("200");
    expect(await roles(owner)).toEqual({ [owner.identity]: "owner" });
  });

  test.each<[string, (one: Editor, other: string) => Promise<Response>]>([
    ["remove", remove],
    ["demote", (one, other) => giveRole(one, other, "viewer")],
  ])("who %s each other at the same moment leave one", async (_, act) => {
    for (let round = 0; round < 5; round++) {
      const site = await aSite("duel");
      const [one, other] = [await ownerOfSite(site), await memberOf(site, "owner")];
      const codes = await Promise.all(
        [act(one, other.identity), act(other, one.identity)].map(async (response) => codeOf(await response)),
      );
      expect(Object.values(await roles(one)).filter((role) => role === "owner")).toHaveLength(1);
      expect(codes.filter((code) => code === "200")).toHaveLength(1);
    }
  });
});

describe("a change of role", () => {
  test("counts from the next request on", async () => {
    const owner = await anEditor();
    const editor = await memberOf(owner.site, "editor");
    const publish = (version: number) =>
      callApi(editor, "PATCH", "/api/pages/home", { ifMatch: version, body: { changes: { title: unique("t") } } });
    expect(await codeOf(await publish(1))).toBe("200");
    await done(await giveRole(owner, editor.identity, "viewer"));
    expect(await codeOf(await publish(2))).toBe("FORBIDDEN");
    await done(await giveRole(owner, editor.identity, "author"));
    expect(await codeOf(await publish(2))).toBe("200");
  });

  test("made elsewhere does not let through what its author may no longer do", async () => {
    const site = await aSite("stale");
    const admin = await memberOf(site, "admin");
    expect(await codeOf(await callApi(admin, "GET", "/api/members"))).toBe("200");
    // Another isolate would have changed the role: this one caches the login for some seconds.
    await db.prepare("UPDATE memberships SET role = 'viewer' WHERE identity_id = ?").bind(admin.identity).run();
    expect(await codeOf(await inviteOver(admin, "admin"))).toBe("FORBIDDEN");
    await db.prepare("UPDATE tenants SET status = 'read_only' WHERE id = ?").bind(site.name).run();
    await db.prepare("UPDATE memberships SET role = 'admin' WHERE identity_id = ?").bind(admin.identity).run();
    expect(await codeOf(await inviteOver(admin, "admin"))).toBe("TENANT_READ_ONLY");
  });
});

describe("a member who is removed", () => {
  test("is nobody at once, and stays so with the old login after a new invitation", async () => {
    const owner = await anEditor();
    const subject = unique("guest");
    const { member } = await done<{ member: Member }>(await inviteOver(owner, "editor", subject));
    const guest = await loginAs(owner.site, member.id);
    expect(await codeOf(await callApi(guest, "GET", "/api/site"))).toBe("200");
    await done(await remove(owner, member.id));
    expect(await codeOf(await callApi(guest, "GET", "/api/site"))).toBe("UNAUTHENTICATED");
    await done(await inviteOver(owner, "editor", subject));
    expect(await codeOf(await callApi(guest, "GET", "/api/site"))).toBe("UNAUTHENTICATED");
  });

  test("may be oneself", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    await done(await remove(admin, admin.identity));
    expect(await codeOf(await callApi(admin, "GET", "/api/site"))).toBe("UNAUTHENTICATED");
  });
});

describe("the list of members", () => {
  test.each([
    [LIST_ROWS - 1, 0],
    [LIST_ROWS, 0],
    [LIST_ROWS + 1, 1],
  ])("of %i goes on with %i, each once, all invited at one moment", async (total, rest) => {
    const owner = await anEditor();
    for (let one = 1; one < total; one++) await invite(owner.site, unique("listed"), "viewer");
    const first = await done<{ items: Member[]; next: string | null }>(await callApi(owner, "GET", "/api/members"));
    expect([first.items.length, first.next === null]).toEqual([total - rest, rest === 0]);
    const second =
      first.next === null
        ? { items: [] }
        : await done<{ items: Member[] }>(await callApi(owner, "GET", `/api/members?cursor=${first.next}`));
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(total);
  });
});
