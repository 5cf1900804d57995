import { beforeAll, describe, expect, test } from "vitest";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { aPackage } from "../../worker/api/packages.ts";
import { type Editor, addPlugin, anEditor, callApi, codeOf, done, visit } from "../../worker/plugins/siteWithPlugin.ts";
import { migrate } from "../../worker/site/harness.ts";

/** Attacks by additions to a plugin's lists, on its code in the real loader. */

beforeAll(migrate);

const LINK = {
  type: "object",
  properties: {
    href: { type: "string", title: "Address", maxLength: 900 },
    rank: { type: "integer", title: "Rank", default: 5 },
  },
  required: ["href"],
  additionalProperties: false,
};

const SOURCE = `
const attempt = (change) => { try { change(); return "changed"; } catch (error) { return error.name; } };
export const routes = {
  async list(_, ctx) { return { body: { lists: Object.entries(ctx.additions) } }; },
  async change(_, { additions }) {
    const before = JSON.stringify(additions);
    const tries = [
      () => { additions.links = []; },
      () => { additions.links.push({ href: "mine" }); },
      () => { additions.links[0].href = "mine"; },
      () => { additions.links[0].__proto__.href = "everybody's"; },
      () => { Object.defineProperty(additions, "other", { value: 1 }); },
    ].map(attempt);
    return { body: { tries, same: JSON.stringify(additions) === before, inherited: ({}).href ?? null } };
  },
};`;
const route = (name: string) => ({ name, path: `/${name}`, methods: ["GET"], access: "public" });
const CONTRIBUTES = {
  routes: [route("list"), route("change")],
  provides: [
    { name: "links", title: "Links", data: LINK, unique: "href" },
    { name: "constructor", title: "Others", data: LINK },
  ],
};

const declarative = { kind: "declarative", main: undefined, capabilities: undefined };
const adding = (id: string, data: object, more: object = {}) =>
  aPackage(
    {
      ...declarative,
      id,
      contributes: { extends: [{ name: "one", point: "acme.tool/links", version: "^1.0.0", data, ...more }] },
    },
    {},
  );

async function add(owner: Editor, id: string, data: object): Promise<void> {
  await done(await callApi(owner, "POST", "/api/plugins", { body: await adding(id, data) }));
  await state(owner, id, "enabled");
}

const state = async (owner: Editor, id: string, to: "enabled" | "disabled"): Promise<PluginView> =>
  done<PluginView>(await callApi(owner, "PUT", `/api/plugins/${id}/state`, { body: { state: to } }));

async function host(): Promise<Editor> {
  const owner = await anEditor();
  await addPlugin(owner, SOURCE, { contributes: CONTRIBUTES });
  return owner;
}

/** JSON answers may not have a member named `constructor`, so the plugin sends pairs. */
const seen = async (owner: Editor): Promise<unknown> => {
  const { lists } = await (await visit(owner, "/list")).json<{ lists: [string, unknown[]][] }>();
  return Object.fromEntries(lists);
};
const none = { links: [], constructor: [] };

describe("the extension lists that a plugin's code reads", () => {
  test("contain what active plugins of this site add, and nothing of a disabled plugin", async () => {
    const [owner, neighbour] = [await host(), await host()];
    expect(await seen(owner)).toEqual(none);
    await add(owner, "acme.guest", { href: "/a" });
    await add(neighbour, "acme.other", { href: "/stolen" });
    expect(await seen(owner)).toEqual({ ...none, links: [{ href: "/a", rank: 5 }] });
    expect(await seen(neighbour)).toEqual({ ...none, links: [{ href: "/stolen", rank: 5 }] });
    await state(owner, "acme.guest", "disabled");
    expect(await seen(owner)).toEqual(none);
  });

  test("cannot be changed by code, for this call or the next", async () => {
    const owner = await host();
    await add(owner, "acme.guest", { href: "/a" });
    expect(await (await visit(owner, "/change")).json()).toEqual({
      tries: ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
      same: true,
      inherited: null,
    });
    expect(await seen(owner)).toEqual({ ...none, links: [{ href: "/a", rank: 5 }] });
  });

  test("contain no data that their schema refuses, and no `__proto__` member", async () => {
    const owner = await host();
    await add(owner, "acme.guest", { href: 5 });
    expect(await seen(owner)).toEqual(none);
    const nested = JSON.parse('{ "href": "/a", "__proto__": { "rank": 1 } }') as object;
    const sent = await callApi(owner, "POST", "/api/plugins", { body: await adding("acme.proto", nested) });
    if (sent.ok) await state(owner, "acme.proto", "enabled");
    else expect(await codeOf(sent)).toBe("PLUGIN_REJECTED");
    expect(await seen(owner)).toEqual(none);
  });

  test("that other plugins fill up do not prevent the plugin's calls", async () => {
    const owner = await host();
    const full = Array.from({ length: 10 }, (_, n) => ({
      name: `n${n}`,
      point: "acme.tool/constructor",
      version: "^1.0.0",
      data: { href: `${"x".repeat(880)}${n}` },
    }));
    for (let n = 0; n < 8; n++) {
      const id = `acme.flood${n}`;
      const body = await aPackage({ ...declarative, id, contributes: { extends: full } }, {});
      await done(await callApi(owner, "POST", "/api/plugins", { body }));
      await state(owner, id, "enabled");
    }
    const lists = (await seen(owner)) as { links: unknown[]; constructor: unknown[] };
    expect([lists.links.length, lists.constructor.length]).toEqual([0, 50]);
  });
});
