/** Attacks by comments on pages, on members' mail and time, and on what only members may do. */
import { beforeAll, describe, expect, test } from "vitest";
import { memberOf } from "../../worker/api/apiClient.ts";
import {
  COMMENTS,
  TALK,
  aSiteWithComments,
  comment,
  moderate,
  pageIn,
  redraw,
  storedKeys,
} from "../../worker/forms/siteWithComments.ts";
import { type Editor, aVisitor, callApi, post } from "../../worker/forms/siteWithForm.ts";
import { codeOf, ring, sqlOf, visit } from "../../worker/plugins/siteWithPlugin.ts";
import { changeRows, migrate } from "../../worker/site/harness.ts";

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWithComments({ held: false, links: 20, perHour: 500, shown: 100 });
});

test("markup, links and names of visitors are text on the page, and their links earn nothing", async () => {
  const markup = `</p></li></section><script>alert(1)</script><img src=x onerror=alert(1)>{{ site.name }}`;
  const text = `${markup} https://evil.example/"onmouseover="alert(1) javascript:alert(1) [a](javascript:alert(2))`;
  expect((await comment(owner, text, { name: `<b>R</b>\u202Enimda` })).status).toBe(201);
  await redraw(owner);
  const html = await pageIn(owner);
  expect(html).toContain("&lt;/p&gt;&lt;/li&gt;&lt;/section&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain('<a href="https://evil.example/" rel="ugc nofollow noopener">https://evil.example/</a>');
  expect(html).toContain('<bdi class="name">&lt;b&gt;R&lt;/b&gt;nimda</bdi>');
  for (const wrong of ["<script>alert", "<img src=x", '"onmouseover="', 'href="javascript', "\u202E", "<b>R"])
    expect([wrong, html.includes(wrong)]).toEqual([wrong, false]);
  const twin = await (await callApi(owner, "GET", "/index.md")).text();
  expect(twin).not.toContain("evil.example");
});

/** Makes the plugin's clock due. */
const due = (one: Editor): Promise<void> =>
  changeRows(one.site.name, (sql) => void sql.exec("UPDATE plugin_timers SET due_at = 1"));

test("a cannon of comments sends members one letter, and each network address has a bound", async () => {
  const many = await aSiteWithComments({ letters: "hourly" });
  const visitor = aVisitor();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await comment(many, `Number ${n}`, {}, { visitor })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  for (let n = 10; n < 20; n += 1) await comment(many, `Number ${n}`);
  await due(many);
  for (let rings = 0; rings < 3; rings += 1) await ring(many);
  await due(many);
  await comment(many, "One more");
  for (let rings = 0; rings < 3; rings += 1) await ring(many);
  expect(await sqlOf(many, "SELECT count(*) AS n FROM mail_plugin_letters")).toEqual([{ n: 1 }]);
});

describe("what only members may do", () => {
  test.each(["approve", "hide", "spam", "forget", "answer", "post"])("%s is no route for visitors", async (route) => {
    const answer = await visit(owner, `/${route}`, { method: "POST", body: { keys: ["waiting:x"] }, plugin: COMMENTS });
    expect([401, 403, 404]).toContain(answer.status);
  });

  test("is refused to viewers and authors, who do not see the page either", async () => {
    for (const role of ["viewer", "author"] as const) {
      const member = await memberOf(owner.site, role);
      expect(await codeOf(await moderate(member, "forget", await storedKeys(owner, "approved:")))).toBe("FORBIDDEN");
      expect(await codeOf(await callApi(member, "GET", `/api/plugin-pages/${COMMENTS}/comments`))).toBe("FORBIDDEN");
    }
  });

  test("is refused to a page of another site, and so is a comment", async () => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await moderate(owner, "forget", await storedKeys(owner, "approved:"), { headers })).status).toBe(403);
    const before = await storedKeys(owner, "approved:");
    expect((await post(owner, { form: TALK, fields: { name: "A", text: "b" }, headers })).status).toBe(403);
    expect(await storedKeys(owner, "approved:")).toEqual(before);
  });
});

test("a filled trap and unknown fields are refused", async () => {
  const before = await storedKeys(owner, "approved:");
  expect((await comment(owner, "I fill in all", { website: "https://evil.example" })).status).toBe(400);
  for (const more of [{ team: true }, { list: "approved" }, { at: 1 }, { to: ["a", "b"] }, { text: { a: 1 } }])
    expect((await comment(owner, "Mine", more)).status).toBe(400);
  expect(await storedKeys(owner, "approved:")).toEqual(before);
});

test("ten thousand comments on one page leave it small, and the next one is drawn in one call", async () => {
  await changeRows(owner.site.name, (sql) => {
    const row = "INSERT INTO plugin_storage (site, plugin, key, value, revision) VALUES ('main', ?, ?, ?, 1)";
    for (let n = 0; n < 10_000; n += 1) {
      const id = `zz${String(n).padStart(7, "0")}000`;
      const value = {
        id,
        at: new Date(n).toISOString(),
        name: `Visitor ${n}`,
        parts: ["A comment of usual length, which says little. ", "javascript:alert(1)", " <b>bold</b>"],
        to: "",
        inReplyTo: "",
        team: false,
      };
      sql.exec(row, COMMENTS, `page:home:${id}`, JSON.stringify(value));
    }
  });
  await comment(owner, "The newest of all");
  await sqlOf(owner, "DELETE FROM plugin_invocations");
  await redraw(owner);
  const html = await pageIn(owner);
  expect([html.includes("The newest of all"), html.includes('href="/page/2#talk"'), html.length < 200_000]).toEqual([
    true,
    true,
    true,
  ]);
  const calls = await sqlOf<{ calls: number }>(
    owner,
    "SELECT calls FROM plugin_invocations WHERE plugin = ? AND point = 'data'",
    COMMENTS,
  );
  expect(calls).toEqual([{ calls: 1 }]);
});

describe("further pages of ten thousand comments", () => {
  const further = (path: string): Promise<Response> => callApi(owner, "GET", path);
  const numbersIn = (html: string): number[] => [...html.matchAll(/>Visitor (\d+)</g)].map(([, n]) => Number(n));
  const callsOfPlugin = () => sqlOf(owner, "SELECT count(*) AS n FROM plugin_invocations WHERE plugin = ?", COMMENTS);

  test("go on where the page ends, without a gap, to the last comment, and call no code", async () => {
    const before = await callsOfPlugin();
    const first = numbersIn(await pageIn(owner));
    const answer = await further("/page/2");
    const [second, third] = [numbersIn(await answer.text()), numbersIn(await (await further("/page/3")).text())];
    const at = first.at(-1) ?? 0;
    expect([second[0], second.at(-1), third[0], second.length]).toEqual([at + 1, at + 50, at + 51, 50]);
    expect([answer.status, answer.headers.get("x-robots-tag")]).toEqual([200, "noindex, follow"]);
    const last = 1 + Math.ceil((9_999 - at) / 50);
    const end = await (await further(`/page/${last}`)).text();
    expect([numbersIn(end).at(-1), end.includes(`/page/${last + 1}`)]).toEqual([9_999, false]);
    expect((await further(`/page/${last + 1}`)).status).toBe(404);
    expect(await callsOfPlugin()).toEqual(before);
  });

  test("have one address each, and say nothing for machines that the page does not say", async () => {
    const moved = await further("/page/1");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/"]);
    for (const path of ["/page/0", "/page/02", "/page/99999", "/2026/page/2", "/other/page/2"])
      expect([path, (await further(path)).status]).toEqual([path, 404]);
    expect(await (await further("/page/2.md")).text()).not.toContain("Visitor");
    expect(await (await further("/sitemap.xml")).text()).not.toContain("/page/2");
  });

  test("show stored texts as text, and lead to no address that is none", async () => {
    const html = await (await further("/page/2")).text();
    expect([html.includes("<b>bold"), /href="javascript/.test(html), html.includes("<form")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("lose a comment that a member hides with the next release", async () => {
    await changeRows(owner.site.name, (sql) => {
      sql.exec("DELETE FROM plugin_storage WHERE plugin = ? AND key = 'page:home:zz0000200000'", COMMENTS);
      sql.exec("UPDATE plugin_storage_use SET revision = revision + 1 WHERE plugin = ?", COMMENTS);
    });
    const holding = async (): Promise<boolean> => {
      const pages = await Promise.all(
        ["/page/2", "/page/3", "/page/4"].map(async (path) => (await further(path)).text()),
      );
      return pages.some((html) => numbersIn(html).includes(200));
    };
    await redraw(owner);
    expect(await holding()).toBe(false);
  });
});
