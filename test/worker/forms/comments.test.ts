/** The plugin of the release for comments, and forms whose answers a plugin alone keeps. */
import { beforeAll, describe, expect, test } from "vitest";
import type { MemberPageView } from "../../../runtime/plugins/pages/views.ts";
import { aSiteWith, sqlOf } from "../plugins/siteWithPlugin.ts";
import { get, migrate } from "../site/harness.ts";
import {
  COMMENTS,
  TALK,
  aSiteWithComments,
  comment,
  moderate,
  pageIn,
  redraw,
  releaseOf,
  storedKeys,
} from "./siteWithComments.ts";
import { type Editor, callApi, done, fieldsIn, formSection, place, post } from "./siteWithForm.ts";

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWithComments();
});

describe("a comment", () => {
  test("waits, is approved on the page in the editor, and is drawn without script", async () => {
    expect((await comment(owner, "Mind the gap.")).status).toBe(201);
    const view = await done<MemberPageView>(await callApi(owner, "GET", `/api/plugin-pages/${COMMENTS}/comments`));
    expect(view.entries.map(({ values }) => values.map(({ value }) => value))).toEqual([
      ["Robin Ferry", "Mind the gap.", "With 1 forms", expect.any(Number)],
    ]);
    const before = await releaseOf(owner);
    await redraw(owner);
    expect([await releaseOf(owner), (await pageIn(owner)).includes("Mind the gap.")]).toEqual([before, false]);
    await done(await moderate(owner, "approve", await storedKeys(owner, "waiting:")));
    await redraw(owner);
    const html = await pageIn(owner);
    expect([await releaseOf(owner), html.includes(">Mind the gap.</p>")]).toEqual([before + 1, true]);
    expect(html).toContain("Robin Ferry: Mind the gap.</option>");
  });

  test("is in no inbox, in no list of forms, and in no letter about forms", async () => {
    await comment(owner, "Nobody counts me.");
    for (const table of ["form_submissions", "form_totals", "mail_letters"])
      expect([table, await sqlOf(owner, `SELECT count(*) AS n FROM ${table}`)]).toEqual([table, [{ n: 0 }]]);
    expect(await (await callApi(owner, "GET", "/_editor/forms")).text()).not.toContain(TALK);
  });

  test("that its plugin refuses is shown again with all that was typed", async () => {
    const answer = await post(owner, { form: TALK, page: true, fields: { name: "---", text: 'So "<b>" so', to: "" } });
    const html = await answer.text();
    expect([answer.status, fieldsIn(html)["text"]]).toEqual([422, 'So "<b>" so']);
    expect(html).toContain("Please give a name that people can read.");
  });
});

test("answers that a plugin alone keeps are taken once for one token", async () => {
  const source = `export const routes = {
    async keep({ fields: { word }, once }, ctx) {
      await ctx.storage.put("word:" + once + ":" + word, 1);
      return { body: null };
    },
  };`;
  const properties = { word: { type: "string", title: "Word", maxLength: 20 } };
  const fields = { type: "object", properties, required: ["word"], additionalProperties: false };
  const form = {
    name: "word",
    title: "W",
    description: "W",
    fields,
    route: "keep",
    stored: false,
    spam: { minSeconds: 0 },
  };
  const one = await aSiteWith(source, {
    contributes: {
      forms: [form],
      routes: [{ name: "keep", kind: "form", path: "/keep", methods: ["POST"], access: "public" }],
    },
    capabilities: { storage: { maxBytes: 10_000, maxKeys: 20, reason: "to keep words" } },
  });
  await place(one, [formSection("words", "acme.tool/word")]);
  const { token } = await (
    await get(`${one.site.origin}/api/forms/home.words/token`)
  ).response.json<{ token: string }>();
  const send = (word: string) => post(one, { form: "home.words", json: { fields: { word }, token } });
  const answers = await Promise.all([send("a"), send("a"), send("a")]);
  expect([answers.map(({ status }) => status), (await send("b")).status]).toEqual([[201, 201, 201], 400]);
  const rows = (query: string) => sqlOf<Record<string, unknown>>(one, query);
  expect(await rows("SELECT count(*) AS n FROM plugin_storage")).toEqual([{ n: 1 }]);
  expect(await rows("SELECT submission, length(mark) AS chars FROM form_tokens")).toEqual([
    { submission: 0, chars: 64 },
  ]);
  expect(await rows("SELECT number FROM form_submissions")).toEqual([]);
});
