import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { ArchiveView } from "../../../runtime/backups/views.ts";
import { aSite, db, migrate, operator, send, workspaceOf } from "../site/harness.ts";
import type { Editor } from "./kit.ts";
import { ask, codeOf, done, memberOf, ownerOfSite, refused } from "./kit.ts";

beforeAll(migrate);

const back = async (owner: Editor): Promise<ArchiveView> => done(await ask(owner, "POST", "/api/backups", { body: {} }));

const lose = async (tenant: string): Promise<void> => {
  await runInDurableObject(workspaceOf(tenant), (_, state) => state.storage.deleteAll());
  await evictDurableObject(workspaceOf(tenant));
};

async function restore(tenant: string, body: object, headers?: Record<string, string>): Promise<Response> {
  const { response } = await operator(`/api/admin/tenants/${tenant}/restore`, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
  return response;
}

const request = (tenant: string, { id, sha256 }: ArchiveView) => ({ backup: id, sha256, confirmation: `RESTORE ${tenant}` });

const home = async (tenant: string): Promise<number> => (await send(new Request(`https://${tenant}.example/?now`))).response.status;

async function anOwner(): Promise<Editor & { tenant: string }> {
  const site = await aSite("backup");
  return { ...(await ownerOfSite(site)), tenant: site.name };
}

describe("an operator", () => {
  test("restores a tenant's empty workspace from a backup or an export, once, with the exact words", async () => {
    const owner = await anOwner();
    const { tenant } = owner;
    const made = await back(owner);
    expect(await codeOf(await restore(tenant, request(tenant, made)))).toBe("CONFLICT");
    await lose(tenant);
    expect(await home(tenant)).toBe(404);
    for (const confirmation of ["", "RESTORE", `restore ${tenant}`, `RESTORE ${tenant} `]) {
      expect(await codeOf(await restore(tenant, { ...request(tenant, made), confirmation }))).toBe("INVALID_REQUEST");
    }
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), sha256: "0".repeat(64) }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), more: 1 }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), backup: "../x" }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), backup: "nothing" }))).toBe("NOT_FOUND");
    const response = await restore(tenant, request(tenant, made));
    expect([response.status, await response.json()]).toMatchObject([200, { tenant, sites: ["main"] }]);
    expect(await home(tenant)).toBe(200);
    expect(await codeOf(await restore(tenant, request(tenant, made)))).toBe("CONFLICT");
    expect((await back(owner)).sha256).toBe(made.sha256);
    const exported = await done<ArchiveView>(await ask(owner, "POST", "/api/exports", { body: {} }));
    await lose(tenant);
    expect(await codeOf(await restore(tenant, request(tenant, exported)))).toBe("NOT_FOUND");
    expect(await codeOf(await restore(tenant, { ...request(tenant, exported), kind: "exports" }))).toBe("200");
  });

  test("restores no tenant from another one's archive, and none that there is not", async () => {
    const [one, other] = [await anOwner(), await anOwner()];
    const made = await back(one);
    await lose(other.tenant);
    expect(await codeOf(await restore(other.tenant, request(other.tenant, made)))).toBe("NOT_FOUND");
    expect(await codeOf(await restore("nobody", request("nobody", made)))).toBe("NOT_FOUND");
    expect(await home(one.tenant)).toBe(200);
  });

  test("does so with the operator's secret only", async () => {
    const { tenant, cookie, ...owner } = await anOwner();
    const made = await back({ ...owner, cookie });
    expect(await codeOf(await restore(tenant, request(tenant, made), { authorization: "Bearer wrong", cookie }))).toBe("UNAUTHENTICATED");
  });

  test("who has stopped writes still has backups made, but not while the tenant is suspended", async () => {
    const owner = await anOwner();
    const set = (status: string) =>
      operator(`/api/admin/tenants/${owner.tenant}/status`, { method: "PUT", body: JSON.stringify({ status }), headers: { "content-type": "application/json" } });
    await set("read_only");
    expect((await back(owner)).bytes).toBeGreaterThan(1_000);
    expect(await codeOf(await ask(owner, "POST", "/api/pages", { body: { body: { path: "/new", title: "New" } } }))).toBe("TENANT_READ_ONLY");
    await set("suspended");
    expect(await codeOf(await ask(owner, "POST", "/api/backups", { body: {} }))).toBe("TENANT_SUSPENDED");
  });
});

describe("an archive of several sites", () => {
  test("is for those who manage the backups of each of them, and for nobody else", async () => {
    const owner = await anOwner();
    const { tenant, site } = owner;
    const admin = await memberOf(site, "admin");
    const exported = await done<ArchiveView>(await ask(admin, "POST", "/api/exports", { body: {} }));
    await db.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, 'second', 'Second', 0)").bind(tenant).run();
    const asked = [["GET", "/api/backups"], ["POST", "/api/backups"], ["POST", "/api/exports"], ["GET", `/api/exports/${exported.id}`], ["POST", "/api/backups/x/verify"]] as const;
    const codes = async (editor: Editor) =>
      Promise.all(asked.map(async ([method, path]) => codeOf(await ask(editor, method, path, method === "GET" || path.endsWith("verify") ? {} : { body: {} }))));
    expect(await codes(admin)).toEqual(asked.map(() => "FORBIDDEN"));
    const join = (role: string) =>
      db.prepare("INSERT OR REPLACE INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'second', ?, ?, 0)").bind(tenant, admin.identity, role).run();
    await join("editor");
    expect(await codes(admin)).toEqual(asked.map(() => "FORBIDDEN"));
    await join("admin");
    expect(await codes(admin)).toEqual(["200", "201", "201", "200", "NOT_FOUND"]);
  });
});

describe("an export", () => {
  test("comes as a file to be kept, to its tenant only", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const made = await done<ArchiveView>(await ask(owner, "POST", "/api/exports", { body: {} }));
    const response = await ask(owner, "GET", `/api/exports/${made.id}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/jsonl", "content-length": String(made.bytes), "cache-control": "no-store", "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename="${owner.tenant}-${made.id}.jsonl"`,
    });
    const bytes = await response.bytes();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(made.sha256);
    expect((await refused(await ask(other, "GET", `/api/exports/${made.id}`))).code).toBe("NOT_FOUND");
    expect((await refused(await ask(owner, "GET", "/api/exports/no.such"))).code).toBe("NOT_FOUND");
  });
});
