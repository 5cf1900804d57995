/** An endless `migrate` on a machine without limits: checks the data, the blame and the messages. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PluginDetailView } from "../../runtime/plugins/management/views.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { unsigned } from "../../sites/cli/plugin/signed/packageFile.ts";
import { readKey, signed } from "../../sites/cli/plugin/signed/signing.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { folder } from "../gates/folder.ts";
import { testFolder } from "../machine/testFolder.ts";
import { Bystander } from "../support/bystander.ts";
import { persistently } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { DEMO, endingsIn, NEIGHBOUR, OWNER } from "./siteWithVisits.ts";

const LEDGER = "lantern.ledger";
const PATH = `/api/plugins/${LEDGER}`;
const { hostname } = DEMO.domain;

const here = testFolder();
const said: string[] = [];
let local: Local;
let owner: Owner;

beforeAll(async () => {
  await fillWithDemo(here.path);
  local = await startLocal({
    port: 0,
    data: here.path,
    fresh: false,
    profile: "plugins",
    plugins: [],
    tell: (line) => said.push(line),
  });
  owner = await Owner.logIn({ port: local.port, hostname, subject: OWNER });
}, 90_000);

afterAll(async () => {
  await local?.stop();
  here[Symbol.dispose]();
});

const CODE = `export const routes = {
  async enter(_, ctx) {
    const entries = ((await ctx.storage.get("entries")) ?? 0) + 1;
    await ctx.storage.put("entries", entries);
    return { body: { entries } };
  },
};
`;

/** A signed version of the ledger plugin. */
async function ledger(version: string, code: string, more: object = {}): Promise<object> {
  const manifest = {
    manifestVersion: 1,
    id: LEDGER,
    version,
    name: "Ledger",
    kind: "executable",
    engine: "^1.0.0",
    main: "main.js",
    contributes: { routes: [{ name: "enter", path: "/enter", methods: ["GET"], access: "public" }] },
    capabilities: { storage: { maxBytes: 1000, maxKeys: 2, reason: "to keep the entries" } },
    limits: { wallMs: 10_000 },
    ...more,
  };
  using source = folder({ "plugin.jsonc": JSON.stringify(manifest), "main.js": code });
  return signed(unsigned(packPlugin(source.path)), await readKey(join(here.path, "signing.key.json")));
}

const enter = async (): Promise<string> => {
  const { text } = await requestLocal({
    port: local.port,
    host: hostname,
    path: `${PATH}/routes/enter`,
  });
  return text.trim();
};

const detail = (): Promise<PluginDetailView> => persistently(() => owner.read<PluginDetailView>(PATH));

/** Uploads the version with the endless migration. Either there is no answer, or the version waits. */
async function uploadEndless(): Promise<void> {
  const code = `${CODE}export const migrate = { storage() { for (;;); } };\n`;
  const body = await ledger("1.1.0", code, { migrate: [{ of: "storage", since: "1.1.0" }] });
  await owner.change({ method: "POST", path: "/api/plugins", body }).catch(() => undefined);
}

test("the current version keeps its data after each attempt, and another site has at most one outage", async () => {
  const { digest, requested } = await owner.done<PluginDetailView>({
    method: "POST",
    path: "/api/plugins",
    body: await ledger("1.0.0", CODE),
  });
  await owner.done({ method: "PUT", path: `${PATH}/grant`, body: { digest, capabilities: requested } });
  await owner.done({ method: "PUT", path: `${PATH}/state`, body: { state: "enabled" } });
  expect(await enter()).toBe('{"entries":1}');
  for (const [tried, outagesAtMost] of [1, 0].entries()) {
    const bystander = new Bystander(local.port, NEIGHBOUR);
    await uploadEndless();
    await expect.poll(() => endingsIn(said), { timeout: 30_000, interval: 50 }).toHaveLength(tried + 1);
    const { version, state, active, failures } = await detail();
    expect([version, state, active]).toEqual(["1.0.0", "enabled", true]);
    expect(failures).toHaveLength(tried + 1);
    expect(failures[0]).toMatchObject({ version: "1.1.0", point: "migrate", outcome: "plugin_interrupted" });
    await expect.poll(enter, { timeout: 30_000, interval: 100 }).toBe(`{"entries":${tried + 2}}`);
    const { outages } = await bystander.leaves();
    expect(outages).toBeLessThanOrEqual(outagesAtMost);
  }
});
