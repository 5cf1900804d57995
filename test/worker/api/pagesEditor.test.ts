import { beforeAll, describe, expect, test } from "vitest";
import type { PagesView, PageView } from "../../../runtime/editing/views.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf, textSection } from "./apiClient.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const PAGES = `${START}/pages`;
const NEW = `${START}/new-page`;

const read = async <T>(editor: Editor, path: string): Promise<T> => done<T>(await callApi(editor, "GET", path));
const pathsOf = async (editor: Editor): Promise<string[]> =>
  (await read<PagesView>(editor, "/api/pages")).items.map(({ path }) => path);
const add = async (editor: Editor, path: string, title = "Page", text = "Text"): Promise<string> => {
  const body = { path, title, sections: [textSection("text", text)] };
  return (await done<{ page: string }>(await callApi(editor, "POST", "/api/pages", { body: { body } }))).page;
};
const to = (response: Response): string | null => response.headers.get("location");

/** Sends the first form of that name with other values. */
async function fill(editor: Editor, path: string, name: string, fields: Record<string, string>): Promise<Response> {
  const form = formOf(await pageOf(editor, path), name);
  return submit(editor, path, { ...form, ...fields });
}

describe("the pages of a site, without a script", () => {
  test("are a tree with what each is to visitors, and are searched", async () => {
    const editor = await anEditor("author");
    await add(editor, "/journal", "Journal");
    await add(editor, "/journal/boats", "<b>Boats</b>");
    const html = await pageOf(editor, PAGES);
    expect(html).toMatch(/<li class="row depth-1">.*?&lt;b&gt;Boats&lt;\/b&gt;.*?New/s);
    expect(html).toContain('href="/_editor/edit?page=journal"');
    const found = await pageOf(editor, `${PAGES}?text=boats`);
    expect([found.includes("/journal/boats"), found.includes(">/journal<")]).toEqual([true, false]);
    expect(await pageOf(editor, `${PAGES}?text=%3Ci%3E`)).toContain("No page has “&lt;i&gt;”");
  });

  test("get an address each in the title's own letters, or a number if it has none", async () => {
    const editor = await anEditor("author");
    for (const title of ["你好吗吗", "不不不", "Привет", "عن الشركة", "🎉", "🎈", "About", "About"]) {
      const form = formOf(await pageOf(editor, NEW), "create");
      const sent = () => submit(editor, NEW, { ...form, title, path: "" });
      const [made, again] = [await sent(), await sent()];
      expect([made.status, to(again)]).toEqual([303, to(made)]);
    }
    const own = ["/你好吗吗", "/不不不", "/привет", "/عن-الشركة"];
    expect(await pathsOf(editor)).toEqual(expect.arrayContaining([...own, "/page", "/page-2", "/about-2"]));
    const typed = await fill(editor, NEW, "create", { title: "New", path: "/page" });
    expect([typed.status, await typed.text()]).toEqual([409, expect.stringContaining("/page")]);
  });

  test("show one level at a time where there are many, with the way down", async () => {
    const editor = await anEditor();
    await add(editor, "/many", "Many");
    for (let n = 0; n < 100; n++) await add(editor, `/many/p${n}`);
    const html = await pageOf(editor, PAGES);
    expect([html.includes("100 pages below"), html.includes("/many/p1")]).toEqual([true, false]);
    const level = await pageOf(editor, `${PAGES}?under=%2Fmany`);
    expect(level.match(/class="row"/g)).toHaveLength(100);
  });

  test("are made with an address from the title, and an entry in the menu", async () => {
    const editor = await anEditor("author");
    const made = await fill(editor, `${NEW}?under=%2Fnews`, "create", { title: "Été & Söhne", path: "/news/" });
    expect([made.status, to(made)]).toEqual([303, "/_editor/edit?page=news-ete-sohne"]);
    expect(await pathsOf(editor)).toContain("/news/été-söhne");
    const navigation = await read<{ body: { menus: { header: unknown[] } } }>(editor, "/api/navigation");
    expect(navigation.body.menus.header.at(-1)).toEqual({ label: "Été & Söhne", link: "page:news-ete-sohne" });
  });

  test("are made once however often the form is sent", async () => {
    const editor = await anEditor("author");
    const form = { ...formOf(await pageOf(editor, NEW), "create"), title: "Once" };
    const [first, again] = [await submit(editor, NEW, form), await submit(editor, NEW, form)];
    expect([first.status, to(first)]).toEqual([again.status, to(again)]);
    const { body } = await read<{ body: { menus: { header: { link: string }[] } } }>(editor, "/api/navigation");
    expect(body.menus.header.filter(({ link }) => link === "page:once")).toHaveLength(1);
  });

  test("refused, keep what was typed and say what is wrong", async () => {
    const editor = await anEditor("author");
    const response = await fill(editor, NEW, "create", { title: "Mine", path: "/Not An Address" });
    const html = await response.text();
    expect([
      response.status,
      html.includes('value="/Not An Address"'),
      /id="create-path"[^>]*aria-invalid/.test(html),
    ]).toEqual([400, true, true]);
  });
});

describe("the settings of a page, without a script", () => {
  test("make it an entry, which keeps its address and its sections, and refuse a type that lacks its values", async () => {
    const editor = await anEditor("author");
    const page = await add(editor, "/fair", "Fair", "Boats");
    const at = `${PAGES}/${page}`;
    const made = await fill(editor, at, "entry", { type: "drawbridge.events/event" });
    expect([made.status, to(made)]).toEqual([303, `${at}?done=typed`]);
    const { body } = await read<PageView>(editor, `/api/pages/${page}`);
    expect(body).toMatchObject({
      path: "/fair",
      type: "drawbridge.events/event",
      values: { start: "2027-05-01" },
      sections: [textSection("text", "Boats")],
    });
    const html = await pageOf(editor, at);
    expect(html).not.toContain('<option value="drawbridge.events/event"');
    expect(html).toContain('<option value="drawbridge.people/person"');
    const refused = await fill(editor, at, "entry", { type: "drawbridge.people/person" });
    expect([refused.status, (await refused.text()).includes("start")]).toEqual([400, true]);
    expect((await read<PageView>(editor, `/api/pages/${page}`)).body).toEqual(body);
    expect((await fill(editor, at, "entry", { type: "acme.none/none" })).status).toBe(400);
  });

  test("change what others are told, and empty fields take members away", async () => {
    const editor = await anEditor("author");
    const page = await add(editor, "/team", "Team");
    const at = `${PAGES}/${page}`;
    const typed = {
      title: "Us",
      description: "Who we are",
      collection: "people",
      date: "2026-03-12",
      noindex: "",
      picture: "none",
    };
    expect((await fill(editor, at, "about", typed)).status).toBe(303);
    const { body } = await read<PageView>(editor, `/api/pages/${page}`);
    expect(body).toMatchObject({ title: "Us", description: "Who we are", collection: "people", date: "2026-03-12" });
    expect("noindex" in body).toBe(false);
    await fill(editor, at, "about", { ...typed, description: "", noindex: "true" });
    const after = (await read<PageView>(editor, `/api/pages/${page}`)).body;
    expect([after.description, after.noindex]).toEqual([undefined, true]);
  });

  test("keep what two members change in different fields, and ask about the one that both changed", async () => {
    const editor = await anEditor("author");
    const other = await memberOf(editor.site, "author");
    const page = await add(editor, "/team", "Team");
    const at = `${PAGES}/${page}`;
    const aboutNow = async () => (await read<PageView>(editor, `/api/pages/${page}`)).body;
    const form = formOf(await pageOf(editor, at), "about");
    await fill(other, at, "about", { title: "Theirs", noindex: "true" });
    const mine = { ...form, description: "Mine", noindex: "" };
    expect([(await submit(editor, at, mine)).status, await aboutNow()]).toEqual([
      303,
      expect.objectContaining({ title: "Theirs", description: "Mine", noindex: true }),
    ]);
    // A double click sends the form twice. The second has no effect.
    expect((await submit(editor, at, mine)).status).toBe(303);

    const again = { ...mine, title: "Mine" };
    const own = await (await submit(editor, at, { ...again, key: crypto.randomUUID() })).text();
    expect(own).toContain("You saved last, perhaps in another tab. It says “Theirs” here by now");
    await fill(other, at, "about", { author: "Others" });
    const response = await submit(editor, at, { ...again, key: crypto.randomUUID() });
    const asked = await response.text();
    expect([response.status, formOf(asked, "about"), (await aboutNow()).title]).toEqual([
      412,
      expect.objectContaining({ title: "Mine" }),
      "Theirs",
    ]);
    expect(asked).toContain("Another member wrote here: “Theirs”.");
    expect((await submit(editor, at, { ...formOf(asked, "about"), noindex: "true" })).status).toBe(303);
    expect(await aboutNow()).toMatchObject({ title: "Mine", description: "Mine", noindex: true });
  });

  test("move a page with all below it, and lead on from the old addresses", async () => {
    const editor = await anEditor("author");
    const page = await add(editor, "/old");
    await add(editor, "/old/below");
    const response = await fill(editor, `${PAGES}/${page}`, "move", { path: "/new", redirect: "true", along: "true" });
    expect(response.status).toBe(303);
    expect(await pathsOf(editor)).toEqual(expect.arrayContaining(["/new", "/new/below"]));
    const redirects = await read<{ body: { entries: unknown[] } }>(editor, "/api/redirects");
    expect(redirects.body.entries).toEqual(
      expect.arrayContaining([
        { from: "/old", to: "/new", status: 301 },
        { from: "/old/below", to: "/new/below", status: 301 },
      ]),
    );
    await fill(editor, `${PAGES}/${page}`, "move", { path: "/newer", redirect: "", along: "" });
    expect(await pathsOf(editor)).toEqual(expect.arrayContaining(["/newer", "/new/below"]));
  });

  test("bring a page back at another address if its own is taken, from both places", async () => {
    const editor = await anEditor("author");
    await done(await callApi(editor, "DELETE", "/api/pages/about", { ifMatch: 1 }));
    await add(editor, "/about", "Later");
    const deleted = `${PAGES}?state=deleted`;
    const refused = await fill(editor, deleted, "restore", {});
    const html = await refused.text();
    expect([refused.status, formOf(html, "restore")["path"]]).toEqual([409, "/about-2"]);
    expect(html).toContain("Another address for this page");
    const history = `${START}/pages/about/history`;
    const there = await fill(editor, `${history}?version=1`, "restore-page", {});
    expect(formOf(await there.text(), "restore-page")["path"]).toBe("/about-2");
    const back = await submit(editor, deleted, { ...formOf(html, "restore"), path: "found" });
    expect([back.status, await pathsOf(editor)]).toEqual([303, expect.arrayContaining(["/about", "/found"])]);
  });

  test("copy a page, and say what links to one before it is deleted and brought back", async () => {
    const editor = await anEditor("author");
    const page = await add(editor, "/team", "Team");
    await add(editor, "/from", "The linking page", `[a](page:${page})`);
    const at = `${PAGES}/${page}`;
    expect(to(await fill(editor, at, "copy", { path: "/copy", title: "Copy" }))).toBe(`${PAGES}/copy?done=copied`);
    expect(await pageOf(editor, at)).toContain("The linking page");
    const asked = await fill(editor, at, "remove", {});
    const question = await asked.text();
    expect([asked.status, question.includes("1 place links or refers to this page")]).toEqual([409, true]);
    const removed = await submit(editor, at, formOf(question, "remove"));
    expect(to(removed)).toBe(`${PAGES}?done=removed`);
    expect(await pathsOf(editor)).not.toContain("/team");
    const restored = await fill(editor, `${PAGES}?state=deleted`, "restore", {});
    expect(to(restored)).toBe(`${at}?done=restored`);
    expect(await pathsOf(editor)).toContain("/team");
  });

  test("are nowhere for a page that is not there", async () => {
    const editor = await anEditor("author");
    for (const id of ["nobody", "No-Id", "..%2f"]) expect((await open(editor, `${PAGES}/${id}`)).status).toBe(404);
  });
});
