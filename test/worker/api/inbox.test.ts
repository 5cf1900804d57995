import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { SUBMISSIONS_SEARCHED } from "../../../manifests/bounds/forms.ts";
import type { MediaListView } from "../../../runtime/media/views.ts";
import { JPEG, PDF, PNG, pngOfBytes } from "../../support/mediaFiles.ts";
import {
  APPLICATION,
  MESSAGE,
  NO_FILE,
  aSiteWithForm,
  fileOf,
  formSection,
  place,
  post,
  quarantined,
  submissions,
  withFiles,
} from "../forms/siteWithForm.ts";
import { ring, stubOf } from "../plugins/siteWithPlugin.ts";
import { changeRows, get, migrate } from "../site/harness.ts";
import { FORMS, INBOX, cardOf, cardsOf, formOf, open, pageOf, searching, submit } from "./editorBrowser.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const location = (response: Response): [number, string | null] => [response.status, response.headers.get("location")];
const answersIn = (html: string): string[][] =>
  [...html.matchAll(/<dt><bdi class="text">(.*?)<\/bdi><\/dt><dd>(.*?)<\/dd>/gs)].map(([, label = "", value = ""]) => [
    label,
    value.replaceAll(/<[^>]*>/g, "").trim(),
  ]);
const idsOn = (html: string): number[] => [...html.matchAll(/<li id="s(\d+)"/g)].map(([, id]) => Number(id));
const titleOf = (html: string): string | undefined => /<title>(.*?)<\/title>/.exec(html)?.[1];

/** Sends a form of one submission as it is on the page. */
const press = async (editor: Editor, name: string, id: number, path = INBOX): Promise<Response> =>
  submit(editor, path, formOf(cardOf(await pageOf(editor, path), id), name));

describe("the forms of a site", () => {
  test("are listed with where they stand and what is unread, the latest first, for those who may read them", async () => {
    const owner = await aSiteWithForm();
    expect(await pageOf(owner, FORMS)).toContain("No visitor has sent a form yet.");
    await place(owner, [formSection("news", "drawbridge.forms/newsletter")]);
    await post(owner);
    await post(owner);
    await post(owner, { form: "home.news", fields: { email: "robin@example.com" } });
    await done(await callApi(owner, "PATCH", "/api/forms/home.news/submissions/3", { body: { read: true } }));
    const html = await pageOf(await memberOf(owner.site, "editor"), FORMS);
    expect(
      [...html.matchAll(/<h2><a href="(.*?)"><bdi>(.*?)<\/bdi><\/a>(.*?)<\/h2>/g)].map(([, to, title, badge = ""]) => [
        to,
        title,
        badge.replaceAll(/<[^>]*>/g, "").trim(),
      ]),
    ).toEqual([
      [`${FORMS}/home.news`, "Newsletter", ""],
      [`${FORMS}/home.contact`, "Contact", "2 unread"],
    ]);
    expect(html).toMatch(
      /on <a href="\/\?svc_mode=edit"><bdi>With 1 forms<\/bdi><\/a> · 2 submissions · last one at <time/,
    );
    expect(html).not.toContain("robin@example.com");
    expect(html).toMatch(/href="\/_editor\/forms"[^>]*><bdi>[^<]*<\/bdi> <span class="badge">2 unread<\/span>/);
    expect(await pageOf(owner, `${FORMS}/home.news`)).toContain(
      'href="mailto:robin@example.com?subject=Re%3A%20Newsletter"',
    );
  });

  test("are listed before anything was sent with them, and only then among those", async () => {
    const owner = await aSiteWithForm("drawbridge.forms/contact");
    const waiting = async (): Promise<boolean> => (await pageOf(owner, FORMS)).includes("Nothing sent yet");
    expect(await pageOf(owner, FORMS)).toMatch(/Nothing sent yet.*<bdi>With 1 forms<\/bdi>/s);
    await post(owner, { fields: MESSAGE });
    expect(await waiting()).toBe(false);
    expect(await pageOf(await anEditor(), FORMS)).toContain("No page has a form.");
  });

  test("whose page is gone are still there to be read", async () => {
    const owner = await anEditor();
    const body = { path: "/fair", title: "The fair", sections: [formSection("contact", "drawbridge.forms/contact")] };
    await done(await callApi(owner, "POST", "/api/pages", { body: { id: "fair", body } }));
    await place(owner, [formSection("contact", "drawbridge.forms/contact")]);
    expect((await post(owner, { form: "fair.contact" })).status).toBe(303);
    expect(await pageOf(owner, FORMS)).toContain('<a href="/fair?svc_mode=edit"><bdi>The fair</bdi></a>');
    await done(await callApi(owner, "DELETE", "/api/pages/fair", { ifMatch: 1 }));
    expect(await pageOf(owner, FORMS)).toContain("its page was deleted");
    const html = await pageOf(owner, `${FORMS}/fair.contact`);
    expect([html.includes(MESSAGE.message), html.includes("The fair")]).toEqual([true, false]);
  });

  test("and media lead out, for everybody who is there", async () => {
    for (const path of [FORMS, "/_editor/media"])
      expect(await pageOf(await anEditor(), path)).toMatch(
        /<form class="leave" method="post" action="\/api\/auth\/logout"><button[^>]*>Log out<\/button><\/form>/,
      );
  });

  test("and media lead to one another, for those who may go there", async () => {
    const owner = await anEditor();
    const links = (html: string): string[] =>
      [...(/<nav id="areas".*?<\/nav>/s.exec(html)?.[0] ?? "").matchAll(/href="(.*?)"( aria-current)?/g)]
        .map(([, to = "", current = ""]) => to + current)
        .filter((link) => /media|forms/.test(link));
    expect(links(await pageOf(owner, "/_editor/media"))).toEqual(["/_editor/media aria-current", FORMS]);
    expect(links(await pageOf(owner, FORMS))).toEqual(["/_editor/media", `${FORMS} aria-current`]);
    expect(links(await pageOf(await memberOf(owner.site, "author"), "/_editor/media"))).toEqual([
      "/_editor/media aria-current",
    ]);
  });
});

describe("what was sent with a form", () => {
  test("is shown newest first, with the questions and the choices in the words of the form", async () => {
    const owner = await aSiteWithForm("drawbridge.forms/contact");
    await post(owner, { fields: { ...MESSAGE, topic: "visit", message: "Two\n\nparts" } });
    await post(owner, { fields: { ...MESSAGE, name: "Second" } });
    const html = await pageOf(owner, INBOX);
    const [first, second] = cardsOf(html);
    expect(answersIn(first ?? "")).toEqual([
      ["Your name", "Second"],
      ["Email", MESSAGE.email],
      ["Message", MESSAGE.message],
    ]);
    expect(answersIn(second ?? "")).toEqual([
      ["Your name", "Robin Ferry"],
      ["Email", MESSAGE.email],
      ["What is it about?", "A visit"],
      ["Message", "Two\n\nparts"],
    ]);
    expect(html).toContain(`<a href="/api/forms/home.contact/submissions.csv" download>`);
    expect(titleOf(html)).toBe("Contact · Forms · Main site");
    expect(html.match(/class="is-unread"/g)).toHaveLength(2);
    expect([html.includes("All (2)"), html.includes("Unread (2)")]).toEqual([true, true]);
  });

  test("has yes and no and several choices, and the bare names of what is asked no more", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    await changeRows(
      owner.site.name,
      (sql) =>
        void sql.exec(
          "UPDATE form_submissions SET fields = ?",
          JSON.stringify({ shoe_size: 43, member: true, loud: false, days: ["sat", "sun"], message: "Hello" }),
        ),
    );
    expect(answersIn(await pageOf(owner, INBOX))).toEqual([
      ["Message", "Hello"],
      ["shoe_size", "43"],
      ["member", "Yes"],
      ["loud", "No"],
      ["days", "sat, sun"],
    ]);
    await done(await callApi(owner, "PUT", "/api/plugins/drawbridge.forms/state", { body: { state: "disabled" } }));
    expect(answersIn(await pageOf(owner, INBOX))[4]).toEqual(["message", "Hello"]);
    await changeRows(owner.site.name, (sql) => void sql.exec("UPDATE form_submissions SET fields = '{}'"));
    expect(await pageOf(owner, INBOX)).toContain("Every question was left empty.");
  });

  test.each([
    [599, false],
    [600, false],
    [601, true],
  ])("of %i characters is shown at once or opened: %s", async (length, isOpened) => {
    const owner = await aSiteWithForm();
    await post(owner, { fields: { ...MESSAGE, message: "m".repeat(length) } });
    const html = await pageOf(owner, INBOX);
    expect([
      html.includes(`<summary>Show all ${length} characters</summary>`),
      html.includes(`>${"m".repeat(length)}</bdi>`),
      html.includes(`>${"m".repeat(600)}…</bdi>`),
    ]).toEqual([isOpened, true, isOpened]);
  });

  test.each([
    [11, false],
    [12, false],
    [13, true],
  ])("of %i lines is shown at once or opened: %s, and never cut through a character", async (count, isOpened) => {
    const owner = await aSiteWithForm();
    await post(owner, {
      fields: {
        ...MESSAGE,
        name: `${"n".repeat(50)}`,
        message: Array.from({ length: count }, (_, index) => `Line ${index}`).join("\n"),
      },
    });
    expect((await pageOf(owner, INBOX)).includes("<details>")).toBe(isOpened);
    await post(owner, { fields: { ...MESSAGE, message: `${"m".repeat(599)}🛶!` } });
    expect(await pageOf(owner, INBOX)).toContain(`>${"m".repeat(599)}…</bdi>`);
  });

  test("is filtered, searched and paged; the links keep what is looked for", async () => {
    const owner = await aSiteWithForm();
    for (let n = 0; n < 22; n += 1) await post(owner, { fields: { ...MESSAGE, name: `Visitor ${n}` } });
    const first = await pageOf(owner, INBOX);
    expect(idsOn(first)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
    const older = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? "";
    expect([older, idsOn(await pageOf(owner, older))]).toEqual([`${INBOX}?cursor=3`, [2, 1]]);
    expect(await pageOf(owner, older)).toContain(`<a href="${INBOX}">Newest submissions</a>`);
    for (const cursor of ["nonsense", "0", "-1", "1e3", "99999999999999999999"])
      expect(idsOn(await pageOf(owner, `${INBOX}?cursor=${cursor}`))).toHaveLength(20);
    await done(await callApi(owner, "PATCH", "/api/forms/home.contact/submissions/22", { body: { read: true } }));
    expect(idsOn(await pageOf(owner, `${INBOX}?unread=true`))[0]).toBe(21);
    const { at, path } = await searching(owner, { text: "visitor 7", unread: "true" });
    expect(path).toMatch(/\?unread=true&search=[0-9a-f-]{36}$/);
    const found = await pageOf(at, path);
    expect(idsOn(found)).toEqual([8]);
    expect(found).toContain(`role="search" method="post" action="${INBOX}">`);
    expect(found).toMatch(
      /name="text"[^>]*value="visitor 7"[^>]*><input type="hidden" name="do" value="search"><input type="hidden" name="unread" value="true">/,
    );
    expect(found).toContain(`<a href="${path.replace("unread=true&", "")}">All (22)</a>`);
    expect(found).toContain(`<a href="${INBOX}?unread=true">Show all</a>`);
    const strange = await searching(owner, { text: "<b>" });
    expect(await pageOf(strange.at, strange.path)).toContain("has “&lt;b&gt;” in an answer");
    expect((await searching(owner, { text: "  ", unread: "true" })).path).toBe(`${INBOX}?unread=true`);
  });

  test("is searched by words that stand in no address, for as long as the browser has them", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    await post(owner, { fields: { ...MESSAGE, name: "Ｌéa; Ж=1, 🛶" } });
    const { at, path } = await searching(owner, { text: "léa; Ж=1, 🛶" });
    expect(idsOn(await pageOf(at, path))).toEqual([2]);
    expect(await pageOf(at, path)).not.toMatch(/(?:href|action)="[^"]*(?:léa|%D0%96|Ж)/i);
    const other = await searching(at, { text: "Robin Ferry" });
    expect(idsOn(await pageOf(other.at, other.path))).toEqual([1]);
    for (const [who, where] of [
      [owner, path],
      [other.at, path],
    ] as const) {
      const html = await pageOf(who, where);
      expect([
        idsOn(html),
        html.includes("This browser no longer has the words of your search."),
        html.includes(where),
      ]).toEqual([[2, 1], true, false]);
    }
    expect(idsOn(await pageOf(owner, `${INBOX}?text=Robin`))).toEqual([2, 1]);
  });

  test.each([
    [199, 199],
    [200, 200],
    [201, 200],
  ])("of %i characters is looked for with the first %i", async (sent, kept) => {
    const owner = await aSiteWithForm();
    const { at, path } = await searching(owner, { text: "w".repeat(sent) });
    expect(await pageOf(at, path)).toContain(`value="${"w".repeat(kept)}"`);
  });

  test("is looked through some thousands at a time, and the way on is there where nothing was found", async () => {
    const owner = await aSiteWithForm();
    await post(owner, { fields: { ...MESSAGE, name: "The needle" } });
    await changeRows(owner.site.name, (sql) => {
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal) SELECT 'main', 'home.contact', 'drawbridge.forms/contact', i, ?, 1, '{"name":"Hay"}', '[]' FROM n`,
        SUBMISSIONS_SEARCHED,
        Date.now() + 1e9,
      );
      sql.exec("UPDATE form_totals SET total = total + ?", SUBMISSIONS_SEARCHED);
    });
    const { at, path } = await searching(owner, { text: "needle" });
    const nothing = await pageOf(at, path);
    expect([idsOn(nothing), nothing.includes("No submission searched so far has “needle” in an answer.")]).toEqual([
      [],
      true,
    ]);
    const on = /rel="next" href="([^"]+)">Search older submissions/.exec(nothing)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(idsOn(await pageOf(at, on))).toEqual([1]);
  });

  test("with a form that has been sent nothing is nothing", async () => {
    const html = await pageOf(await aSiteWithForm(), INBOX);
    expect([html.includes("This form has no submissions."), html.includes(".csv")]).toEqual([true, false]);
  });

  test("with a form nobody knows is not found", async () => {
    const response = await open(await anEditor(), `${FORMS}/no.form`);
    expect([response.status, (await response.text()).includes("NOT_FOUND")]).toEqual([404, true]);
  });
});

describe("a submission", () => {
  test("is marked by a form, which leads back to where it stood", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    await post(owner);
    const editor = await memberOf(owner.site, "editor");
    const { at: searcher, path } = await searching(editor, { text: "robin" });
    const fields = formOf(cardOf(await pageOf(searcher, path), 1), "mark");
    expect(fields).toMatchObject({ do: "mark", submission: "1", read: "true" });
    expect(cardOf(await pageOf(searcher, path), 1)).toContain(`action="${path}#s1"`);
    expect(location(await submit(searcher, path, fields))).toEqual([303, `${path}&done=read&at=1`]);
    expect(location(await submit(searcher, path, fields))).toEqual([303, `${path}&done=read&at=1`]);
    expect((await submissions(owner)).unread).toBe(1);
    const after = await pageOf(searcher, `${path}&done=read&at=1`);
    expect(after).toContain('value="robin"');
    expect(cardOf(after, 1)).toContain('<p class="status" role="status">Marked as read.</p>');
    expect(after).toContain('id="status"></p>');
    const elsewhere = await pageOf(editor, `${INBOX}?unread=true&done=read&at=1`);
    expect(elsewhere).toContain('id="status">Marked as read.</p>');
    expect(location(await press(editor, "mark", 1))).toEqual([303, `${INBOX}?done=unread&at=1`]);
    expect((await submissions(owner)).unread).toBe(2);
  });

  test("is deleted by a second form only, which the first is answered with", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    const first = formOf(cardOf(await pageOf(owner, INBOX), 1), "delete");
    expect(first).not.toHaveProperty("force");
    const asked = await submit(owner, INBOX, first);
    const html = await asked.text();
    expect([
      asked.status,
      cardOf(html, 1).includes('role="alert"><p>Delete this submission and the files'),
      (await submissions(owner)).total,
    ]).toEqual([409, true, 1]);
    const second = formOf(cardOf(html, 1), "delete");
    expect([second["force"], second["key"] === first["key"]]).toEqual(["true", false]);
    expect(location(await submit(owner, INBOX, second))).toEqual([303, `${INBOX}?done=deleted`]);
    expect((await submissions(owner)).total).toBe(0);
    expect(await pageOf(owner, `${INBOX}?done=deleted`)).toContain('id="status">Deleted.</p>');
  });

  test("that somebody has deleted meanwhile is said to be gone, whatever was to be done with it", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    const card = cardOf(await pageOf(owner, INBOX), 1);
    const asked = await submit(owner, INBOX, formOf(card, "delete"));
    const second = formOf(cardOf(await asked.text(), 1), "delete");
    await done(await callApi(owner, "DELETE", "/api/forms/home.contact/submissions/1"));
    for (const fields of [formOf(card, "mark"), second]) {
      const response = await submit(owner, INBOX, fields);
      const html = await response.text();
      expect([
        response.status,
        html.includes('role="alert"><p>There is nothing here. A member may have removed it.</p>'),
      ]).toEqual([404, true]);
    }
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["no number", { key: "" }, 400, "IDEMPOTENCY_KEY_MISSING"],
    ["something else than read or not", { read: "maybe" }, 400, "INVALID_REQUEST"],
    ["a field nobody knows", { form: "home.other" }, 400, "INVALID_REQUEST"],
    ["no id", { submission: "x" }, 404, "NOT_FOUND"],
    ["an id that climbs", { submission: "../../media" }, 404, "NOT_FOUND"],
    ["an id of nothing", { submission: "999" }, 404, "NOT_FOUND"],
  ])("is not marked by a form with %s, which says so", async (_, changed, status, code) => {
    const owner = await aSiteWithForm();
    await post(owner);
    const response = await submit(owner, INBOX, {
      ...formOf(cardOf(await pageOf(owner, INBOX), 1), "mark"),
      ...changed,
    });
    const html = await response.text();
    expect([
      response.status,
      html.match(/role="alert"/g)?.length,
      html.includes(`<code>${code}</code>`),
      (await submissions(owner)).unread,
    ]).toEqual([status, 1, true, 1]);
  });

  test("can be read, and nothing else, while the tenant is stopped", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    await runInDurableObject(stubOf(owner), (instance) => instance.setStatus("read_only"));
    const response = await press(owner, "mark", 1);
    expect([response.status, cardOf(await response.text(), 1).includes("<code>TENANT_READ_ONLY</code>")]).toEqual([
      423,
      true,
    ]);
  });

  test("is none of the forms of another page", async () => {
    const owner = await aSiteWithForm();
    for (const [path, name] of [
      [INBOX, "publish"],
      [FORMS, "mark"],
      ["/_editor/media", "mark"],
      [INBOX, "constructor"],
    ] as const) {
      const response = await submit(owner, path, { do: name, key: crypto.randomUUID(), submission: "1", read: "true" });
      expect([response.status, (await response.text()).includes("INVALID_REQUEST")]).toEqual([400, true]);
    }
  });
});

describe("files that came along", () => {
  const APPLY = "drawbridge.forms/application";
  const CV = fileOf(PDF, "Robin Ferry.pdf", "application/pdf");

  async function withPapers(...pictures: File[]): Promise<Editor> {
    const owner = await aSiteWithForm(APPLY);
    await post(owner, {
      body: withFiles({ ...APPLICATION, cv: CV, pictures: pictures.length > 0 ? pictures : NO_FILE }),
    });
    return owner;
  }

  const fileIn = (html: string, file: number): string =>
    [...html.matchAll(/<li>(?:(?!<li>).)*?name="file" value="(\d+)".*?<\/li>/gs)].find(
      ([, number]) => Number(number) === file,
    )?.[0] ?? "";

  test("are named with type and size, saved, and made media files or deleted, one by one", async () => {
    const owner = await withPapers(
      fileOf(JPEG, "one.jpg", "image/jpeg"),
      fileOf(pngOfBytes(2_000), "two.png", "image/png"),
    );
    const editor = await memberOf(owner.site, "editor");
    const html = await pageOf(editor, INBOX);
    expect(answersIn(html).map(([label]) => label)).toEqual([
      "Your name",
      "Email",
      "Why you would like to work here",
      "CV",
      "Pictures of things you have made",
      "You may keep this until the place is filled.",
    ]);
    expect(html).toMatch(/<bdi class="text">Robin Ferry\.pdf<\/bdi> <span class="help">PDF · 77 B<\/span>/);
    expect(html).toMatch(/<bdi class="text">two\.png<\/bdi> <span class="help">PNG · 2 KB<\/span>/);
    expect(html).not.toMatch(/<img|<video|<iframe|<object|<embed/);
    const address = /href="(\/api\/forms\/home\.contact\/submissions\/1\/files\/3)" download/.exec(html)?.[1] ?? "";
    const saved = await callApi(editor, "GET", address);
    expect([saved.headers.get("content-disposition"), (await saved.arrayBuffer()).byteLength]).toEqual([
      'attachment; filename="two.png"',
      2_000,
    ]);

    const accepting = formOf(fileIn(html, 3), "accept");
    expect(location(await submit(editor, INBOX, accepting))).toEqual([303, `${INBOX}?done=accepted&at=1`]);
    expect(location(await submit(editor, INBOX, accepting))).toEqual([303, `${INBOX}?done=accepted&at=1`]);
    const {
      items: [media],
    } = await done<MediaListView>(await callApi(editor, "GET", "/api/media"));
    expect(media).toMatchObject({ name: "two.png", bytes: 2_000 });
    const after = await pageOf(editor, INBOX);
    expect(after).toContain(`<a href="/_editor/media/${media?.id}">Added to media</a>`);
    expect((await open(editor, `/_editor/media/${media?.id}`)).status).toBe(200);

    const asked = await submit(editor, INBOX, formOf(fileIn(after, 2), "reject"));
    const question = await asked.text();
    expect([
      asked.status,
      fileIn(question, 2).includes("Delete this file?"),
      fileIn(question, 1).includes("Delete this file?"),
    ]).toEqual([409, true, false]);
    expect(location(await submit(editor, INBOX, formOf(fileIn(question, 2), "reject")))).toEqual([
      303,
      `${INBOX}?done=rejected&at=1`,
    ]);
    await ring(owner);
    expect(await quarantined(owner)).toEqual([expect.stringMatching(/\/1\/0$/)]);
    expect((await pageOf(editor, INBOX)).match(/name="do" value="accept"/g)).toHaveLength(1);
  });

  test("that are not there any more are no mistake of who asks", async () => {
    const owner = await withPapers();
    const html = await pageOf(owner, INBOX);
    const accepting = formOf(fileIn(html, 1), "accept");
    const rejecting = { ...formOf(fileIn(html, 1), "reject"), force: "true" };
    await done(await callApi(owner, "DELETE", "/api/forms/home.contact/submissions/1/files/1"));
    for (const fields of [accepting, rejecting]) {
      const response = await submit(owner, INBOX, fields);
      const page = await response.text();
      expect([
        response.status,
        page.includes("<bdi>This file is no longer waiting for a decision.</bdi>"),
        page.match(/role="alert"/g)?.length,
      ]).toEqual([409, true, 1]);
      expect(page).not.toContain('name="force"');
    }
    const none = await submit(owner, INBOX, { ...accepting, key: crypto.randomUUID(), file: "7" });
    expect([none.status, (await none.text()).match(/role="alert"/g)?.length]).toEqual([404, 1]);
  });

  test("go with their submission, and a picture that is nobody's is served to nobody", async () => {
    const owner = await withPapers(fileOf(PNG, "one.png", "image/png"));
    expect((await get(`${owner.site.origin}/api/forms/home.contact/submissions/1/files/2`)).response.status).toBe(401);
    const asked = await press(owner, "delete", 1);
    await submit(owner, INBOX, formOf(cardOf(await asked.text(), 1), "delete"));
    await ring(owner);
    expect(await quarantined(owner)).toEqual([]);
  });
});
