/** A hostile `migrate` on the real loader. Whatever it does, the version in use continues with unchanged data. */
import { beforeAll, describe, expect, test } from "vitest";
import type { PluginInstalledView, PluginView } from "../../../runtime/plugins/management/views.ts";
import { aPackage } from "../../worker/api/packages.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  type Editor,
  aSiteWith,
  callApi,
  codeOf,
  done,
  invocations,
  PLUGIN,
  sqlOf,
  viewOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

const CONTRIBUTES = {
  routes: [{ name: "go", path: "/go", methods: ["GET"], access: "member" }],
  settings: {
    type: "object",
    properties: { token: { type: "string", title: "Token", writeOnly: true } },
    additionalProperties: false,
  },
};
const ASKS = {
  storage: { maxBytes: 10_000, maxKeys: 20, reason: "to count" },
  http: { hosts: ["api.example.com"], methods: ["GET"], reason: "to ask" },
  content: { read: ["page"], draft: ["page"], reason: "to read" },
};
/** A time limit that also fits a busy machine. */
const LIMITS = { wallMs: 30_000 };
const TOKEN = "a token nobody sees";
const ONE = `export const routes = { async go(_, ctx) {
  await ctx.storage.put("visits", ((await ctx.storage.get("visits")) ?? 0) + 1);
  return { body: (await ctx.storage.list()).entries };
} };`;

const PATH = `/api/plugins/${PLUGIN}`;
const asMember = ({ cookie }: Editor) => ({ headers: { cookie } });
const go = async (owner: Editor): Promise<unknown> => done(await visit(owner, "/go", asMember(owner)));
const stored = (owner: Editor): Promise<unknown[]> =>
  sqlOf(owner, "SELECT key, value FROM plugin_storage WHERE plugin = ? ORDER BY key", PLUGIN);

/** Version 1.0.0 in use, with one counted visit and a secret. */
async function running(): Promise<Editor> {
  const owner = await aSiteWith(ONE, { contributes: CONTRIBUTES, capabilities: ASKS, limits: LIMITS });
  await done(await callApi(owner, "PUT", `${PATH}/settings`, { ifMatch: 0, body: { values: { token: TOKEN } } }));
  await go(owner);
  return owner;
}

const packed = (body: string, more: object = {}): Promise<object> =>
  aPackage(
    {
      version: "1.1.0",
      contributes: CONTRIBUTES,
      capabilities: ASKS,
      limits: LIMITS,
      migrate: [{ of: "storage", since: "1.1.0" }],
      ...more,
    },
    { "main.js": `let kept = 0;\nexport const migrate = {\n  async storage(question, ctx) {\n    ${body}\n  },\n};` },
  );

const update = async (owner: Editor, body: string, { query = "", ...more }: { query?: string } & object = {}) =>
  done<PluginInstalledView>(await callApi(owner, "POST", `/api/plugins${query}`, { body: await packed(body, more) }));

async function expectUntouched(owner: Editor, { version, active }: PluginView): Promise<void> {
  expect([version, active]).toEqual(["1.0.0", true]);
  expect(await stored(owner)).toEqual([{ key: "visits", value: "1" }]);
  expect(await sqlOf(owner, "SELECT key FROM plugin_migration_rows")).toEqual([]);
  expect(await go(owner)).toEqual([{ key: "visits", value: 2 }]);
}

describe("a migration", () => {
  test("that fails reports the place in the author's file, and the current version continues", async () => {
    const owner = await running();
    const done = await update(owner, "return question.entries[0].value.length.there;");
    await expectUntouched(owner, done);
    expect(done.waiting).toMatchObject({
      why: "migration",
      failure: {
        of: "storage",
        code: "plugin_failed",
        fault: { name: "TypeError", places: [{ function: "storage", file: "main.js", line: 4, column: 45 }] },
      },
    });
    expect((await invocations(owner)).at(-2)).toMatchObject({ point: "migrate", name: "storage", version: "1.1.0" });
  });

  test.each([
    ["never answers", "await new Promise(() => {});", "plugin_late", { limits: { wallMs: 300 } }],
    ["throws what is no error", "throw { toString() { throw 1; } };", "plugin_failed", {}],
    ["answers a function", "return () => ({ delete: ['visits'] });", "plugin_answer", {}],
    ["answers a megabyte", "return { carry: 'x'.repeat(1e6) };", "plugin_failed", {}],
    [
      "answers with a poisoned name",
      'return JSON.parse(\'{"put":[{"key":"a","value":{"__proto__":1}}]}\');',
      "plugin_answer",
      {},
    ],
    ["deletes what it was not given", "return { delete: ['other'] };", "plugin_answer", {}],
    ["outgrows its own storage", "return { put: [{ key: 'big', value: 'x'.repeat(10_001) }] };", "plugin_answer", {}],
    ["forgets to answer", "question.entries.map(({ key }) => key);", "plugin_answer", {}],
  ])("that %s changes nothing", async (_, body, code, more) => {
    const owner = await running();
    const done = await update(owner, body, more);
    await expectUntouched(owner, done);
    expect(done.waiting?.failure?.code).toBe(code);
  });

  test("gets no access to storage, content, network or secrets", async () => {
    const owner = await running();
    const body = `const tried = [];
      const asks = [() => ctx.storage.put("mine", 1), () => ctx.storage.list(), () => ctx.content.get("page", "home"),
        () => ctx.media.list(), () => ctx.http.fetch("https://api.example.com/"), () => fetch("https://api.example.com/")];
      for (const ask of asks) try { await ask(); tried.push("done"); } catch (error) { tried.push(error.code ?? error.name); }
      return { put: [{ key: "tried", value: [tried, ctx.settings, Object.keys(question)] }] };`;
    expect(await update(owner, body)).toMatchObject({ version: "1.1.0", active: true });
    const [{ value = "" } = {}] = await sqlOf<{ value: string }>(
      owner,
      "SELECT value FROM plugin_storage WHERE key = 'tried'",
    );
    const [tried, settings, told] = JSON.parse(value) as [string[], object, string[]];
    expect(new Set(tried)).toEqual(new Set(["not_granted"]));
    expect(settings).toEqual({});
    expect(told.toSorted()).toEqual(["carry", "entries", "from", "last", "to"]);
    expect(JSON.stringify(await stored(owner))).not.toContain(TOKEN);
  });

  test("leaves no work running after its answer, and no state for its version", async () => {
    const owner = await running();
    const source = `export let kept = "nothing";
      export const migrate = { async storage(_, ctx) {
        kept = "something";
        setTimeout(() => ctx.storage.put("late", 1), 0);
        void (async () => { for (;;) { await new Promise((go) => setTimeout(go, 1)); await ctx.storage.put("late", 2).catch(() => {}); } })();
        return { put: [{ key: "visits", value: 10 }] };
      } };
      export const routes = { go: async (_, ctx) => ({ body: [kept, (await ctx.storage.list()).entries] }) };`;
    const manifest = {
      version: "1.1.0",
      contributes: CONTRIBUTES,
      capabilities: ASKS,
      limits: LIMITS,
      migrate: [{ of: "storage", since: "1.1.0" }],
    };
    await done(await callApi(owner, "POST", "/api/plugins", { body: await aPackage(manifest, { "main.js": source }) }));
    for (let visits = 0; visits < 3; visits += 1)
      expect(await go(owner)).toEqual(["nothing", [{ key: "visits", value: 10 }]]);
  });

  test("is rehearsed by a dry run of an upload, and then runs once for an idempotency key", async () => {
    const owner = await running();
    const body = "return { put: question.entries.map(({ key, value }) => ({ key, value: value + 100 })) };";
    expect(await update(owner, body, { query: "?dryRun=true" })).toMatchObject({
      version: "1.1.0",
      waiting: null,
      migrated: { from: "1.0.0", written: 1, deleted: 0 },
    });
    expect(await viewOf(owner)).toMatchObject({ version: "1.0.0", waiting: null });
    expect(await stored(owner)).toEqual([{ key: "visits", value: "1" }]);
    const sent = await packed(body);
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2].map(() => callApi(owner, "POST", "/api/plugins", { body: sent, key })));
    expect(await Promise.all(answers.map(codeOf))).toContain("201");
    expect(await codeOf(await callApi(owner, "POST", "/api/plugins", { body: sent, key }))).toBe("201");
    expect(await stored(owner)).toEqual([{ key: "visits", value: "101" }]);
  });

  test("loses no write of the current version that happens while it computes", async () => {
    const owner = await running();
    const body =
      "await new Promise((go) => setTimeout(go, 300)); return { put: question.entries.map(({ key, value }) => ({ key, value: value + 100 })) };";
    const updating = update(owner, body);
    await expect
      .poll(() => sqlOf(owner, "SELECT 1 FROM plugin_invocations WHERE point = 'migrate'"))
      .not.toHaveLength(0);
    const during = await visit(owner, "/go", asMember(owner));
    const { version } = await updating;
    const [{ value = "" } = {}] = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage");
    const counted = Number(value) - (version === "1.1.0" ? 100 : 0);
    // An acknowledged count must be stored, whichever version is active now.
    expect(during.status === 200 ? [2] : [1, 2]).toContain(counted);
  });
});
