import { runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { stubOf } from "../plugins/siteWithPlugin.ts";
import { changeRows, db, migrate, operator } from "../site/harness.ts";
import { type Editor, anEditor, done } from "./apiClient.ts";

beforeAll(migrate);

const recopy = async (tenant: string, init: RequestInit = {}): Promise<Response> =>
  (await operator(`/api/admin/tenants/${tenant}/recopy`, { method: "POST", ...init })).response;

/** The change that the public store has, by the workspace. */
const refreshed = (owner: Editor): Promise<number> =>
  runInDurableObject(stubOf(owner), (_, { storage: { sql } }) =>
    Number(sql.exec("SELECT max(refreshed) AS at FROM sites").one()["at"]),
  );

const setRefreshed = (owner: Editor, at: number): Promise<void> =>
  changeRows(owner.site.name, (sql) => void sql.exec("UPDATE sites SET refreshed = ?", at));

test("an operator lets a tenant's publications be copied again, and the audit names it", async () => {
  const owner = await anEditor();
  const { name: tenant } = owner.site;
  await setRefreshed(owner, 1);
  expect(await done(await recopy(tenant))).toEqual({ tenant, sites: ["main"] });
  expect(await refreshed(owner)).toBe(0);
  const { results } = await db
    .prepare("SELECT actor, outcome FROM audit WHERE tenant_id = ? AND command = 'tenant.recopy'")
    .bind(tenant)
    .all();
  expect(results).toEqual([{ actor: "operator:provisioning", outcome: "done" }]);
});

test("a site without a publication is left out", async () => {
  const owner = await anEditor();
  const { name: tenant } = owner.site;
  await changeRows(tenant, (sql) => void sql.exec("UPDATE sites SET release = 0"));
  expect(await done(await recopy(tenant))).toEqual({ tenant, sites: [] });
});

test("no one else may ask, and an unknown tenant is not found", async () => {
  const owner = await anEditor();
  const statuses = [
    await recopy("nobody"),
    await recopy(owner.site.name, { headers: { authorization: "Bearer wrong" } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 401]);
});
