import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import { STALLED_AFTER_MS } from "../../../manifests/bounds/plugins.ts";
import type { ReadersView } from "../../../runtime/readers/views.ts";
import type { MailView } from "../../../runtime/mail/views.ts";
import { callApi, done } from "../api/apiClient.ts";
import { db, migrate } from "../site/harness.ts";
import {
  STORAGE,
  aSiteWith,
  carry,
  invocations,
  publish,
  ring,
  sqlOf,
  stubOf,
  viewOf,
  type Editor,
} from "./siteWithPlugin.ts";

beforeAll(migrate);

const HOOKS = { contributes: { hooks: [{ on: "afterPublish" }] }, capabilities: STORAGE };
const KEEPS =
  "export const hooks = { afterPublish: async (event, ctx) => { await ctx.storage.put(`told:${event.sequence}`, event); console.log('told', event.sequence); } };";

const stored = async (owner: Editor): Promise<string[]> =>
  (await sqlOf<{ key: string }>(owner, "SELECT key FROM plugin_storage ORDER BY key")).map(({ key }) => key);

describe("afterPublish", () => {
  test("is called in the sandbox, once for each publication that was carried", async () => {
    const owner = await aSiteWith(KEEPS, HOOKS);
    await publish(owner, "Two");
    await ring(owner);
    await carry(owner, 2);
    await ring(owner);
    await publish(owner, "Three");
    await ring(owner);
    expect(await stored(owner)).toEqual(["told:2", "told:3"]);
    expect((await invocations(owner)).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "afterPublish ok",
      "afterPublish ok",
    ]);
  });

  test("sets the alarm when the publication has arrived", async () => {
    const owner = await aSiteWith(KEEPS, HOOKS);
    await publish(owner, "Two");
    const at = await runInDurableObject(stubOf(owner), (_instance, { storage }) => storage.getAlarm());
    expect(at).not.toBeNull();
  });

  test("that was running when the process ended is blamed, put in quarantine, written in audit, and not called again", async () => {
    const owner = await aSiteWith(
      "export const hooks = { afterPublish: () => new Promise((resolve) => setTimeout(resolve, 60_000)) };",
      { ...HOOKS, limits: { wallMs: CALL_MAX_WALL_MS } },
    );
    await publish(owner, "Two");
    const ringing = ring(owner).catch(() => undefined);
    await expect.poll(() => invocations(owner)).toHaveLength(1);
    await sqlOf(owner, "UPDATE plugin_invocations SET started_at = started_at - ?", STALLED_AFTER_MS);
    await abortAllDurableObjects();
    await ringing;
    expect(await viewOf(owner)).toMatchObject({
      state: "quarantined",
      skipped: { detail: "it was running when the process ended; an owner can enable it again" },
    });
    await ring(owner);
    expect((await invocations(owner)).map(({ outcome }) => outcome)).toEqual(["plugin_interrupted"]);
    await expect
      .poll(async () => {
        await ring(owner);
        return (
          await db
            .prepare("SELECT command, actor FROM audit WHERE tenant_id = ? AND command = 'plugin.quarantine'")
            .bind(owner.site.name)
            .all()
        ).results;
      })
      .toEqual([{ command: "plugin.quarantine", actor: "plugin:acme.tool" }]);
  });
});

test("scheduled is called when its plugin has been enabled, and not again before its time", async () => {
  const owner = await aSiteWith(
    "export const hooks = { scheduled: async (event, ctx) => { await ctx.storage.put('at', event.at); } };",
    {
      contributes: { hooks: [{ on: "scheduled", everyMinutes: 15 }] },
      capabilities: STORAGE,
    },
  );
  await ring(owner);
  await ring(owner);
  expect(await invocations(owner)).toHaveLength(1);
  expect(await stored(owner)).toEqual(["at"]);
});

test("code sends a letter that it declares, once for one occasion, and none that it does not", async () => {
  const code = `export const hooks = { async afterPublish({ sequence }, ctx) {
    const tries = [{ letter: "out", data: { sequence }, once: "a" }, { letter: "out", data: {}, once: "a" },
      { letter: "other" }, { letter: "out", to: "x@tide.example" }];
    const told = [];
    for (const one of tries) told.push(await ctx.mail.send(one).then(({ queued }) => queued, ({ code }) => code));
    await ctx.storage.put("told", told);
  } };`;
  const owner = await aSiteWith(code, {
    contributes: {
      hooks: [{ on: "afterPublish" }],
      letters: [{ name: "out", title: "Out", to: "members", text: "out.liquid" }],
    },
    capabilities: { ...STORAGE, mail: { to: ["members"], reason: "to tell members" } },
    files: { "out.liquid": "Release {{ data.sequence }}\n\nIt is out." },
  });
  await publish(owner, "Two");
  await ring(owner);
  const [told] = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage WHERE key = 'told'");
  expect(JSON.parse(told?.value ?? "")).toEqual([1, 0, "invalid", "invalid"]);
  const { letters } = await done<MailView>(await callApi(owner, "GET", "/api/mail"));
  expect(letters).toMatchObject([{ kind: "plugin", state: "kept", title: "Out", isReadable: true }]);
  const read = await callApi(owner, "GET", `/api/mail/letters/${letters[0]?.id}`);
  expect(await done(read)).toMatchObject({ subject: "Release 2", text: expect.stringContaining("It is out.") });
});

test("code puts a person into a group of readers of its grant, and into no other", async () => {
  const code = `export const hooks = { async afterPublish(_, ctx) {
    const told = [];
    for (const groups of [["paid"], ["press"]])
      told.push(await ctx.readers.add("ann@tide.example", groups).then(({ done }) => done, ({ code }) => code));
    told.push(Object.keys(ctx.readers).join());
    await ctx.storage.put("told", told);
  } };`;
  const owner = await aSiteWith(code, {
    contributes: { hooks: [{ on: "afterPublish" }] },
    capabilities: { ...STORAGE, readers: { groups: ["paid"], reason: "to open pages" } },
  });
  await publish(owner, "Two");
  await ring(owner);
  const [told] = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage WHERE key = 'told'");
  expect(JSON.parse(told?.value ?? "")).toEqual([true, "not_granted", "add,remove"]);
  const { items } = await done<ReadersView>(await callApi(owner, "GET", "/api/readers"));
  expect(items).toMatchObject([
    { address: "ann@tide.example", groups: ["paid"], madeBy: expect.stringMatching(/^plugin:/) },
  ]);
});
