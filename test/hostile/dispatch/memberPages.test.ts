/** Attacks on members by pages that a plugin adds to the editor, and on those pages by members and other sites. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  MEMBER_PAGE_COUNT_MAX,
  MEMBER_PAGE_ROWS,
  MEMBER_PAGE_TEXT_MAX_CHARS,
} from "../../../manifests/bounds/plugins.ts";
import type { MemberPagesView, MemberPageView } from "../../../runtime/plugins/pages/views.ts";
import { memberOf } from "../../worker/api/apiClient.ts";
import { formOf, open, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { changeRows, migrate } from "../../worker/site/harness.ts";
import { aSiteWith, callApi, codeOf, done, type Editor, PLUGIN, sqlOf } from "../../worker/plugins/siteWithPlugin.ts";

const KEYS = {
  type: "object",
  properties: { keys: { type: "array", title: "Keys", items: { type: "string" }, maxItems: 50 } },
  required: ["keys"],
  additionalProperties: false,
};
const route = (name: string, access: string) => ({ name, path: `/${name}`, methods: ["POST"], access, input: KEYS });
const list = (name: string, more: object = {}) => ({ name, title: `List ${name}`, prefix: `${name}:`, ...more });
const CONTRIBUTES = {
  routes: [
    route("approve", "content.publish"),
    route("remove", "content.publish"),
    route("look", "member"),
    route("refuse", "member"),
    route("fail", "member"),
  ],
  pages: [
    {
      name: "words",
      title: "Words & more",
      description: "What <visitors> wrote",
      access: "content.edit",
      lists: [list("waiting", { counted: true }), list("shown", { order: "first" })],
      columns: [
        { field: "text", title: "Text" },
        { field: "at", title: "Time", as: "time" },
        { field: "mail", title: "Mail", as: "mail" },
        { field: "link", title: "Link", as: "link" },
        { field: "fine", title: "Fine", as: "yes-no" },
      ],
      details: [{ field: "more", title: "More" }],
      actions: [
        { name: "approve", title: "Approve", route: "approve", lists: ["waiting"] },
        { name: "remove", title: "Delete", route: "remove", asks: "Delete for good" },
        { name: "purge", title: "Purge", route: "remove", asks: "Purge for good" },
        { name: "look", title: "Look", route: "look" },
        { name: "refuse", title: "Refuse", route: "refuse" },
        { name: "fail", title: "Fail", route: "fail" },
      ],
    },
    {
      name: "owners",
      title: "Owners only",
      access: "owners.manage",
      lists: [list("waiting")],
      columns: [{ field: "text", title: "Text" }],
    },
  ],
};
const SOURCE = `
  export const routes = {
    async approve({ body: { keys }, member }, ctx) {
      for (const [key, value] of await ctx.storage.getMany(keys)) {
        await ctx.storage.put(key.replace("waiting:", "shown:"), { ...value, by: member.role });
        await ctx.storage.delete(key);
      }
      return { body: { approved: keys.length } };
    },
    async remove({ body: { keys } }, ctx) { for (const key of keys) await ctx.storage.delete(key); return { body: 1 }; },
    look: ({ body }) => ({ body }),
    refuse: () => ({ status: 409, body: 1 }),
    fail: () => { throw new Error("<b>no</b>"); },
  };`;
const PAGE = `/_editor/plugin-pages/${PLUGIN}/words`;

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, {
    contributes: CONTRIBUTES,
    capabilities: { storage: { maxBytes: 60_000_000, maxKeys: 20_000, reason: "to keep words" } },
  });
});

/** Stores entries as the plugin would, and removes all others. */
async function stored(entries: Readonly<Record<string, unknown>>): Promise<void> {
  await changeRows(owner.site.name, (sql) => {
    sql.exec("DELETE FROM plugin_storage");
    for (const [key, value] of Object.entries(entries))
      sql.exec(
        "INSERT INTO plugin_storage (site, plugin, key, value) VALUES ('main', ?, ?, ?)",
        PLUGIN,
        key,
        JSON.stringify(value),
      );
  });
}

const keysOf = async (): Promise<string[]> =>
  (await sqlOf<{ key: string }>(owner, "SELECT key FROM plugin_storage ORDER BY key")).map(({ key }) => key);

const viewAt = async (query = ""): Promise<MemberPageView> =>
  done<MemberPageView>(await callApi(owner, "GET", `/api/plugin-pages/${PLUGIN}/words${query}`));

describe("what visitors wrote", () => {
  test("is text in the list, in the menu and on the page of the entry", async () => {
    const markup = `<img src=x onerror=alert(1)></td></table></form><script>alert(1)</script>"'&`;
    await stored({
      "waiting:1": {
        text: markup,
        at: markup,
        mail: `a@b.example?bcc=${markup}`,
        link: "javascript:alert(1)",
        fine: markup,
        more: markup,
      },
    });
    for (const path of [PAGE, `${PAGE}?entry=waiting%3A1`]) {
      const html = await pageOf(owner, path);
      expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
      for (const wrong of [
        "<img src=x",
        "<script>alert",
        'href="javascript',
        'href="mailto:a@b.example?',
        "onerror=alert(1)>",
      ])
        expect(html).not.toContain(wrong);
      expect(html.match(/<\/form>/g)?.length).toBe(html.match(/<form/g)?.length);
    }
  });

  test("may have any type, and members that every object has are not shown", async () => {
    await stored({
      "waiting:1": "a text",
      "waiting:2": null,
      "waiting:3": [1, 2],
      "waiting:4": { text: { deep: ["<b>"] }, at: 1e300, link: "https://user:pw@evil.example/", fine: false },
      "waiting:5": { text: "x", at: 0, link: "https://fine.example/?a=1&b=2", mail: "a@b.example", fine: true },
    });
    const { entries } = await viewAt();
    expect(entries.map(({ values }) => values[0]?.value)).toEqual(["x", '{"deep":["<b>"]}', null, null, null]);
    const html = await pageOf(owner, PAGE);
    expect(html).toContain('<a href="https://fine.example/?a=1&amp;b=2" rel="noreferrer noopener nofollow">');
    expect(html).toContain('<a href="mailto:a@b.example">');
    expect(html).toContain('<time datetime="1970-01-01T00:00:00.000Z">');
    expect(html).not.toContain('href="https://user');
  });

  test.each([
    [MEMBER_PAGE_TEXT_MAX_CHARS - 1, false],
    [MEMBER_PAGE_TEXT_MAX_CHARS, false],
    [MEMBER_PAGE_TEXT_MAX_CHARS + 1, true],
  ])("of %i characters is shortened in the list: %s, and whole on its own page", async (chars, isShortened) => {
    const text = "a".repeat(chars);
    await stored({ "waiting:1": { text } });
    const [first] = (await viewAt()).entries;
    expect(first?.values[0]?.value === text).toBe(!isShortened);
    expect((await viewAt("?entry=waiting:1")).entries[0]?.values[0]?.value).toBe(text);
  });
});

describe("10,000 entries", () => {
  beforeAll(async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => [`waiting:${String(n).padStart(5, "0")}`, { text: `n${n}` }]);
    await stored(Object.fromEntries(many) as Record<string, unknown>);
  });

  test("are shown 50 at a time, the last first, each once", async () => {
    const seen: string[] = [];
    let next: string | null = "";
    for (let turn = 0; turn < 3 && next !== null; turn += 1) {
      const view: MemberPageView = await viewAt(next === "" ? "" : `?after=${next}`);
      expect(view.entries).toHaveLength(MEMBER_PAGE_ROWS);
      seen.push(...view.entries.map(({ key }) => key));
      next = view.next;
    }
    expect([seen[0], seen.at(-1), new Set(seen).size]).toEqual(["waiting:09999", "waiting:09850", 150]);
    expect((await viewAt("?after=waiting:00050")).next).toBe(null);
    expect((await viewAt("?after=waiting:00051")).next).toBe("waiting:00001");
  });

  test("are counted to a bound in the menu of every page", async () => {
    expect(await pageOf(owner, "/_editor/account")).toMatch(
      /<a href="\/_editor\/plugin-pages\/acme\.tool\/words"><bdi>Words &amp; more<\/bdi> <span class="badge">1000\+<\/span>/,
    );
  });
});

describe("a member without the role", () => {
  test("sees neither link nor page nor entries, and acts on none", async () => {
    await stored({ "waiting:1": { text: "secret words" } });
    const viewer = await memberOf(owner.site, "viewer");
    expect(await done<MemberPagesView>(await callApi(viewer, "GET", "/api/plugin-pages"))).toEqual({ items: [] });
    expect(await codeOf(await callApi(viewer, "GET", `/api/plugin-pages/${PLUGIN}/words`))).toBe("FORBIDDEN");
    for (const path of [PAGE, `${PAGE}?entry=waiting%3A1`]) {
      const response = await open(viewer, path);
      expect([response.status, (await response.text()).includes("secret words")]).toEqual([403, false]);
    }
    const fields = { do: "run", key: "k1", list: "waiting", action: "look", "entry.0": "waiting:1" };
    expect((await submit(viewer, PAGE, fields)).status).toBe(403);
    expect(await (await open(viewer, "/_editor/account")).text()).not.toContain("plugin-pages");
  });

  test("of the route's role opens the page, but cannot do what only others may", async () => {
    await stored({ "waiting:1": { text: "words" } });
    const author = await memberOf(owner.site, "author");
    const html = await (await open(author, PAGE)).text();
    const fields = { ...formOf(html, "run"), action: "approve", "entry.0": "waiting:1" };
    const response = await submit(author, PAGE, fields);
    expect([response.status, await keysOf()]).toEqual([403, ["waiting:1"]]);
    expect(await codeOf(await callApi(author, "GET", `/api/plugin-pages/${PLUGIN}/owners`))).toBe("FORBIDDEN");
  });

  test("of another site finds nothing", async () => {
    const other = await aSiteWith("export const hooks = {};");
    expect(await codeOf(await callApi(other, "GET", `/api/plugin-pages/${PLUGIN}/words`))).toBe("NOT_FOUND");
  });
});

const run = { do: "run", key: "k1", list: "waiting" };

describe("an action", () => {
  test("gets the chosen keys, as the member", async () => {
    await stored({ "waiting:1": { text: "one" }, "waiting:2": { text: "two" }, "waiting:3": { text: "three" } });
    const answer = await submit(owner, PAGE, {
      ...run,
      action: "approve",
      "entry.0": "waiting:1",
      "entry.2": "waiting:3",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${PAGE}?list=waiting&done=done`]);
    expect(await keysOf()).toEqual(["shown:1", "shown:3", "waiting:2"]);
    expect(await pageOf(owner, `${PAGE}?list=waiting&done=done`)).toContain("Done.");
  });

  test("that asks first is confirmed first", async () => {
    await stored({ "waiting:1": { text: "one" } });
    const fields = { ...run, action: "remove", "entry.0": "waiting:1" };
    const asked = await submit(owner, PAGE, fields);
    expect([asked.status, await keysOf()]).toEqual([409, ["waiting:1"]]);
    expect(await asked.text()).toContain("Delete for good");
    const other = await submit(owner, PAGE, { ...fields, "force.purge": "true" });
    expect([other.status, await keysOf()]).toEqual([409, ["waiting:1"]]);
    expect((await submit(owner, PAGE, { ...fields, "force.remove": "true" })).status).toBe(303);
    expect(await keysOf()).toEqual([]);
  });

  test.each<[string, Record<string, string>, number]>([
    ["without an entry", { action: "look" }, 400],
    ["with a key of no storage", { action: "look", "entry.0": "../waiting" }, 400],
    ["of another list", { action: "approve", list: "shown", "entry.0": "shown:1" }, 400],
    ["that the page does not have", { action: "constructor", "entry.0": "waiting:1" }, 400],
    ["with fields of its own", { action: "look", "entry.0": "waiting:1", role: "owner" }, 400],
    ["of an unknown list", { action: "look", list: "none", "entry.0": "waiting:1" }, 404],
    ["that throws", { action: "fail", "entry.0": "waiting:1" }, 503],
  ])("%s is refused, and shown as text", async (_, fields, status) => {
    const answer = await submit(owner, PAGE, { ...run, ...fields });
    expect([answer.status, (await answer.text()).includes("<b>no</b>")]).toEqual([status, false]);
  });

  test.each([
    [MEMBER_PAGE_ROWS - 1, 303],
    [MEMBER_PAGE_ROWS, 303],
    [MEMBER_PAGE_ROWS + 1, 400],
  ])("with %i entries is answered with %i", async (count, status) => {
    const entries = Object.fromEntries(Array.from({ length: count }, (_, n) => [`entry.${n}`, `waiting:${n}`]));
    expect((await submit(owner, PAGE, { ...run, action: "look", ...entries })).status).toBe(status);
  });

  test("that the plugin refuses is told", async () => {
    const answer = await submit(owner, PAGE, { ...run, action: "refuse", "entry.0": "waiting:1" });
    expect(await pageOf(owner, answer.headers.get("location") ?? "")).toContain("The plugin did not do it.");
  });

  test("from a page of another site, or without an origin, changes nothing", async () => {
    await stored({ "waiting:1": { text: "one" } });
    const fields = { ...run, action: "approve", "entry.0": "waiting:1" };
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: null, "sec-fetch-site": null },
    ])
      expect((await submit(owner, PAGE, fields, headers)).status).toBe(403);
    const byLink = await open(owner, `${PAGE}?do=run&action=approve&entry.0=waiting%3A1`);
    expect([byLink.status, await keysOf()]).toEqual([200, ["waiting:1"]]);
  });
});

test.each(["/nothing", "/../words", "/words/more", "/WORDS", "/__proto__"])("there is no page at %s", async (path) => {
  const response = await open(owner, `/_editor/plugin-pages/${PLUGIN}${path}`);
  expect(response.status).toBe(404);
});

test("an entry that another member has moved is not found, and no entry of another list is", async () => {
  await stored({ "waiting:1": { text: "one" }, "private:1": { text: "two" } });
  for (const entry of ["waiting:2", "private:1"])
    expect(await codeOf(await callApi(owner, "GET", `/api/plugin-pages/${PLUGIN}/words?entry=${entry}`))).toBe(
      "NOT_FOUND",
    );
});

test.each([
  [MEMBER_PAGE_COUNT_MAX - 1, String(MEMBER_PAGE_COUNT_MAX - 1)],
  [MEMBER_PAGE_COUNT_MAX, `${MEMBER_PAGE_COUNT_MAX}+`],
  [MEMBER_PAGE_COUNT_MAX + 1, `${MEMBER_PAGE_COUNT_MAX}+`],
])("a list of %i entries is counted to the bound", async (entries, shown) => {
  const keys = Array.from({ length: entries }, (_, n) => [`waiting:${n}`, { text: "x" }]);
  await stored(Object.fromEntries(keys) as Record<string, unknown>);
  const { lists } = await viewAt();
  expect(lists.find(({ name }) => name === "waiting")?.total).toBe(Math.min(entries, MEMBER_PAGE_COUNT_MAX));
  expect(await (await open(owner, "/_editor/plugin-pages")).text()).toContain(`: ${shown}`);
});

test("the pages of a plugin that is off are gone", async () => {
  await done(await callApi(owner, "PUT", `/api/plugins/${PLUGIN}/state`, { body: { state: "disabled" } }));
  expect((await open(owner, PAGE)).status).toBe(404);
  expect(await pageOf(owner, "/_editor/plugin-pages")).toContain("No plugin has a page for you.");
});
