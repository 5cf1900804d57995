import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { exportJWK, generateKeyPair } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { PACKAGE_DOCUMENT_MAX_BYTES, PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type {
  PluginDetailView,
  PluginSettingsView,
  PluginsView,
  PluginView,
} from "../../../runtime/plugins/management/views.ts";
import { db, migrate, workspaceOf } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf, refused, routeOf } from "./apiClient.ts";
import { ASKS, aPackage, install } from "./packages.ts";

beforeAll(migrate);

const TOOL = "/api/plugins/acme.tool";
const NOTES = {
  id: "acme.notes",
  name: "Notes",
  kind: "declarative",
  main: undefined,
  capabilities: undefined,
  contributes: {
    sections: [
      {
        name: "note",
        title: "Note",
        category: "content",
        template: "note.liquid",
        markdown: "note.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: { text: { $ref: "drawbridge:text", title: "Text", default: "Closed" } },
          additionalProperties: false,
        },
        example: { fields: { text: "Closed" } },
      },
    ],
  },
} as const;
const NOTE_FILES = { "note.liquid": "<p>{{ fields.text }}</p>", "note.md.liquid": "{{ fields.text }}" };

const grantOf = ({ digest }: PluginView) => ({ digest, capabilities: ASKS });
const detail = async (owner: Editor, id = "acme.tool"): Promise<PluginDetailView> =>
  done(await callApi(owner, "GET", `/api/plugins/${id}`), routeOf("GET", "/api/plugins/{plugin}"));

describe("an owner", () => {
  test("installs, reads what is asked for, grants, enables, sets and removes", async () => {
    const owner = await anEditor();
    const installed = await done<PluginView>(
      await callApi(owner, "POST", "/api/plugins", { body: await aPackage() }),
      routeOf("POST", "/api/plugins"),
    );
    expect(installed).toMatchObject({
      id: "acme.tool",
      state: "disabled",
      requested: ASKS,
      grant: null,
      difference: { added: [{ pointer: "/storage/maxBytes" }, { pointer: "/storage/maxKeys" }] },
    });
    const granted = await done<PluginView>(
      await callApi(owner, "PUT", `${TOOL}/grant`, { body: grantOf(installed) }),
      routeOf("PUT", "/api/plugins/{plugin}/grant"),
    );
    expect(granted.grant).toMatchObject({ digest: installed.digest, grantedBy: `member:${owner.identity}` });
    // These tests have no sandbox worker.
    expect(
      await done<PluginView>(await callApi(owner, "PUT", `${TOOL}/state`, { body: { state: "enabled" } })),
    ).toMatchObject({ state: "enabled", skipped: { reason: "loader_unavailable" } });
    const first = await callApi(owner, "PUT", `${TOOL}/settings`, {
      ifMatch: 0,
      body: { values: { label: "Hi", token: "pomegranate" } },
    });
    expect([first.headers.get("etag"), await done(first)]).toEqual([
      '"1"',
      { plugin: "acme.tool", version: 1, secrets: [{ name: "token", set: true }] },
    ]);
    const read = await callApi(owner, "GET", `${TOOL}/settings`);
    expect([read.headers.get("etag"), (await done<PluginSettingsView>(read)).values]).toEqual(['"1"', { label: "Hi" }]);
    expect(await done<PluginView>(await callApi(owner, "DELETE", `${TOOL}/grant`))).toMatchObject({ grant: null });
    expect(await done(await callApi(owner, "DELETE", TOOL))).toEqual({ plugin: "acme.tool", removed: true });
    expect(await codeOf(await callApi(owner, "GET", TOOL))).toBe("NOT_FOUND");
  });

  test("sees first-party and installed plugins side by side, with what this deployment believes and can run", async () => {
    const owner = await anEditor();
    await install(owner);
    const { items, loader, trust } = await done<PluginsView>(
      await callApi(owner, "GET", "/api/plugins"),
      routeOf("GET", "/api/plugins"),
    );
    expect(items.find(({ id }) => id === "drawbridge.basics")).toMatchObject({
      source: "first-party",
      active: true,
      signedBy: [],
      installedBy: null,
    });
    expect(items.find(({ id }) => id === "acme.tool")).toMatchObject({ source: "installed", signedBy: trust.keys });
    expect([trust.keys.length, trust.refused, loader.available]).toEqual([1, [], false]);
  });

  test("puts a section of a plugin on a page and publishes it, also after the workspace was away", async () => {
    const owner = await anEditor();
    const response = await callApi(owner, "POST", "/api/plugins", { body: await aPackage(NOTES, NOTE_FILES) });
    expect(await done(response)).toMatchObject({ id: "acme.notes", kind: "declarative", requested: {} });
    await done(await callApi(owner, "PUT", "/api/plugins/acme.notes/state", { body: { state: "enabled" } }));
    await evictDurableObject(workspaceOf(owner.site.name));
    await done(
      await callApi(owner, "POST", "/api/pages/home/sections", {
        ifMatch: 1,
        body: { section: { id: "note", type: "acme.notes/note", fields: { text: "Open again" } } },
      }),
    );
    const { change } = await done<{ change: number }>(await callApi(owner, "GET", "/api/changes"));
    await done(await callApi(owner, "POST", "/api/publish", { ifMatch: change }));
    const page = await workspaceOf(owner.site.name).fetch("https://workspace/main/");
    expect(await page.text()).toContain("<p>Open again</p>");
  });

  test("may let an older version in, and an admin may not", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    await install(owner, { version: "2.0.0" });
    const older = await aPackage({ version: "1.0.0" });
    expect(await refused(await callApi(owner, "POST", "/api/plugins", { body: older }))).toMatchObject({
      code: "PLUGIN_REJECTED",
      status: 422,
      reason: "older_than_highest",
      highest: "2.0.0",
    });
    expect(await codeOf(await callApi(admin, "POST", "/api/plugins?allowDowngrade=true", { body: older }))).toBe(
      "FORBIDDEN",
    );
    expect(await codeOf(await callApi(admin, "POST", "/api/plugins?allowDowngrade=false", { body: older }))).toBe(
      "PLUGIN_REJECTED",
    );
    expect(await codeOf(await callApi(owner, "POST", "/api/plugins?allowDowngrade=1", { body: older }))).toBe(
      "INVALID_REQUEST",
    );
    expect(await done(await callApi(owner, "POST", "/api/plugins?allowDowngrade=true", { body: older }))).toMatchObject(
      {
        version: "1.0.0",
      },
    );
  });
});

describe("a package is refused", () => {
  test("when a key nobody trusts has signed it, with the evidence", async () => {
    const owner = await anEditor();
    const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
    const problem = await refused(
      await callApi(owner, "POST", "/api/plugins", {
        body: await aPackage({}, undefined, await exportJWK(privateKey)),
      }),
    );
    expect(problem).toMatchObject({
      code: "PLUGIN_REJECTED",
      reason: "unknown_key",
      step: "key",
      kids: [expect.any(String)],
    });
    expect(
      (await done<PluginsView>(await callApi(owner, "GET", "/api/plugins"))).items.map(({ id }) => id),
    ).not.toContain("acme.tool");
  });

  test("when it takes an id of the deployment, or its template has a script", async () => {
    const owner = await anEditor();
    expect(
      await refused(
        await callApi(owner, "POST", "/api/plugins", { body: await aPackage({ id: "drawbridge.basics" }) }),
      ),
    ).toMatchObject({ reason: "first_party_id" });
    const scripted = await aPackage(NOTES, { ...NOTE_FILES, "note.liquid": "<script>1</script>" });
    expect(await refused(await callApi(owner, "POST", "/api/plugins", { body: scripted }))).toMatchObject({
      reason: "files_not_allowed",
      files: ["note.liquid"],
      issues: expect.arrayContaining([
        expect.objectContaining({ pointer: "/contributes/sections/0/template", found: "<script>" }),
      ]),
    });
  });

  test("when it has not the shape of one, or poison in it", async () => {
    const owner = await anEditor();
    const sound = await aPackage();
    expect(await codeOf(await callApi(owner, "POST", "/api/plugins", { body: { ...sound, more: 1 } }))).toBe(
      "INVALID_REQUEST",
    );
    const poisoned = JSON.stringify(sound).replace('"files":{', '"files":{"__proto__":"",');
    expect(await codeOf(await callApi(owner, "POST", "/api/plugins", { text: poisoned }))).toBe("INVALID_REQUEST");
  });

  test("as large as one may be it is taken, and kept in rows that fit", async () => {
    const owner = await anEditor();
    const files = { "main.js": `//${"x".repeat(PACKAGE_MAX_BYTES - 2)}` };
    await done(await callApi(owner, "POST", "/api/plugins", { body: await aPackage({}, files) }));
    const largest = await runInDurableObject(
      workspaceOf(owner.site.name),
      (_, { storage }) =>
        storage.sql
          .exec<{ most: number }>("SELECT max(length(CAST(body AS BLOB))) AS most FROM plugin_package_parts")
          .one().most,
    );
    expect(largest).toBeLessThan(2_000_000);
    const text = JSON.stringify(await aPackage());
    const padded = (bytes: number) => text + " ".repeat(bytes - text.length);
    const sizes = [-1, 0, 1].map(async (more) =>
      codeOf(
        await callApi(owner, "POST", "/api/plugins?allowDowngrade=true", {
          text: padded(PACKAGE_DOCUMENT_MAX_BYTES + more),
        }),
      ),
    );
    expect(await Promise.all(sizes)).toEqual(["PLUGIN_REJECTED", "PLUGIN_REJECTED", "TOO_LARGE"]);
  });
});

test("a secret setting appears in no answer and no row of audit", async () => {
  const owner = await anEditor();
  await install(owner);
  const key = crypto.randomUUID();
  const body = { values: { token: "pomegranate" } };
  const answers = [];
  for (const _ of [1, 2])
    answers.push(await (await callApi(owner, "PUT", `${TOOL}/settings`, { ifMatch: 0, key, body })).text());
  answers.push(
    await (await callApi(owner, "PUT", `${TOOL}/settings`, { ifMatch: 1, body: { values: { token: "pom" } } })).text(),
  );
  answers.push(
    JSON.stringify([
      await detail(owner),
      await (await callApi(owner, "GET", "/api/site")).json(),
      await (await callApi(owner, "GET", "/api/plugins")).json(),
    ]),
  );
  await runDurableObjectAlarm(workspaceOf(owner.site.name));
  const { results } = await db
    .prepare("SELECT * FROM audit WHERE tenant_id = ? AND command = 'plugin.settings'")
    .bind(owner.site.name)
    .all();
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["done", "refused", "replayed"]);
  expect(JSON.stringify([answers, results])).not.toContain("pom");
});

test("who may not manage plugins learns from the context what is skipped, and why", async () => {
  const owner = await anEditor();
  await install(owner);
  await done(await callApi(owner, "PUT", `${TOOL}/state`, { body: { state: "enabled" } }));
  const viewer = await memberOf(owner.site, "viewer");
  expect(await codeOf(await callApi(viewer, "GET", "/api/plugins"))).toBe("FORBIDDEN");
  const { plugins } = await done<{ plugins: { skipped: { id: string; reason: string }[] } }>(
    await callApi(viewer, "GET", "/api/site"),
  );
  expect(plugins.skipped).toContainEqual(expect.objectContaining({ id: "acme.tool", reason: "loader_unavailable" }));
});

test("that no plugin code runs here is said wherever plugins are shown, and which do not run", async () => {
  const owner = await anEditor();
  await install(owner);
  await done(await callApi(owner, "PUT", `${TOOL}/state`, { body: { state: "enabled" } }));
  const loader = { available: false, reason: "this deployment has no plugin sandbox" };
  const skipped = { reason: "loader_unavailable", detail: loader.reason };
  const context = await done<object>(await callApi(owner, "GET", "/api/site"));
  expect(context).toMatchObject({
    loader,
    plugins: { skipped: expect.arrayContaining([expect.objectContaining({ id: "acme.tool", ...skipped })]) },
  });
  const all = await done<PluginsView>(await callApi(owner, "GET", "/api/plugins"));
  expect([all.loader, all.items.find(({ id }) => id === "acme.tool")?.skipped]).toEqual([loader, skipped]);
  const { loader: said, trust, sites } = expectValue(await workspaceOf(owner.site.name).status());
  expect([said, sites[0]?.plugins.skipped]).toEqual([loader, [{ id: "acme.tool", version: "1.0.0", ...skipped }]]);
  expect(trust).toEqual(all.trust);
});
