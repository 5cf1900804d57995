import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { ChangesView } from "../../../runtime/editing/comparing/views.ts";
import type { SchedulesView } from "../../../runtime/editing/views.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { changeRows, get, migrate, workspaceOf } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf, textSection } from "./apiClient.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const PUBLISH = `${START}/publish`;
const RELEASES = `${START}/releases`;
const CHANGE = `${PUBLISH}/change`;
const to = (response: Response): string | null => response.headers.get("location");
const read = async <T>(editor: Editor, path: string): Promise<T> => done<T>(await callApi(editor, "GET", path));
const shown = async ({ site }: Editor, path: string): Promise<string> =>
  (await get(`${site.origin}${path}?${crypto.randomUUID()}`)).response.text();
const unpublished = async (editor: Editor): Promise<string[]> =>
  (await read<ChangesView>(editor, "/api/changes")).pages.map(({ id }) => id).toSorted();

async function retitle(editor: Editor, page: string, title: string): Promise<void> {
  const { headers } = await callApi(editor, "GET", `/api/pages/${page}`);
  const ifMatch = headers.get("etag");
  await done(await callApi(editor, "PATCH", `/api/pages/${page}`, { ifMatch, body: { changes: { title } } }));
}

/** A site with two changed pages. */
async function twoChanged(role?: Parameters<typeof anEditor>[0]): Promise<Editor> {
  const editor = await anEditor(role);
  await retitle(editor, "home", "Welcome");
  await retitle(editor, "about", "About us");
  return editor;
}

/** Sends the named form of a page with these values. */
async function fill(
  editor: Editor,
  path: string,
  name: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const form = formOf(await pageOf(editor, path), name);
  return submit(editor, path.split("?")[0] === CHANGE ? path : (path.split("?")[0] ?? path), { ...form, ...fields });
}

/** Makes every schedule of a site due, and runs them. */
async function runDue({ site }: Editor): Promise<void> {
  const workspace = workspaceOf(site.name);
  await changeRows(site.name, (sql) => void sql.exec("UPDATE schedules SET at = 1, due_at = 1"));
  await runInDurableObject(workspace, (_, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(workspace);
}

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

describe("the page of what is not published, without a script", () => {
  test("lists each change with who made it, and publishes all of them", async () => {
    const editor = await twoChanged();
    const html = await pageOf(editor, PUBLISH);
    expect(html).toContain("2 changes are not published yet.");
    expect(html).toMatch(/Welcome.*?Changed: Title/s);
    const answer = await fill(editor, PUBLISH, "publish");
    expect([answer.status, to(answer)]).toEqual([303, `${PUBLISH}/done?release=2`]);
    expect(await pageOf(editor, to(answer) ?? "")).toContain("Visitors see release 2 now.");
    expect(await shown(editor, "/about")).toContain("<h1>About us</h1>");
    expect(await pageOf(editor, PUBLISH)).toContain("There is nothing to publish.");
  });

  test("publishes one chosen page in two steps, and says what stays", async () => {
    const editor = await twoChanged();
    const only = `${PUBLISH}?only=page%3Aabout`;
    expect(await pageOf(editor, PUBLISH)).toContain(`href="${only}"`);
    const html = await pageOf(editor, only);
    expect(await pageOf(editor, `${PUBLISH}?only%5B%5D=page%3Aabout`)).toContain("1 of 2 changes is chosen.");
    expect(html).toContain("1 of 2 changes is chosen. Everything else stays as visitors see it.");
    const answer = await fill(editor, only, "publish");
    expect(await pageOf(editor, to(answer) ?? "")).toMatch(/What looks different now.*?\/about/s);
    expect([await shown(editor, "/about"), await shown(editor, "/")]).toEqual([
      expect.stringContaining("About us"),
      expect.not.stringContaining("Welcome"),
    ]);
    expect(await unpublished(editor)).toEqual(["home"]);
  });

  test("does not publish what was typed after it was looked at, and shows the list afresh", async () => {
    const editor = await twoChanged();
    const seen = formOf(await pageOf(editor, PUBLISH), "publish");
    await retitle(editor, "about", "Typed meanwhile");
    const refused = await submit(editor, PUBLISH, seen);
    const html = await refused.text();
    expect([refused.status, html]).toEqual([412, expect.stringContaining("The draft has changed meanwhile.")]);
    expect(html).toContain("Typed meanwhile");
    expect(await shown(editor, "/about")).not.toContain("Typed meanwhile");
    expect((await submit(editor, PUBLISH, formOf(html, "publish"))).status).toBe(303);
  });

  test("warns of links that lead nowhere, of pictures without words, and of addresses that are left", async () => {
    const editor = await anEditor();
    await done(await callApi(editor, "POST", "/api/pages", { body: { body: { path: "/new", title: "New" } } }));
    const text = "[There](page:new) and [nowhere](page:gone)";
    const section = textSection("links", text);
    await done(await callApi(editor, "POST", "/api/pages/about/sections", { ifMatch: 1, body: { section } }));
    const changes = { path: "/elsewhere" };
    await done(await callApi(editor, "PATCH", "/api/pages/about", { ifMatch: 2, body: { changes } }));
    const html = await pageOf(editor, `${PUBLISH}?only=page%3Aabout`);
    expect(html).toMatch(/links to a page or file that is not there: <code><bdi>page:gone<\/bdi>/);
    expect(html).not.toContain("Nothing stands out");
    expect(html).toContain("Not looked at: links to other sites");
    expect(html).toMatch(/links to a page that visitors do not see yet:.*?href="\/_editor\/publish\?only=page%3Anew"/s);
    expect(html).toContain("leaves an address that visitors know");
    expect(await pageOf(editor, PUBLISH)).not.toContain("do not see yet");
  });

  test("offers the page that a chosen one cannot be published without", async () => {
    const editor = await anEditor();
    const path = async (page: string, ifMatch: number, to: string) =>
      done(await callApi(editor, "PATCH", `/api/pages/${page}`, { ifMatch, body: { changes: { path: to } } }));
    await path("home", 1, "/swapped");
    await path("about", 1, "/");
    const html = await pageOf(editor, `${PUBLISH}?only=page%3Aabout`);
    expect(html).toMatch(/cannot be published alone: visitors still see Home at \/\..*?Publish both/s);
    expect(html).toMatch(/<button type="submit" disabled>Publish 1 change/);
    const both = /href="([^"]+)">Publish both/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await fill(editor, both, "publish")).status).toBe(303);
    expect(await unpublished(editor)).toEqual([]);
  });

  test("schedules in UTC, lists it by what it shows, warns when it will fail, and cancels it", async () => {
    const editor = await twoChanged();
    const only = `${PUBLISH}?only=page%3Aabout`;
    expect(await pageOf(editor, only)).toContain("The time is in UTC");
    const at = tomorrow();
    expect(to(await fill(editor, only, "schedule", { at, label: "Launch" }))).toBe(`${PUBLISH}?done=planned`);
    const { items } = await read<SchedulesView>(editor, "/api/schedules");
    expect(items).toMatchObject([
      { at: Date.parse(`${at}Z`), label: "Launch", only: [{ id: "about", title: "About us" }] },
    ]);
    await retitle(editor, "home", "Not in it");
    expect(await pageOf(editor, PUBLISH)).not.toContain("This will not be published");
    await retitle(editor, "about", "In it");
    const stopped = await pageOf(editor, PUBLISH);
    expect(stopped).toContain("This will not be published, because a member changed");
    expect(stopped).toContain('<span class="badge is-failed">Will not be published</span>');
    expect(to(await fill(editor, PUBLISH, "cancel"))).toBe(`${PUBLISH}?done=cancelled`);
    expect((await read<SchedulesView>(editor, "/api/schedules")).items[0]?.state).toBe("cancelled");
  });

  test("tells loudly that a schedule failed, in words, until visitors see its changes", async () => {
    const editor = await twoChanged();
    await fill(editor, `${PUBLISH}?only=page%3Aabout`, "schedule", { at: tomorrow(), label: "Launch" });
    await retitle(editor, "about", "Changed since");
    const before = await pageOf(editor, PUBLISH);
    expect([before.includes("Changed since</bdi></p>"), before.includes("Not published as scheduled")]).toEqual([
      true,
      false,
    ]);
    await runDue(editor);
    const html = await pageOf(editor, PUBLISH);
    expect(html).toMatch(/role="alert"[^>]*><h2 id="failed-title">.*Launch.*a member changed: Changed since/s);
    const elsewhere = await pageOf(editor, "/_editor/pages");
    expect(elsewhere).toMatch(/href="\/_editor\/publish"><bdi>Publish<\/bdi> <span class="badge">1 failed<\/span>/);
    await fill(editor, PUBLISH, "publish");
    const after = await pageOf(editor, PUBLISH);
    expect([after.includes("failed-title"), after.includes("1 failed"), after.includes("Earlier schedules")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("names the last time that it takes as a time, not as a number", async () => {
    const editor = await twoChanged();
    const refused = await fill(editor, PUBLISH, "schedule", { at: "2040-01-01T10:00" });
    const html = await refused.text();
    expect([refused.status, /Found: Jan 1, 2040.*at most [A-Z][a-z]+ \d+, 20\d\d/s.test(html)]).toEqual([400, true]);
    expect(html).not.toMatch(/Found: \d{6,}/);
  });

  test("schedules at the time of the site's zone, and not at one that its clocks leave out", async () => {
    const editor = await twoChanged();
    await fill(editor, "/_editor/settings", "settings", { timeZone: "Europe/Berlin" });
    expect(await pageOf(editor, PUBLISH)).toContain("The time is in the zone of this site: Europe/Berlin.");
    const year = new Date().getUTCFullYear() + 1;
    const sunday = (month: number): number => 31 - new Date(Date.UTC(year, month - 1, 31)).getUTCDay();
    const gap = await fill(editor, PUBLISH, "schedule", { at: `${year}-03-${sunday(3)}T02:30` });
    expect([gap.status, await gap.text()]).toEqual([400, expect.stringContaining("clocks are put forward")]);
    const double = await fill(editor, PUBLISH, "schedule", { at: `${year}-10-${sunday(10)}T02:30` });
    expect(to(double)).toBe(`${PUBLISH}?done=planned`);
    const { items } = await read<SchedulesView>(editor, "/api/schedules");
    expect(items.map(({ at }) => at)).toEqual([Date.UTC(year, 9, sunday(10), 0, 30)]);
    expect(await pageOf(editor, PUBLISH)).toMatch(/<time [^>]*>[^<]*2:30\sAM GMT\+2<\/time>/);
  });

  test.each(["", "tomorrow", "2027-01-01T10:00+02:00", "2020-01-01T10:00"])(
    "schedules nothing at “%s”, and keeps what was typed",
    async (at) => {
      const editor = await twoChanged();
      const refused = await fill(editor, PUBLISH, "schedule", { at, label: "Launch" });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('value="Launch"')]);
      expect((await read<SchedulesView>(editor, "/api/schedules")).items).toEqual([]);
    },
  );

  test("schedules nothing that was written after it was looked at", async () => {
    const editor = await twoChanged();
    const seen = formOf(await pageOf(editor, PUBLISH), "schedule");
    await retitle(editor, "about", "Typed meanwhile");
    expect((await submit(editor, PUBLISH, { ...seen, at: tomorrow() })).status).toBe(412);
  });
});

describe("the page of one change, without a script", () => {
  const about = `${CHANGE}?of=page%3Aabout`;

  test("shows both sides as pages and as texts, and discards", async () => {
    const editor = await twoChanged();
    const html = await pageOf(editor, about);
    expect(html).toMatch(/<iframe src="\/_editor\/shown\?release=1&amp;path=%2Fabout"[^>]*sandbox="allow-same-origin"/);
    expect(html).toMatch(/Title.*?Before.*?About.*?After.*?About<ins> us<\/ins>/s);
    expect(to(await fill(editor, about, "discard-page"))).toBe(`${PUBLISH}?done=discarded`);
    expect(await unpublished(editor)).toEqual(["home"]);
  });

  test("of the theme has no frames, and discards, too", async () => {
    const editor = await anEditor();
    const { version, body } = await read<{ version: number; body: object }>(editor, "/api/theme");
    await done(
      await callApi(editor, "PUT", "/api/theme", { ifMatch: version, body: { body: { ...body, scheme: "dark" } } }),
    );
    const html = await pageOf(editor, `${CHANGE}?of=theme`);
    expect([html.includes("<iframe"), html.includes("Light or dark")]).toEqual([false, true]);
    expect((await fill(editor, `${CHANGE}?of=theme`, "discard-theme")).status).toBe(303);
    expect((await read<ChangesView>(editor, "/api/changes")).documents).toEqual([]);
  });

  test.each(["", "page:", "page:nobody", "page:../x", "plugins", "constructor"])("of “%s” is none", async (of) => {
    const editor = await anEditor();
    expect((await open(editor, `${CHANGE}?of=${encodeURIComponent(of)}`)).status).toBe(404);
  });
});

describe("releases, without a script", () => {
  test("are listed, compared, and shown again after saying what that changes", async () => {
    const editor = await twoChanged();
    await fill(editor, PUBLISH, "publish");
    const list = await pageOf(editor, RELEASES);
    expect(list).toMatch(/Release 2.*?Visitors see this.*?Release 1.*?Compare and go back/s);
    const html = await pageOf(editor, `${RELEASES}/1`);
    expect(html).toContain("2 addresses change for visitors. The draft stays as it is.");
    expect(html).toContain("/_editor/shown?release=1&amp;path=%2F");
    expect(to(await fill(editor, `${RELEASES}/1`, "restore"))).toBe(`${RELEASES}?done=shownAgain`);
    expect(await shown(editor, "/")).not.toContain("Welcome");
    expect(await unpublished(editor)).toEqual(["about", "home"]);
  });

  test("are deleted by an owner after a question, and never the one that visitors see", async () => {
    const editor = await twoChanged();
    await fill(editor, PUBLISH, "publish");
    const asked = await fill(editor, `${RELEASES}/1`, "remove");
    expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining("Delete release 1? Nobody can")]);
    expect(await pageOf(editor, RELEASES)).toContain("Release 1");
    expect(to(await fill(editor, `${RELEASES}/1`, "remove", { force: "true" }))).toBe(`${RELEASES}?done=removed`);
    expect(await pageOf(editor, RELEASES)).not.toContain("Release 1");
    expect(await pageOf(editor, `${RELEASES}/2`)).not.toContain("Delete release 2");
    const current = await callApi(editor, "DELETE", "/api/releases/2");
    expect([current.status, await current.text()]).toEqual([409, expect.stringContaining("Visitors see this release")]);
    expect(await shown(editor, "/")).toContain("Welcome");
  });

  test("offer no deletion to a member who may only publish", async () => {
    const editor = await twoChanged("editor");
    await fill(editor, PUBLISH, "publish");
    expect(await pageOf(editor, `${RELEASES}/1`)).not.toContain("Delete release 1");
    expect((await callApi(editor, "DELETE", "/api/releases/1")).status).toBe(403);
  });

  test.each(["0", "99", "x", "1e3"])("number %s is none", async (number) => {
    expect((await open(await anEditor(), `${RELEASES}/${number}`)).status).toBe(404);
  });
});

describe("the history of a document, without a script", () => {
  test("gathers a sitting, compares a version with the draft, and goes back to it", async () => {
    const editor = await anEditor();
    for (const title of ["A", "Ab", "Abc"]) await retitle(editor, "about", title);
    const here = `${START}/pages/about/history`;
    expect(await pageOf(editor, `${START}/pages/about`)).toContain(`href="${here}"`);
    const html = await pageOf(editor, here);
    expect(html).toMatch(/Version 4 · 3 steps/);
    expect(html).toMatch(/Visitors see this.*?Version 1/s);
    const compared = await pageOf(editor, `${here}?version=1`);
    expect(compared).toMatch(/<del>About<\/del>.*?<ins>Abc<\/ins>/s);
    expect(compared).toContain("/_editor/shown?page=about&amp;version=1");
    expect(to(await fill(editor, `${here}?version=1`, "restore-page"))).toBe(`${here}?done=restored`);
    expect(await unpublished(editor)).toEqual([]);
  });

  test("brings a deleted page back, and works for the menus", async () => {
    const editor = await anEditor();
    await done(await callApi(editor, "DELETE", "/api/pages/about", { ifMatch: 1 }));
    expect((await fill(editor, `${START}/pages/about/history?version=1`, "restore-page")).status).toBe(303);
    const menus = { header: [{ label: "About", link: "page:about" }], footer: [] };
    await done(await callApi(editor, "PUT", "/api/navigation", { ifMatch: 1, body: { body: { menus } } }));
    const history = `${START}/history/navigation`;
    expect((await fill(editor, `${history}?version=1`, "restore-navigation")).status).toBe(303);
    expect((await read<ChangesView>(editor, "/api/changes")).documents).toEqual([]);
  });
});

describe("who may not publish", () => {
  test("sees what is not published, discards, and is offered no way to publish", async () => {
    const editor = await twoChanged();
    const author = await memberOf(editor.site, "author");
    const html = await pageOf(author, PUBLISH);
    expect([
      html.includes("Welcome"),
      html.includes('data-form="publish"'),
      html.includes('data-form="schedule"'),
    ]).toEqual([true, false, false]);
    expect(html).toContain("Your role may not publish.");
    expect((await open(author, RELEASES)).status).toBe(403);
    const stolen = { ...formOf(await pageOf(editor, PUBLISH), "publish") };
    expect((await submit(author, PUBLISH, stolen)).status).toBe(403);
    expect(await unpublished(editor)).toEqual(["about", "home"]);
    expect((await fill(author, `${CHANGE}?of=page%3Aabout`, "discard-page")).status).toBe(303);
  });

  test("sees none of these pages as a viewer", async () => {
    const editor = await twoChanged();
    const viewer = await memberOf(editor.site, "viewer");
    for (const path of [PUBLISH, RELEASES, `${CHANGE}?of=page%3Aabout`, `${START}/pages/about/history`])
      expect((await open(viewer, path)).status).toBe(403);
  });
});
