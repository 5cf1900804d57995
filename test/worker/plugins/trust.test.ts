/** An operator trusts and revokes keys while sites run, with the real loader. */
import { abortAllDurableObjects } from "cloudflare:test";
import type { JWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { aKey } from "../api/signingKeys.ts";
import { db, migrate, operator, unique } from "../site/harness.ts";
import {
  GO_ROUTE,
  STORAGE,
  addPlugin,
  aSiteWith,
  anEditor,
  done,
  invocations,
  PLUGIN,
  ring,
  sqlOf,
  uploadPlugin,
  viewOf,
  visit,
  type Editor,
} from "./siteWithPlugin.ts";

beforeAll(migrate);

const json = { "content-type": "application/json" };
const ask = async (method: string, path = "", body?: unknown, headers = {}): Promise<Response> =>
  (
    await operator(`/api/admin/trust-keys${path}`, {
      method,
      headers: { ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  ).response;
const trust = (key: unknown): Promise<Response> => ask("POST", "", { key });
const revoke = (kid: string): Promise<Response> => ask("DELETE", `/${kid}`);
const VERSION = { contributes: GO_ROUTE, capabilities: STORAGE, limits: { wallMs: 30_000, subrequests: 50 } };
const upload = (owner: Editor, key: JWK, source: string): Promise<Response> =>
  uploadPlugin(owner, source, { ...VERSION, key });
const running = (owner: Editor, key: JWK, source: string): Promise<PluginView> =>
  addPlugin(owner, source, { ...VERSION, key });

const ONCE = "export const routes = { go: () => ({ body: 1 }) };";
/** Writes and counts until it is stopped. */
const WRITES = `export const routes = { go: async (_, ctx) => {
  for (let n = 1; ; n++) { await ctx.storage.put("n", n); await new Promise((done) => setTimeout(done, 200)); }
  return { body: 1 };
} };`;

const written = (owner: Editor): Promise<unknown[]> => sqlOf(owner, "SELECT value FROM plugin_storage");

async function audited(owner: Editor, command: string): Promise<number> {
  await ring(owner);
  const query = "SELECT count(*) AS n FROM audit WHERE tenant_id = ? AND command = ?";
  return (await db.prepare(query).bind(owner.site.name, command).first<{ n: number }>())?.n ?? 0;
}

describe("a key that an operator trusts while sites run", () => {
  test("is believed at once by a workspace that has refused it", async () => {
    const [owner, key] = [await anEditor(), await aKey()];
    expect((await upload(owner, key.own, ONCE)).status).toBe(422);
    expect(await done(await trust(key.shown))).toMatchObject({ kid: key.kid, changed: true, untold: [] });
    await running(owner, key.own, ONCE);
    expect(await done(await visit(owner, "/go"))).toBe(1);
    expect(await done(await trust(key.shown))).toMatchObject({ changed: false });
  });

  test("stays believed when the workspace wakes anew", async () => {
    const [owner, key] = [await anEditor(), await aKey()];
    await done(await trust(key.shown));
    await running(owner, key.own, ONCE);
    await abortAllDurableObjects();
    expect(await viewOf(owner)).toMatchObject({ active: true, signedBy: [key.kid] });
  });

  test("is refused with its private half, and none of it is in the answer", async () => {
    const key = await aKey();
    const answer = await trust(key.own);
    const text = await answer.text();
    expect([answer.status, text.includes(String(key.own.d)), text.includes("/key/d")]).toEqual([400, false, true]);
  });

  test("needs the provisioning secret, and no operator's token", async () => {
    const { response } = await operator("/api/admin/tokens", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ name: unique("robin"), days: 1 }),
    });
    const { token } = await response.json<{ token: string }>();
    const key = await aKey();
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask("POST", "", { key: key.shown }, headers)).status).toBe(403);
    expect((await ask("DELETE", `/${key.kid}`, undefined, headers)).status).toBe(200);
  });
});

describe("a key that an operator revokes while sites run", () => {
  test("ends what runs, at its next question, with a row in audit, and stays revoked", async () => {
    const [owner, key] = [await anEditor(), await aKey()];
    await done(await trust(key.shown));
    await running(owner, key.own, WRITES);
    const visiting = visit(owner, "/go");
    await expect.poll(() => written(owner)).toHaveLength(1);
    expect(await done(await revoke(key.kid))).toMatchObject({ kid: key.kid, changed: true, untold: [] });
    const last = await written(owner);
    expect((await visiting).status).toBe(503);
    expect(await written(owner)).toEqual(last);
    expect(await viewOf(owner)).toMatchObject({ active: false, skipped: { reason: "untrusted_key" } });
    expect((await visit(owner, "/go")).status).toBe(503);
    await expect.poll(() => audited(owner, "plugin.skipped.untrusted_key")).toBe(1);
    expect((await trust(key.shown)).status).toBe(409);
    expect(await done(await revoke(key.kid))).toMatchObject({ changed: false });
    await abortAllDurableObjects();
    expect((await upload(owner, key.own, ONCE)).status).toBe(422);
  });

  test("may be one of the deployment's own list", async () => {
    const { items } = await done<{ items: { kid: string }[] }>(await ask("GET"));
    const owner = await aSiteWith(ONCE, { contributes: GO_ROUTE });
    const [kid = ""] = (await viewOf(owner)).signedBy;
    expect(items.map((item) => item.kid)).not.toContain(kid);
    expect(await done(await revoke(kid))).toMatchObject({ changed: true });
    expect(await viewOf(owner)).toMatchObject({ active: false, skipped: { reason: "untrusted_key" } });
    await db.prepare("DELETE FROM trust_keys WHERE kid = ?").bind(kid).run();
  });

  test("is told only to whoever holds a bearer", async () => {
    const key = await aKey();
    const answer = await ask("DELETE", `/${key.kid}`, undefined, { authorization: "Bearer wrong" });
    expect(answer.status).toBe(401);
  });
});

test("the visitor of a plugin whose workspace is ended in the middle of a call reads a problem, and not the runtime's words", async () => {
  const owner = await aSiteWith(
    "export const routes = { go: () => new Promise((resolve) => setTimeout(resolve, 20_000)) };",
    { contributes: GO_ROUTE, limits: { wallMs: 30_000 } },
  );
  const visiting = visit(owner, "/go");
  await expect.poll(() => invocations(owner)).toHaveLength(1);
  await abortAllDurableObjects();
  const answer = await visiting;
  expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  expect(await answer.json()).toMatchObject({ code: "PLUGIN_UNAVAILABLE", plugin: PLUGIN });
});
