/** Attacks on members by pages that a plugin adds to the editor, and on those pages by members and other sites. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  MEMBER_PAGE_COUNT_MAX,
  MEMBER_PAGE_MESSAGE_MAX_CHARS,
  MEMBER_PAGE_ROWS,
  MEMBER_PAGE_TEXT_MAX_CHARS,
} from "../../../manifests/bounds/plugins.ts";
import type { MemberPagesView, MemberPageView } from "../../../runtime/plugins/pages/views.ts";
import { memberOf } from "../../worker/api/apiClient.ts";
import { formOf, open, pageOf, submit } from "../../worker/api/editorBrowser.ts";
import { changeRows, migrate } from "../../worker/site/harness.ts";
import { CONTRIBUTES, SOURCE } from "./wordsPlugin.ts";
import { aSiteWith, callApi, codeOf, done, type Editor, PLUGIN, sqlOf } from "../../worker/plugins/siteWithPlugin.ts";

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
    const html = await asked.text();
    expect(html.match(/Delete for good/g)).toHaveLength(2);
    expect(html).toContain('value="waiting:1" aria-labelledby="entry-0" checked');
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

describe("a form", () => {
  const add = { do: "fill", key: "k1", form: "add", list: "waiting" };
  const valueOf = async (key: string): Promise<unknown> => {
    const rows = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage WHERE key = ?", key);
    return rows.map(({ value }) => JSON.parse(value) as unknown);
  };

  test("has the titles of its fields as text, and sends what was typed in the types of its schema", async () => {
    await stored({});
    const html = await pageOf(owner, PAGE);
    expect(html).toContain("Text &amp; &lt;b&gt;");
    expect(html).not.toContain("Add <i>");
    const fields = { ...formOf(html, "fill"), "set.text": "boat", "set.size": "3" };
    expect((await submit(owner, PAGE, fields)).headers.get("location")).toBe(`${PAGE}?list=waiting&done=done`);
    expect(await valueOf("waiting:boat")).toEqual([{ text: "boat", size: 3 }]);
  });

  test("for one entry shows what the entry has under the names of its fields, and sends its key", async () => {
    await stored({ "waiting:1": { text: '"><script>', size: 2, hidden: "hush" } });
    const html = await pageOf(owner, `${PAGE}?entry=waiting%3A1`);
    expect([html.includes("hush"), html.includes('"><script>')]).toEqual([false, false]);
    const fields = formOf(html, "fill");
    expect(fields).toMatchObject({ entry: "waiting:1", "set.text": '"><script>', "set.size": "2" });
    await submit(owner, PAGE, { ...fields, "set.size": "4" });
    expect(await valueOf("waiting:1")).toEqual([{ text: '"><script>', size: 4 }]);
  });

  test("that is refused keeps what was typed, and shows the plugin's words as text", async () => {
    await stored({});
    for (const [text, status, words] of [
      ["taken", 409, "&lt;b&gt;That is taken.&lt;/b&gt;"],
      ["x", 400, 'aria-invalid="true"'],
    ] as const) {
      const answer = await submit(owner, PAGE, { ...add, "set.text": text });
      const html = await answer.text();
      expect([answer.status, html.includes(words), html.includes(`value="${text}"`)]).toEqual([status, true, true]);
    }
    expect(await keysOf()).toEqual([]);
  });

  test.each<[string, Record<string, string>, number]>([
    ["that the page does not have", { form: "constructor" }, 400],
    ["of one entry without an entry", { form: "change" }, 400],
    ["of another list", { list: "shown" }, 400],
    ["of an entry that is gone", { form: "change", entry: "waiting:gone" }, 404],
    ["of an entry of no list", { form: "change", entry: "private:1" }, 404],
    ["with a field of its own", { role: "owner" }, 400],
    ["with a value above its bound", { "set.size": "1000" }, 400],
  ])("%s changes nothing", async (_, more, status) => {
    await stored({ "private:1": { text: "two" } });
    expect((await submit(owner, PAGE, { ...add, "set.text": "boat", ...more })).status).toBe(status);
    expect(await keysOf()).toEqual(["private:1"]);
  });

  test.each(["waiting:gone", "../<b>"])("of the entry %s, which is not there, shows what was typed", async (entry) => {
    await stored({ "waiting:1": { text: "one" } });
    const answer = await submit(owner, PAGE, { ...add, form: "change", entry, "set.text": "long <b>work" });
    const html = await answer.text();
    expect([answer.status, html.includes("long &lt;b&gt;work"), html.includes('role="alert"')]).toEqual([
      404,
      true,
      true,
    ]);
    expect([html.includes("long <b>"), html.includes("entry=waiting%3A1")]).toEqual([false, true]);
  });

  test("from another site's page, or by a member without the route's role, changes nothing", async () => {
    await stored({});
    const fields = { ...add, "set.text": "boat" };
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await submit(owner, PAGE, fields, foreign)).status).toBe(403);
    for (const role of ["viewer", "author"] as const)
      expect((await submit(await memberOf(owner.site, role), PAGE, fields)).status).toBe(403);
    expect(await keysOf()).toEqual([]);
  });
});

test.each([
  [MEMBER_PAGE_MESSAGE_MAX_CHARS - 1, MEMBER_PAGE_MESSAGE_MAX_CHARS - 1],
  [MEMBER_PAGE_MESSAGE_MAX_CHARS, MEMBER_PAGE_MESSAGE_MAX_CHARS],
  [MEMBER_PAGE_MESSAGE_MAX_CHARS + 1, MEMBER_PAGE_MESSAGE_MAX_CHARS],
])("a plugin's refusal of %i characters is told with %i of them", async (chars, told) => {
  const fields = { do: "fill", key: "k1", form: "add", list: "waiting", "set.text": "long", "set.size": String(chars) };
  const html = await (await submit(owner, PAGE, fields)).text();
  expect(/Q{9,}/.exec(html)?.[0].length).toBe(told);
});

describe("what members look for", () => {
  test("stands in no address, and only their own browser has it", async () => {
    await stored({ "waiting:1": { text: "Ada <b>" }, "waiting:2": { text: "Bo" }, "shown:1": { text: "Ada", at: 1 } });
    const answer = await submit(owner, PAGE, { do: "search", key: "k", list: "waiting", text: "ADA <" });
    const [at, cookie] = [answer.headers.get("location") ?? "", answer.headers.get("set-cookie") ?? ""];
    expect([at.toLowerCase().includes("ada"), cookie.includes("HttpOnly")]).toEqual([false, true]);
    const searching = { ...owner, cookie: `${owner.cookie}; ${cookie.split(";")[0]}` };
    const html = await pageOf(searching, at);
    expect([html.includes("Ada &lt;b&gt;"), html.includes("<bdi>Bo</bdi>")]).toEqual([true, false]);
    expect(await pageOf(owner, at)).toContain("no longer has the words of your search");
    const view = await callApi(owner, "POST", `/api/plugin-pages/${PLUGIN}/words/search`, {
      body: { text: "ada", list: "shown" },
    });
    expect((await done<MemberPageView>(view)).entries.map(({ key }) => key)).toEqual(["shown:1"]);
    expect(await pageOf(owner, `${PAGE}?list=shown`)).toMatch(/<li class="row">.*<dt>.*Time/s);
  });

  test("is exported to those who may open the page alone", async () => {
    await stored({ "waiting:1": { text: "=cmd()", more: "details" } });
    const path = `/api/plugin-pages/${PLUGIN}/words/entries.csv`;
    expect(await (await callApi(owner, "GET", `${path}?list=waiting`)).text()).toContain(
      `"'=cmd()","","","","","details"`,
    );
    expect(await codeOf(await callApi(await memberOf(owner.site, "viewer"), "GET", path))).toBe("FORBIDDEN");
    expect(await codeOf(await callApi(owner, "GET", `${path}?list=none`))).toBe("NOT_FOUND");
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
