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
        at: n,
        name: `Visitor ${n}`,
        text: "A comment of usual length, which says little.",
        to: "",
        team: false,
      };
      sql.exec(row, COMMENTS, `page:home:${id}`, JSON.stringify(value));
    }
  });
  await comment(owner, "The newest of all");
  await sqlOf(owner, "DELETE FROM plugin_invocations");
  await redraw(owner);
  const html = await pageIn(owner);
  expect([
    html.includes("The newest of all"),
    html.includes("Older comments are not shown."),
    html.length < 200_000,
  ]).toEqual([true, true, true]);
  const calls = await sqlOf<{ calls: number }>(
    owner,
    "SELECT calls FROM plugin_invocations WHERE plugin = ? AND point = 'data'",
    COMMENTS,
  );
  expect(calls).toEqual([{ calls: 1 }]);
});
