import { beforeAll, describe, expect, test } from "vitest";
import type { Navigation, Redirects, Theme } from "../../../runtime/documents/content/content.ts";
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { NEW_PAGE } from "../../../sites/editor/pages/pages/area.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf, ownerOfSite } from "./apiClient.ts";
import { aFile, formOf, open, pageOf, submit } from "./editorBrowser.ts";
import { unescaped } from "./unescaped.ts";

beforeAll(migrate);

const MENU = `${START}/menu`;
const REDIRECTS = `${START}/redirects`;

const bodyOf = async <T>(editor: Editor, kind: string): Promise<T> =>
  (await done<{ body: T }>(await callApi(editor, "GET", `/api/${kind}`))).body;
const header = async (editor: Editor): Promise<Navigation["menus"]["header"]> =>
  (await bodyOf<Navigation>(editor, "navigation")).menus.header;
const entries = async (editor: Editor): Promise<Redirects["entries"]> =>
  (await bodyOf<Redirects>(editor, "redirects")).entries;
const to = (response: Response): string => response.headers.get("location") ?? "";

/** Sends the named form of a page with other values. */
async function fill(editor: Editor, path: string, name: string, fields: Record<string, string>): Promise<Response> {
  return submit(editor, path, { ...formOf(await pageOf(editor, path), name), ...fields });
}

async function withMenu(...menu: Navigation["menus"]["header"]): Promise<Editor> {
  const editor = await anEditor("author");
  const body = { menus: { header: menu, footer: [] } };
  const { version } = await done<{ version: number }>(await callApi(editor, "GET", "/api/navigation"));
  await done(await callApi(editor, "PUT", "/api/navigation", { ifMatch: version, body: { body } }));
  return editor;
}

describe("the menu, without a script", () => {
  test("gets pages by their address and other addresses as they are", async () => {
    const editor = await withMenu();
    expect(to(await fill(editor, MENU, "add-header", { label: "Team", target: "/about" }))).toBe(`${MENU}?done=added`);
    await fill(editor, MENU, "add-header", { label: "Else", target: "example.org/x" });
    await fill(editor, MENU, "add-header", { label: "Part", target: "/about#team" });
    expect((await header(editor)).map(({ link }) => link)).toEqual([
      "page:about",
      "https://example.org/x",
      "page:about#team",
    ]);
    const html = await pageOf(editor, MENU);
    expect(formOf(html, "change")["target"]).toBe("/about");
  });

  test("says pages by their titles, with a section, and which page was deleted", async () => {
    const editor = await withMenu(
      { label: "Team", link: "page:about#team" },
      { label: "Old", link: "page:old" },
      { label: "Lost", link: "page:never" },
    );
    const body = { path: "/old", title: "Before <b>", sections: [] };
    await done(await callApi(editor, "POST", "/api/pages", { body: { id: "old", body } }));
    await done(await callApi(editor, "DELETE", "/api/pages/old", { ifMatch: 1 }));
    const html = await pageOf(editor, MENU);
    expect(html).toContain("The page “Before &lt;b&gt;” was deleted.");
    expect(html).toContain("There is no page at this address.");
    expect(html).toContain('value="/old"');
    expect(html).not.toContain("page:");
  });

  test("is compared with what visitors see by the titles of pages", async () => {
    const editor = await withMenu({ label: "Team", link: "page:about" });
    const html = await pageOf(editor, `${START}/publish/change?of=navigation`);
    expect(html).toMatch(/<ins>[^<]* · \/about/);
    expect(html).not.toContain("page:about");
  });

  test("is put in order and nested by buttons, which say where an item is and keep the focus", async () => {
    const editor = await withMenu({ label: "One", link: "/" }, { label: "Two <b>", link: "/" });
    const version = formOf(await pageOf(editor, MENU), "shift")["version"] ?? "";
    const shift = (at: string, where: string, seen: string) =>
      submit(editor, MENU, { do: "shift", key: crypto.randomUUID(), version: seen, at, to: where });
    const answer = await shift("header.1", "in header.0.0", version);
    expect((await header(editor))[0]?.children?.[0]?.label).toBe("Two <b>");
    const html = await pageOf(editor, to(answer));
    expect(html).toContain("“Two &lt;b&gt;” is now 1 of 1 below “One”.");
    const out = await shift("header.0.0", "out header.1", formOf(html, "shift")["version"] ?? "");
    expect(await pageOf(editor, to(out))).toContain("“Two &lt;b&gt;” is now 2 of 2.");
    const up = await pageOf(editor, `${MENU}?moved=up+header.1`);
    expect(up.match(/ autofocus/g)).toHaveLength(1);
  });

  test("refuses a move on an older menu, and places that are not there", async () => {
    const editor = await withMenu({ label: "One", link: "/" }, { label: "Two", link: "/" });
    const form = formOf(await pageOf(editor, MENU), "shift");
    expect((await submit(editor, MENU, form)).status).toBe(303);
    expect((await submit(editor, MENU, { ...form, key: crypto.randomUUID() })).status).toBe(412);
    const now = formOf(await pageOf(editor, MENU), "shift")["version"] ?? "";
    for (const [at, where] of [
      ["header.9", "down header.10"],
      ["header.0", "up header.0"],
      ["header.0", "sideways header.1"],
      ["header.0", "down footer.0"],
      ["constructor.0", "down header.1"],
    ] as const)
      expect(
        (await submit(editor, MENU, { ...form, key: crypto.randomUUID(), version: now, at, to: where })).status,
      ).toBe(400);
    expect((await header(editor)).map(({ label }) => label)).toEqual(["Two", "One"]);
  });

  test("says which entries lead nowhere, and refuses what is no link", async () => {
    const editor = await withMenu({ label: "Gone", link: "page:nobody" }, { label: "Lost", link: "/nowhere" });
    expect(await pageOf(editor, MENU)).toContain("2 entries lead nowhere.");
    const refused = await fill(editor, MENU, "add-header", { label: "Bad", target: "javascript:alert(1)" });
    expect([refused.status, (await header(editor)).length]).toEqual([400, 2]);
    await fill(editor, MENU, "remove", {});
    expect((await header(editor)).map(({ label }) => label)).toEqual(["Lost"]);
  });
});

test("a shared section stands on every page by a choice of the menus, and leaves again", async () => {
  const editor = await withMenu();
  const body = { title: "Closed <b>", type: "drawbridge.shared/section", values: {}, sections: [] };
  const { page } = await done<{ page: string }>(await callApi(editor, "POST", "/api/pages", { body: { body } }));
  expect(to(await fill(editor, MENU, "place-header", { entry: page }))).toBe(`${MENU}?done=placed`);
  expect((await bodyOf<Navigation>(editor, "navigation")).regions).toEqual({ header: [`page:${page}`] });
  const html = await pageOf(editor, MENU);
  expect(html).toContain(`<a href="${START}/edit?page=${page}"><bdi>Closed &lt;b&gt;</bdi></a>`);
  const other = { ...formOf(html, "place-footer"), region: "footer", entry: "about" };
  expect((await submit(editor, MENU, other)).status).toBe(400);
  const kept = await callApi(editor, "DELETE", `/api/pages/${page}`, { ifMatch: 1 });
  expect([kept.status, await kept.json()]).toMatchObject([409, { conflict: "page_used" }]);
  expect(to(await fill(editor, MENU, "unplace", {}))).toBe(`${MENU}?done=unplaced`);
  expect((await bodyOf<Navigation>(editor, "navigation")).regions).toBeUndefined();
  expect((await callApi(editor, "DELETE", `/api/pages/${page}`, { ifMatch: 1 })).status).toBe(200);
});

test("a page becomes a template, with which pages of its content type begin", async () => {
  const editor = await anEditor("author");
  const sections = [{ id: "words", type: "drawbridge.basics/divider", fields: {} }];
  const body = { path: "/model", title: "Model", type: "drawbridge.people/person", values: {}, sections };
  await done(await callApi(editor, "POST", "/api/pages", { body: { id: "model", body } }));
  const made = await fill(editor, `${START}/pages/model`, "template", { title: "Crew <b>" });
  const template = new URL(to(made), "https://site.example").searchParams.get("page") ?? "";
  expect(await done(await callApi(editor, "GET", `/api/pages/${template}`))).toMatchObject({
    pageless: true,
    body: {
      title: "Crew <b>",
      type: "drawbridge.shared/template",
      values: { type: "drawbridge.people/person" },
      sections,
    },
  });
  expect(await pageOf(editor, NEW_PAGE)).toContain(
    `<option value="page:${template}">Page template: Crew &lt;b&gt;</option>`,
  );
  const begun = await fill(editor, NEW_PAGE, "create", { title: "Marit", begin: `page:${template}` });
  const page = new URL(to(begun), "https://site.example").searchParams.get("page") ?? "";
  expect(await done(await callApi(editor, "GET", `/api/pages/${page}`))).toMatchObject({
    body: { path: "/people/marit", title: "Marit", type: "drawbridge.people/person", sections },
  });
  const other = { ...formOf(await pageOf(editor, NEW_PAGE), "create"), title: "No", begin: "page:about" };
  expect((await submit(editor, NEW_PAGE, other)).status).toBe(400);
  const its = `${START}/pages/${template}`;
  const ofAuthor = await pageOf(editor, its);
  expect([ofAuthor.includes("Save as a template"), ofAuthor.includes('value="usual"')]).toEqual([false, false]);
  // The site begins new entries of the type with the template, once a member who sets the site up says so.
  const owner = await ownerOfSite(editor.site);
  const PERSON = "drawbridge.people/person";
  expect(to(await fill(owner, its, "usual", {}))).toBe(`${its}?done=usual`);
  expect(await bodyOf<Settings>(owner, "settings")).toMatchObject({ templates: { [PERSON]: template } });
  expect(await pageOf(editor, `${NEW_PAGE}?begin=${PERSON}`)).toContain(
    `<option value="${PERSON}" selected>Person, with “Crew &lt;b&gt;”</option>`,
  );
  const next = new URL(
    to(await fill(editor, NEW_PAGE, "create", { title: "Ines", begin: PERSON })),
    "https://x.example",
  );
  expect(await done(await callApi(editor, "GET", `/api/pages/${next.searchParams.get("page")}`))).toMatchObject({
    body: { path: "/people/ines", type: PERSON, sections },
  });
  expect(to(await fill(owner, its, "usual", {}))).toBe(`${its}?done=unusual`);
  expect(await bodyOf<Settings>(owner, "settings")).not.toHaveProperty("templates");
});

describe("the redirects, without a script", () => {
  test("are added, searched and removed", async () => {
    const editor = await anEditor("author");
    const before = await entries(editor);
    expect((await fill(editor, REDIRECTS, "add", { from: "/old", to: "/about", status: "302" })).status).toBe(303);
    expect(await entries(editor)).toEqual([{ from: "/old", to: "/about", status: 302 }, ...before]);
    expect(await pageOf(editor, `${REDIRECTS}?text=nothing-here`)).toContain("No redirect has “nothing-here”");
    await fill(editor, `${REDIRECTS}?text=old`, "remove", {});
    expect(await entries(editor)).toEqual(before);
  });

  test("that lead in a circle or away from a reserved address are refused, with what was typed", async () => {
    const editor = await anEditor("author");
    for (const [from, target] of [
      ["/a", "/a"],
      ["/api/x", "/about"],
      ["/a", "javascript:alert(1)"],
    ] as const) {
      const refused = await fill(editor, REDIRECTS, "add", { from, to: target });
      expect([refused.status, formOf(await refused.text(), "add")["from"]]).toEqual([400, from]);
    }
  });

  test("say where an address leads", async () => {
    const editor = await anEditor("author");
    await fill(editor, REDIRECTS, "add", { from: "/two", to: "/about" });
    await fill(editor, REDIRECTS, "add", { from: "/one/*", to: "/two" });
    const steps = async (path: string): Promise<string[]> =>
      [
        ...(await pageOf(editor, `${REDIRECTS}?test=${encodeURIComponent(path)}`)).matchAll(
          /<li><bdi class="path">(.*?)<\/bdi>/g,
        ),
      ].map(([, at = ""]) => at);
    expect(await steps("/one/x?y=1")).toEqual(["/one/x?y=1", "/two?y=1", "/about?y=1"]);
    expect(await steps("two")).toEqual(["/two", "/about"]);
    expect(await pageOf(editor, `${REDIRECTS}?test=%3Cb%3E`)).toContain("&lt;b&gt;</bdi> <bdi>does not exist");
  });

  test("are imported after a look at what changes, line by line", async () => {
    const editor = await anEditor("author");
    const before = await entries(editor);
    const rows = "/x,/about\n/y,nonsense\n<script>alert(1)</script>,/b\n/z,,410";
    const preview = await fill(editor, REDIRECTS, "import", { rows });
    const html = await preview.text();
    expect(html).toContain("2 redirects would change. 2 lines are not accepted.");
    expect([html.includes("<script>alert"), html.includes("Line 2: Not accepted")]).toEqual([false, true]);
    expect(await entries(editor)).toEqual(before);
    const sent = await submit(editor, REDIRECTS, { ...formOf(html, "import"), rows });
    expect(to(sent)).toBe(`${REDIRECTS}?done=imported`);
    expect(await entries(editor)).toEqual([
      ...before,
      { from: "/x", to: "/about", status: 301 },
      { from: "/z", status: 410 },
    ]);
  });
});

const THEME = `${START}/theme`;
const SETTINGS = `${START}/settings`;
const themeOf = (editor: Editor): Promise<Theme> => bodyOf<Theme>(editor, "theme");

describe("the theme, without a script", () => {
  test("has its colours, fonts and sizes, each put back alone", async () => {
    const editor = await anEditor("editor");
    const before = await themeOf(editor);
    const own = formOf(await pageOf(editor, THEME), "tokens")["light.accent"] ?? "";
    expect(
      (await fill(editor, THEME, "tokens", { "light.accent": "#123456", "light.text": "#654321", scheme: "dark" }))
        .status,
    ).toBe(303);
    expect(await themeOf(editor)).toMatchObject({
      scheme: "dark",
      tokens: { light: { accent: "#123456", text: "#654321" } },
    });
    // The name of the button begins with its text, for people who speak what they see.
    expect(await pageOf(editor, THEME)).toMatch(
      /value="light\.accent" aria-label="Reset to the theme’s value: [^"]+">Reset to the theme’s value</,
    );
    const after = await fill(editor, THEME, "tokens", { reset: "light.accent" });
    expect(to(after)).toBe(`${THEME}?done=reset`);
    const now = await themeOf(editor);
    expect([now.tokens.light?.["accent"], now.tokens.light?.["text"]]).toEqual([undefined, "#654321"]);
    expect(formOf(await pageOf(editor, THEME), "tokens")["light.accent"]).toBe(own);
    expect(now.theme).toBe(before.theme);
  });

  test("says in numbers and words what is hard to read", async () => {
    const editor = await anEditor("editor");
    await fill(editor, THEME, "tokens", { "light.text": "#777777", "light.background": "#ffffff" });
    expect(await pageOf(editor, THEME)).toContain("4.4, only for large text");
  });

  test("is chosen after a look at the whole site under it, which changes nothing", async () => {
    const editor = await anEditor("editor");
    const before = await themeOf(editor);
    const { themes } = await done<{ themes: { theme: string }[] }>(await callApi(editor, "GET", "/api/catalogue"));
    const other = themes.find(({ theme }) => theme !== before.theme)?.theme ?? "";
    // Each theme has a small picture of the home page, drawn by the theme itself.
    const cards = [
      ...(await pageOf(editor, THEME)).matchAll(/<div class="picture" aria-hidden="true"><iframe[^>]*src="([^"]*)"/g),
    ];
    const ofTheme = (theme: string): string => `&amp;svc_theme=${encodeURIComponent(theme)}`;
    expect(cards.map(([, src]) => src)).toEqual(
      themes.map(({ theme }) => `/?svc_mode=edit${theme === before.theme ? "" : ofTheme(theme)}`),
    );
    const at = `${THEME}?look=${encodeURIComponent(other)}`;
    const html = await pageOf(editor, at);
    const frame = /<iframe[^>]* src="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const draft = await pageOf(editor, frame);
    const sheet = /<link rel="stylesheet" href="([^"]*)"/.exec(draft)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const [css, plain] = [await pageOf(editor, sheet), await pageOf(editor, sheet.replace(/&svc_theme.*/, ""))];
    expect([css === plain, css.length > 1_000, (await themeOf(editor)).theme]).toEqual([false, true, before.theme]);
    await submit(editor, THEME, formOf(html, "choose"));
    expect((await themeOf(editor)).theme).toBe(other);
  });

  test("gets its own values back, the font too, when it is chosen again, and says what another does not take", async () => {
    const editor = await anEditor("editor");
    const { theme: first } = await themeOf(editor);
    const form = formOf(await pageOf(editor, THEME), "tokens");
    const [font = "", fonts] = [
      "base.font-body",
      /name="base\.font-body".*?<\/select>/s.exec(await pageOf(editor, THEME))?.[0] ?? "",
    ];
    const other =
      [...fonts.matchAll(/<option value="([^"]*)"/g)]
        .map(([, one]) => unescaped(one ?? ""))
        .find((one) => one !== form[font]) ?? "";
    await fill(editor, THEME, "tokens", { "light.accent": "#aa0000", [font]: other });
    const before = await themeOf(editor);
    const choose = async (theme: string, fields: Record<string, string> = {}): Promise<string> => {
      const html = await pageOf(editor, `${THEME}?look=${encodeURIComponent(theme)}`);
      await submit(editor, THEME, { ...formOf(html, "choose"), ...fields });
      return html;
    };
    const { themes } = await done<{ themes: { theme: string }[] }>(await callApi(editor, "GET", "/api/catalogue"));
    const second = themes.find(({ theme }) => theme !== first)?.theme ?? "";
    const asked = await choose(second);
    expect(asked).toMatch(/\d+ of your present values ha(s|ve) no place in this theme\./);
    expect((await themeOf(editor)).tokens).not.toEqual(before.tokens);
    expect(await choose(first)).toContain("As this site last had this theme");
    expect(await themeOf(editor)).toEqual(before);
    await choose(second, { values: "own" });
    expect((await themeOf(editor)).tokens).toEqual({});
    await choose(first);
    await choose(second);
    expect((await themeOf(editor)).tokens).toEqual({});
    const refused = await submit(editor, THEME, {
      ...formOf(await pageOf(editor, `${THEME}?look=${encodeURIComponent(first)}`), "choose"),
      values: "x",
    });
    expect(refused.status).toBe(400);
  });

  test("no visitor sees under another one, and a theme that is not there shows the draft's own", async () => {
    const editor = await anEditor("editor");
    const stranger = { site: editor.site, cookie: "" };
    const look = "/?svc_mode=edit&svc_theme=drawbridge.slate%2Fslate";
    expect(await pageOf(stranger, look)).toBe(await pageOf(stranger, "/"));
    for (const name of ["nobody.here/none", "<script>", "drawbridge.slate/../x"])
      expect(await pageOf(editor, `/?svc_mode=edit&svc_theme=${encodeURIComponent(name)}`)).toBe(
        await pageOf(editor, "/?svc_mode=edit"),
      );
  });

  test("refuses values that are none, and fields of no theme", async () => {
    const editor = await anEditor("editor");
    for (const fields of [
      { "light.accent": "red;}body{display:none" },
      { "light.accent": "url(https://evil.example)" },
      { "light.nothing-there": "#123456" },
      { "other.accent": "#123456" },
      { scheme: "pink" },
    ])
      expect((await fill(editor, THEME, "tokens", fields)).status).toBe(400);
  });
});

describe("the settings, without a script", () => {
  test("change the site's name and keep what the form has no field for", async () => {
    const editor = await anEditor("editor");
    const before = await bodyOf<Settings>(editor, "settings");
    const typed = {
      name: "New <b>",
      language: "de",
      timeZone: "Europe/Berlin",
      tagline: "Words",
      email: "a@example.org",
      "label-0": "Code",
      "link-0": "example.org/code",
    };
    expect((await fill(editor, SETTINGS, "settings", typed)).status).toBe(303);
    expect(await bodyOf<Settings>(editor, "settings")).toEqual({
      ...before,
      name: "New <b>",
      language: "de",
      timeZone: "Europe/Berlin",
      tagline: "Words",
      organization: { ...before.organization, email: "a@example.org" },
      social: [{ label: "Code", link: "https://example.org/code" }, ...(before.social ?? []).slice(1)],
    });
    await fill(editor, SETTINGS, "settings", { tagline: "", email: "", "label-0": "" });
    const after = await bodyOf<Settings>(editor, "settings");
    expect([after.tagline, after.organization?.email]).toEqual([undefined, undefined]);
    expect(await pageOf(editor, SETTINGS)).not.toContain("New <b>");
  });

  test("suggest languages and time zones by their names, and take a name that means one of them", async () => {
    const editor = await anEditor("editor");
    const html = await pageOf(editor, SETTINGS);
    expect(html).toContain('<option value="de" label="German">');
    expect(html).toContain('<option value="Europe/Berlin" label="Central European Time">');
    expect(to(await fill(editor, SETTINGS, "settings", { language: "german", timeZone: "Berlin" }))).toContain("saved");
    expect(await bodyOf<Settings>(editor, "settings")).toMatchObject({ language: "de", timeZone: "Europe/Berlin" });
    expect(await pageOf(editor, SETTINGS)).toContain("<b><bdi>German</bdi></b>");
  });

  test("hide the way to the editor from published pages, and show it again", async () => {
    const editor = await anEditor("editor");
    const entry = async (): Promise<boolean | undefined> => (await bodyOf<Settings>(editor, "settings")).editorEntry;
    await fill(editor, SETTINGS, "settings", { editorEntry: "" });
    expect(await entry()).toBe(false);
    await fill(editor, SETTINGS, "settings", { editorEntry: "true" });
    expect(await entry()).toBeUndefined();
  });

  test("show the chosen picture beside its field, also after a refusal", async () => {
    const editor = await anEditor("editor");
    const { id, path } = await aFile(editor, PNG, "Mark.png");
    const shown = (html: string): (string | undefined)[] =>
      ["logo", "icon"].map(
        (name) =>
          new RegExp(`id="settings-${name}".*?<span[^>]*>(?:<img src="([^"]*)"[^>]*>)?</span></div>`, "s").exec(
            html,
          )?.[1],
      );
    const before = shown(await pageOf(editor, SETTINGS));
    await fill(editor, SETTINGS, "settings", { logo: id });
    expect(shown(await pageOf(editor, SETTINGS))).toEqual([path, before[1]]);
    const refused = await fill(editor, SETTINGS, "settings", { logo: "none", icon: id, timeZone: "Atlantis" });
    expect(shown(await refused.text())).toEqual([undefined, path]);
  });

  test.each([
    ["language", "English, of course"],
    ["timeZone", "Atlantis"],
    ["timeZone", "+02:00"],
    ["timeZone", "Central European Time"],
    ["timeZone", "Europe/../Berlin"],
  ])("refuse a %s that is none, with what was typed: %s", async (name, typed) => {
    const editor = await anEditor("editor");
    const refused = await fill(editor, SETTINGS, "settings", { [name]: typed });
    const html = await refused.text();
    expect([refused.status, formOf(html, "settings")[name]]).toEqual([400, typed]);
    expect(html).toMatch(new RegExp(`id="settings-${name}"[^>]*aria-invalid="true"`));
  });
});

test.each([THEME, SETTINGS])("an author sees no %s, and is refused there", async (path) => {
  const owner = await anEditor();
  const form = formOf(await pageOf(owner, path), path === THEME ? "tokens" : "settings");
  const author = await memberOf(owner.site, "author");
  expect((await open(author, path)).status).toBe(403);
  expect((await submit(author, path, form)).status).toBe(403);
  expect(await pageOf(author, MENU)).not.toContain(`href="${path}"`);
});
