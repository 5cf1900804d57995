import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { stubOf } from "../plugins/siteWithPlugin.ts";
import { changeRows, db, migrate, operator } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done } from "./apiClient.ts";
import { install } from "./packages.ts";

beforeAll(migrate);

const SETTINGS = "/api/plugins/acme.tool/settings";

async function withSecret(): Promise<Editor> {
  const owner = await anEditor();
  await install(owner);
  await done(await callApi(owner, "PUT", SETTINGS, { ifMatch: 0, body: { values: { token: "pomegranate" } } }));
  return owner;
}

const secretsOf = (owner: Editor): Promise<string> =>
  runInDurableObject(stubOf(owner), (_, { storage: { sql } }) =>
    String(sql.exec("SELECT secrets FROM plugin_settings").one()["secrets"]),
  );

async function rewrite(owner: Editor, pattern: RegExp, by: string): Promise<void> {
  const secrets = (await secretsOf(owner)).replace(pattern, by);
  await changeRows(owner.site.name, (sql) => void sql.exec("UPDATE plugin_settings SET secrets = ?", secrets));
}

const reseal = async (tenant: string, init: RequestInit = {}): Promise<Response> =>
  (await operator(`/api/admin/tenants/${tenant}/reseal`, { method: "POST", ...init })).response;

describe("an operator who seals secrets anew", () => {
  test("leaves those under the secret in use, brings others under it, and counts those nothing opens", async () => {
    const owner = await withSecret();
    const { name: tenant } = owner.site;
    expect(await done(await reseal(tenant))).toEqual({ tenant, secrets: 1, resealed: 0, closed: 0 });
    await rewrite(owner, /v2\.[0-9a-f]{16}\./, "v1.");
    expect(await done(await reseal(tenant))).toEqual({ tenant, secrets: 1, resealed: 1, closed: 0 });
    expect(await secretsOf(owner)).toMatch(/"v2\.[0-9a-f]{16}\./);
    expect(await done(await reseal(tenant))).toEqual({ tenant, secrets: 1, resealed: 0, closed: 0 });
    const read = await callApi(owner, "GET", SETTINGS);
    expect(read.headers.get("etag")).toBe('"1"');
    await rewrite(owner, /v2\.[0-9a-f]{16}\./, `v2.${"0".repeat(16)}.`);
    expect(await done(await reseal(tenant))).toEqual({ tenant, secrets: 1, resealed: 0, closed: 1 });
  });

  test("is in audit by name, each time, and no secret is", async () => {
    const {
      site: { name: tenant },
    } = await withSecret();
    await reseal(tenant);
    await reseal(tenant);
    const { results } = await db
      .prepare("SELECT * FROM audit WHERE tenant_id = ? AND command = 'tenant.reseal'")
      .bind(tenant)
      .all();
    expect(results).toMatchObject([
      { actor: "operator:provisioning", outcome: "done" },
      { actor: "operator:provisioning", outcome: "done" },
    ]);
    expect(JSON.stringify(results)).not.toContain("pomegranate");
  });

  test("finds no tenant nobody has, sends with POST, and is no member", async () => {
    const owner = await withSecret();
    const path = `/api/admin/tenants/${owner.site.name}/reseal`;
    expect((await reseal("nobody-has-this")).status).toBe(404);
    expect((await reseal(owner.site.name, { method: "GET" })).status).toBe(405);
    expect((await callApi(owner, "POST", path)).status).toBe(401);
  });
});
