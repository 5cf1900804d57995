/** A new version of a plugin that runs, on the real loader: nobody who calls it meets an outage. */
import { beforeAll, expect, test } from "vitest";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { aPackage } from "../api/packages.ts";
import { migrate } from "../site/harness.ts";
import type { Editor } from "./siteWithPlugin.ts";
import { STORAGE, aSiteWith, callApi, done, invocations, PLUGIN, sqlOf, viewOf, visit } from "./siteWithPlugin.ts";

beforeAll(migrate);

const CONTRIBUTES = { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] };
const LIMITS = { wallMs: 30_000 };
const says = (word: string): string => `export const routes = { go: () => ({ body: "${word}" }) };`;
/** Waits until it reads that it may go on, so that a test decides when it ends. */
const WAITS = `export const routes = { go: async (_, ctx) => {
  await ctx.storage.put("began", true);
  for (let asked = 0; asked < 45; asked++) {
    if (await ctx.storage.get("go")) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  await ctx.storage.put("ended", "one");
  return { body: "one" };
} };`;

const upload = async (owner: Editor, version: string, source: string, more: object = {}): Promise<PluginView> =>
  done<PluginView>(
    await callApi(owner, "POST", "/api/plugins", {
      body: await aPackage(
        { version, contributes: CONTRIBUTES, capabilities: STORAGE, limits: LIMITS, ...more },
        { "main.js": source },
      ),
    }),
  );

const running = (source: string): Promise<Editor> =>
  aSiteWith(source, { contributes: CONTRIBUTES, capabilities: STORAGE, limits: { ...LIMITS, subrequests: 50 } });

test("a version that asks for nothing more answers the next call, and the call under way ends as it began", async () => {
  const owner = await running(WAITS);
  const under = visit(owner, "/go");
  await expect.poll(() => sqlOf(owner, "SELECT key FROM plugin_storage WHERE key = 'began'")).toHaveLength(1);
  expect(await upload(owner, "1.0.1", says("two"))).toMatchObject({ version: "1.0.1", active: true, waiting: null });
  expect(await done(await visit(owner, "/go"))).toBe("two");
  await sqlOf(owner, "INSERT INTO plugin_storage (site, plugin, key, value) VALUES ('main', ?, 'go', 'true')", PLUGIN);
  expect(await done(await under)).toBe("one");
  expect((await invocations(owner)).map(({ version, outcome }) => [version, outcome])).toEqual([
    ["1.0.0", "ok"],
    ["1.0.1", "ok"],
  ]);
});

test("a version that asks for more waits, and the one in use answers until it is granted", async () => {
  const owner = await running(says("one"));
  const more = { ...STORAGE, media: { read: true } };
  const { version, waiting } = await upload(owner, "1.1.0", says("two"), { capabilities: more });
  expect([version, waiting?.why]).toEqual(["1.0.0", "asks_more"]);
  expect(await done(await visit(owner, "/go"))).toBe("one");
  const path = `/api/plugins/${PLUGIN}`;
  await done(await callApi(owner, "PUT", `${path}/grant`, { body: { digest: waiting?.digest, capabilities: more } }));
  expect(await done(await visit(owner, "/go"))).toBe("two");
  expect(await viewOf(owner)).toMatchObject({ version: "1.1.0", active: true, waiting: null });
});
