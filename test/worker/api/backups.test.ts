import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { ArchiveView } from "../../../runtime/backups/views.ts";
import { aSite, db, migrate, operator, provisionWith, send, workspaceOf } from "../site/harness.ts";
import { type Editor, callApi, codeOf, done, memberOf, ownerOfSite, refused } from "./apiClient.ts";

beforeAll(migrate);

const back = async (owner: Editor): Promise<ArchiveView> =>
  done(await callApi(owner, "POST", "/api/backups", { body: {} }));

const lose = async (tenant: string): Promise<void> => {
  await runInDurableObject(workspaceOf(tenant), (_, state) => state.storage.deleteAll());
  await evictDurableObject(workspaceOf(tenant));
};

async function restore(tenant: string, body: object, headers?: Record<string, string>): Promise<Response> {
  const { response } = await operator(`/api/admin/tenants/${tenant}/restore`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  return response;
}

const request = (tenant: string, { id, sha256 }: ArchiveView) => ({
  backup: id,
  sha256,
  confirmation: `RESTORE ${tenant}`,
});

const home = async (tenant: string): Promise<number> =>
  (await send(new Request(`https://${tenant}.example/?now`))).response.status;

async function anOwner(): Promise<Editor & { tenant: string }> {
  const site = await aSite("backup");
  return { ...(await ownerOfSite(site)), tenant: site.name };
}

describe("an operator", () => {
  const kept = async (tenant: string): Promise<Response> =>
    (await operator(`/api/admin/tenants/${tenant}/backups`)).response;

  test("reads which backups there are, newest first, also of an empty workspace", async () => {
    const owner = await anOwner();
    const { tenant } = owner;
    const made = [await back(owner), await back(owner)];
    await lose(tenant);
    const { items, platform } = await done<{ items: ArchiveView[]; platform: object }>(await kept(tenant));
    expect(items.map(({ id, sha256 }) => [id, sha256]).toSorted()).toEqual(
      made.map(({ id, sha256 }) => [id, sha256]).toSorted(),
    );
    expect(items[0]?.createdAt).toBeGreaterThanOrEqual(items[1]?.createdAt ?? Infinity);
    expect(Object.keys(platform)).toEqual(["available", "bookmark", "reason"]);
  });

  test("reads no backups of a tenant nobody has, and a member reads none there", async () => {
    const owner = await anOwner();
    expect((await kept("nobody-has-this")).status).toBe(404);
    expect((await callApi(owner, "GET", `/api/admin/tenants/${owner.tenant}/backups`)).status).toBe(401);
  });

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
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), sha256: "0".repeat(64) }))).toBe(
      "INVALID_REQUEST",
    );
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), more: 1 }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), backup: "../x" }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await restore(tenant, { ...request(tenant, made), backup: "nothing" }))).toBe("NOT_FOUND");
    const response = await restore(tenant, request(tenant, made));
    expect([response.status, await response.json()]).toMatchObject([200, { tenant, sites: ["main"] }]);
    expect(await home(tenant)).toBe(200);
    expect(await codeOf(await restore(tenant, request(tenant, made)))).toBe("CONFLICT");
    expect((await back(owner)).sha256).toBe(made.sha256);
    const taken = await done<ArchiveView>(await callApi(owner, "POST", "/api/exports", { body: {} }));
    await lose(tenant);
    expect(await codeOf(await restore(tenant, request(tenant, taken)))).toBe("NOT_FOUND");
    expect(await codeOf(await restore(tenant, { ...request(tenant, taken), kind: "exports" }))).toBe("200");
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
    expect(await codeOf(await restore(tenant, request(tenant, made), { authorization: "Bearer wrong", cookie }))).toBe(
      "UNAUTHENTICATED",
    );
  });

  test("who has stopped writes still has backups made, but not while the tenant is suspended", async () => {
    const owner = await anOwner();
    const set = (status: string) =>
      operator(`/api/admin/tenants/${owner.tenant}/status`, {
        method: "PUT",
        body: JSON.stringify({ status }),
        headers: { "content-type": "application/json" },
      });
    await set("read_only");
    expect((await back(owner)).bytes).toBeGreaterThan(1_000);
    expect(
      await codeOf(await callApi(owner, "POST", "/api/pages", { body: { body: { path: "/new", title: "New" } } })),
    ).toBe("TENANT_READ_ONLY");
    await set("suspended");
    expect(await codeOf(await callApi(owner, "POST", "/api/backups", { body: {} }))).toBe("TENANT_SUSPENDED");
  });
});

const status = (tenant: string, value: string) =>
  operator(`/api/admin/tenants/${tenant}/status`, {
    method: "PUT",
    body: JSON.stringify({ status: value }),
    headers: { "content-type": "application/json" },
  });

async function erase(tenant: string, body: object, headers?: Record<string, string>): Promise<Response> {
  const { response } = await operator(`/api/admin/tenants/${tenant}/erase`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  return response;
}

const erasing = (tenant: string, { id, sha256 }: ArchiveView) => ({
  backup: id,
  sha256,
  confirmation: `ERASE ${tenant}`,
});

async function exported(owner: Editor): Promise<{ made: ArchiveView; text: string }> {
  const made = await done<ArchiveView>(
    await callApi(owner, "POST", "/api/exports", { body: { includeSubmissions: true } }),
  );
  return { made, text: await (await callApi(owner, "GET", `/api/exports/${made.id}`)).text() };
}

describe("a tenant that is erased and restored", () => {
  test("exports the same bytes, and serves visitors and agents as before, through the routes alone", async () => {
    const owner = await anOwner();
    const { tenant } = owner;
    const about = async () => (await send(new Request(`https://${tenant}.example/about?now`))).response;
    const page = await (await about()).text();
    const sent = await callApi(owner, "POST", "/api/pages", { body: { body: { path: "/draft", title: "A draft" } } });
    expect(sent.status).toBe(201);
    const before = await exported(owner);
    expect(await codeOf(await erase(tenant, { ...erasing(tenant, before.made), kind: "exports" }))).toBe("CONFLICT");
    await status(tenant, "suspended");
    for (const wrong of [
      { confirmation: `ERASE ${tenant} ` },
      { confirmation: `RESTORE ${tenant}` },
      { sha256: "0".repeat(64) },
      { more: 1 },
      { backup: "../x" },
      { discardSubmissions: "yes" },
    ])
      expect([
        wrong,
        await codeOf(await erase(tenant, { ...erasing(tenant, before.made), kind: "exports", ...wrong })),
      ]).toEqual([wrong, "INVALID_REQUEST"]);
    expect(await codeOf(await erase(tenant, erasing(tenant, before.made)))).toBe("NOT_FOUND");
    const request = { ...erasing(tenant, before.made), kind: "exports" };
    const erased = await done<{ rows: number }>(await erase(tenant, request));
    expect(erased).toMatchObject({
      tenant,
      sites: ["main"],
      archive: before.made.sha256,
      finished: true,
      left: {
        media: { objects: 0, bytes: 0 },
        backups: 0,
        exports: 1,
        records: { sites: 1, hostnames: 1, members: 1 },
      },
    });
    expect(await done(await erase(tenant, request))).toMatchObject({ rows: erased.rows });
    expect((await about()).status).toBe(503);
    expect(await codeOf(await restore(tenant, { ...request, confirmation: `RESTORE ${tenant}` }))).toBe("200");
    expect((await about()).status).toBe(503);
    await status(tenant, "active");
    const shown = await about();
    expect([shown.status, await shown.text()]).toEqual([200, page]);
    const after = await exported(owner);
    expect(after.text.split("\n").filter((line, at) => line !== before.text.split("\n")[at])).toEqual([]);
    expect([after.made.sha256, after.made.bytes]).toEqual([before.made.sha256, before.made.bytes]);
    await expect
      .poll(async () => {
        const { items } = await done<{ items: { command: string; actor: string; inputDigest: string }[] }>(
          await callApi(owner, "GET", "/api/audit"),
        );
        return items
          .filter(({ command }) => /tenant\.erase|backup\.restore/.test(command))
          .map(({ command, actor, inputDigest }) => [command, actor, inputDigest]);
      })
      .toEqual(
        ["backup.restore", "tenant.erase"].map((command) => [command, "operator:provisioning", before.made.sha256]),
      );
  });

  test("is not filled by a provisioning that is sent again meanwhile", async () => {
    const site = await aSite("erased");
    const owner = await ownerOfSite(site);
    const made = await back(owner);
    await status(site.name, "suspended");
    await done(await erase(site.name, erasing(site.name, made)));
    expect((await refused((await provisionWith(site.payload)).response)).code).toBe("TENANT_SUSPENDED");
    expect(await codeOf(await restore(site.name, request(site.name, made)))).toBe("200");
  });

  test("is one that is there, and was asked for with the operator's secret", async () => {
    const { cookie, ...owner } = await anOwner();
    const { tenant } = owner;
    const made = await back({ ...owner, cookie });
    await status(tenant, "suspended");
    expect(await codeOf(await erase("nobody", erasing("nobody", made)))).toBe("NOT_FOUND");
    expect(await codeOf(await erase(tenant, erasing(tenant, made), { authorization: "Bearer wrong", cookie }))).toBe(
      "UNAUTHENTICATED",
    );
  });
});

describe("going back by the platform itself", () => {
  const rewind = async (tenant: string, body: object, headers?: Record<string, string>): Promise<Response> =>
    (
      await operator(`/api/admin/tenants/${tenant}/rewind`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      })
    ).response;

  test("is refused where it cannot, under a code, after everything else was looked at", async () => {
    const { tenant } = await anOwner();
    const asked = { at: Date.now() - 1_000, confirmation: `REWIND ${tenant}` };
    expect(await codeOf(await rewind(tenant, asked))).toBe("CONFLICT");
    await status(tenant, "read_only");
    expect(await codeOf(await rewind("nobody", { ...asked, confirmation: "REWIND nobody" }))).toBe("NOT_FOUND");
    expect(await codeOf(await rewind(tenant, asked, { authorization: "Bearer wrong" }))).toBe("UNAUTHENTICATED");
    for (const wrong of [
      { confirmation: "REWIND" },
      { bookmark: "now" },
      { at: "yesterday" },
      { at: undefined },
      { more: 1 },
    ]) {
      expect([wrong, await codeOf(await rewind(tenant, { ...asked, ...wrong }))]).toEqual([wrong, "INVALID_REQUEST"]);
    }
    const answer = await rewind(tenant, asked);
    expect([answer.status, await refused(answer)]).toMatchObject([
      501,
      { code: "REWIND_UNAVAILABLE", reason: expect.stringContaining("backups can") },
    ]);
    const audit = await db
      .prepare("SELECT count(*) AS n FROM audit WHERE tenant_id = ? AND command = 'tenant.rewind'")
      .bind(tenant)
      .first<{ n: number }>();
    expect(audit?.n).toBe(0);
    expect(await home(tenant)).toBe(200);
  });
});

describe("an archive of several sites", () => {
  test("is for those who manage the backups of each of them, and for nobody else", async () => {
    const owner = await anOwner();
    const { tenant, site } = owner;
    const admin = await memberOf(site, "admin");
    const taken = await done<ArchiveView>(await callApi(admin, "POST", "/api/exports", { body: {} }));
    await db
      .prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, 'second', 'Second', 0)")
      .bind(tenant)
      .run();
    const asked = [
      ["GET", "/api/backups"],
      ["POST", "/api/backups"],
      ["POST", "/api/exports"],
      ["GET", `/api/exports/${taken.id}`],
      ["POST", "/api/backups/x/verify"],
      ["DELETE", "/api/backups/x"],
    ] as const;
    const codes = async (editor: Editor) =>
      Promise.all(
        asked.map(async ([method, path]) =>
          codeOf(await callApi(editor, method, path, method !== "POST" || path.endsWith("verify") ? {} : { body: {} })),
        ),
      );
    expect(await codes(admin)).toEqual(asked.map(() => "FORBIDDEN"));
    const join = (role: string) =>
      db
        .prepare(
          "INSERT OR REPLACE INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'second', ?, ?, 0)",
        )
        .bind(tenant, admin.identity, role)
        .run();
    await join("editor");
    expect(await codes(admin)).toEqual(asked.map(() => "FORBIDDEN"));
    await join("admin");
    expect(await codes(admin)).toEqual(["200", "201", "201", "200", "NOT_FOUND", "NOT_FOUND"]);
  });
});

describe("an export", () => {
  test("comes as a file to be kept, to its tenant only", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const made = await done<ArchiveView>(await callApi(owner, "POST", "/api/exports", { body: {} }));
    const response = await callApi(owner, "GET", `/api/exports/${made.id}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/jsonl",
      "content-length": String(made.bytes),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename="${owner.tenant}-${made.id}.jsonl"`,
    });
    const bytes = await response.bytes();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(made.sha256);
    expect((await refused(await callApi(other, "GET", `/api/exports/${made.id}`))).code).toBe("NOT_FOUND");
    expect((await refused(await callApi(owner, "GET", "/api/exports/no.such"))).code).toBe("NOT_FOUND");
  });
});
