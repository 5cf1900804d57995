/** Attacks on another member's plugin, by visitors and by members who may only write. */
import { beforeAll, expect, test } from "vitest";
import { CALLS_AT_ONCE_PER_PLUGIN, CALLS_WAITING_PER_PLUGIN } from "../../../manifests/bounds/calls.ts";
import { FAILURES_TO_QUARANTINE } from "../../../manifests/bounds/plugins.ts";
import { migrate } from "../../worker/site/harness.ts";
import {
  addPlugin,
  aSiteWith,
  callApi,
  done,
  invocations,
  publish,
  sqlOf,
  stubOf,
  viewOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

const CROWD = CALLS_AT_ONCE_PER_PLUGIN + CALLS_WAITING_PER_PLUGIN + 2;
const GO = { name: "go", path: "/go", methods: ["GET"], access: "public" };

test("a crowd at a plugin's slow public route does not prevent that plugin's check of a publication", async () => {
  const source = `
    export const routes = { go: async () => { await new Promise((resolve) => setTimeout(resolve, 400)); return { body: 1 }; } };
    export const hooks = { beforePublish: () => null };`;
  const owner = await aSiteWith(source, { contributes: { routes: [GO], hooks: [{ on: "beforePublish" }] } });
  await visit(owner, "/go");
  const crowd = Array.from({ length: CROWD }, () => visit(owner, "/go"));
  await expect
    .poll(async () => (await invocations(owner)).filter(({ outcome }) => outcome === null).length)
    .toBe(CALLS_AT_ONCE_PER_PLUGIN);
  await publish(owner, "Two");
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect((await invocations(owner)).filter(({ name }) => name === "beforePublish")).toMatchObject([{ outcome: "ok" }]);
});

test("drafts whose data provider throws in a preview do not quarantine the plugin", async () => {
  const section = {
    name: "sum",
    title: "Sum",
    description: "Sum",
    category: "list",
    template: "sum.liquid",
    markdown: "sum.md.liquid",
    variants: [{ name: "plain", title: "Plain" }],
    fields: {
      type: "object",
      properties: { label: { type: "string", title: "Label", default: "" } },
      additionalProperties: false,
    },
    data: { provider: "sum" },
    example: { fields: {} },
  };
  const owner = await aSiteWith("export const data = { sum: () => { throw new Error('cannot add that'); } };", {
    contributes: { sections: [section] },
    files: { "sum.liquid": "{{ data.sum }}", "sum.md.liquid": "{{ data.sum }}" },
  });
  for (let n = 0; n <= FAILURES_TO_QUARANTINE; n++) {
    const { headers } = await callApi(owner, "GET", "/api/pages/home");
    const body = { section: { id: `sum-${n}`, type: "acme.tool/sum", fields: { label: `${n}` } } };
    await done(await callApi(owner, "POST", "/api/pages/home/sections", { ifMatch: headers.get("etag"), body }));
    await stubOf(owner).read("draft", "main", { path: "/" });
  }
  expect((await invocations(owner)).map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: FAILURES_TO_QUARANTINE + 1 }, () => "plugin_failed"),
  );
  expect(await viewOf(owner)).toMatchObject({ state: "enabled", active: true });
});

test("late failures of an old version do not quarantine the version that replaced it", async () => {
  const hook = { hooks: [{ on: "beforePublish" }], routes: [GO] };
  const owner = await aSiteWith(
    "export const routes = { go: () => new Promise((resolve) => setTimeout(resolve, 4_000)) };",
    { contributes: hook, limits: { wallMs: 1_000 } },
  );
  const late = Array.from({ length: CALLS_AT_ONCE_PER_PLUGIN }, () => visit(owner, "/go"));
  await expect.poll(async () => (await invocations(owner)).length).toBe(CALLS_AT_ONCE_PER_PLUGIN);
  await sqlOf(
    owner,
    "INSERT OR REPLACE INTO plugin_health (site, plugin, digest, failures) SELECT site, plugin, digest, ? FROM plugin_packages",
    FAILURES_TO_QUARANTINE - 1,
  );
  await addPlugin(owner, "export const routes = { go: () => ({ body: 1 }) };", { version: "1.0.1", contributes: hook });
  await Promise.all(late);
  expect((await invocations(owner)).filter(({ outcome }) => outcome === "plugin_late").length).toBeGreaterThan(0);
  expect(await viewOf(owner)).toMatchObject({ version: "1.0.1", state: "enabled", active: true });
});
