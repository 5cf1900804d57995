import { beforeAll, describe, expect, test } from "vitest";
import type { Navigation } from "../../../runtime/documents/content/content.ts";
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { aSite, migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";
import { formOf, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const LANGUAGES = `${START}/languages`;
const MENU = `${START}/menu`;

const read = async <T>(editor: Editor, path: string): Promise<T> =>
  (await done<{ body: T }>(await callApi(editor, "GET", path))).body;
const languages = async (editor: Editor): Promise<Settings["languages"]> =>
  (await read<Settings>(editor, "/api/settings")).languages;

/** Sends the first form of that name with other values. */
async function fill(editor: Editor, path: string, name: string, fields: Record<string, string>): Promise<Response> {
  return submit(editor, path, { ...formOf(await pageOf(editor, path), name), ...fields });
}
const add = (editor: Editor, tag: string, prefix = ""): Promise<Response> =>
  fill(editor, LANGUAGES, "add", { tag, prefix });

describe("the languages of a site, without a script", () => {
  test("are added with the name and the prefix that they usually have", async () => {
    const editor = await anEditor();
    expect(await pageOf(editor, LANGUAGES)).toContain("This site has one language: English.");
    expect((await add(editor, "DE")).status).toBe(303);
    expect((await add(editor, "ar", "/arabic")).status).toBe(303);
    expect(await languages(editor)).toEqual([
      { tag: "en", name: "English" },
      { tag: "de", name: "Deutsch", prefix: "/de" },
      { tag: "ar", name: "العربية", prefix: "/arabic" },
    ]);
    const html = await pageOf(editor, LANGUAGES);
    expect(html).toMatch(/English.*?Others are translated from it · Pages that name no language have it/s);
    expect(html).toMatch(/Deutsch.*?No home page yet/s);
  });

  test("are changed, ordered and removed one at a time", async () => {
    const editor = await anEditor();
    await add(editor, "de");
    await add(editor, "fr");
    const form = formOf(await pageOf(editor, LANGUAGES), "change");
    const typed = { ...form, tag: "de", name: "German", prefix: "/d", siteName: "Werft", tagline: "", description: "" };
    expect((await submit(editor, LANGUAGES, typed)).status).toBe(303);
    expect((await fill(editor, LANGUAGES, "shift", { tag: "fr", to: "up" })).status).toBe(303);
    expect(await languages(editor)).toEqual([
      { tag: "en", name: "English" },
      { tag: "fr", name: "Français", prefix: "/fr" },
      { tag: "de", name: "German", prefix: "/d", texts: { name: "Werft" } },
    ]);
    const asked = await fill(editor, LANGUAGES, "remove", { tag: "de" });
    expect(await asked.text()).toContain("Remove German?");
    for (const tag of ["de", "fr"])
      expect((await fill(editor, LANGUAGES, "remove", { tag, force: "true" })).status).toBe(303);
    expect(await languages(editor)).toBeUndefined();
  });

  test("offer to move pages below a changed prefix, with redirects", async () => {
    const editor = await anEditor();
    await add(editor, "de");
    const body = { path: "/de/preise", title: "Preise", language: "de", sections: [] };
    await callApi(editor, "POST", "/api/pages", { body: { body } });
    const form = formOf(await pageOf(editor, LANGUAGES), "change");
    expect(await pageOf(editor, LANGUAGES)).not.toContain("at another address");
    await submit(editor, LANGUAGES, { ...form, tag: "de", name: "Deutsch", prefix: "/deutsch" });
    expect(await pageOf(editor, LANGUAGES)).toContain("1 page of this language is at another address.");
    expect((await fill(editor, LANGUAGES, "gather", { tag: "de" })).status).toBe(303);
    const { entries } = await read<{ entries: { from: string; to: string }[] }>(editor, "/api/redirects");
    expect(entries).toContainEqual({ from: "/de/preise", to: "/deutsch/preise", status: 301 });
    expect(await pageOf(editor, LANGUAGES)).not.toContain("at another address");
  });

  test("may be chosen by visitors' browsers, and the last language that goes takes the choice along", async () => {
    const editor = await anEditor();
    expect(await pageOf(editor, LANGUAGES)).not.toContain("chooses");
    await add(editor, "de");
    const choice = async () => (await read<Settings>(editor, "/api/settings")).languageChoice;
    expect((await fill(editor, LANGUAGES, "choose", { chooses: "true" })).status).toBe(303);
    expect(await choice()).toBe("browser");
    expect((await fill(editor, LANGUAGES, "remove", { tag: "de", force: "true" })).status).toBe(303);
    expect([await choice(), await languages(editor)]).toEqual([undefined, undefined]);
  });

  test.each([
    ["no tag", { tag: "x" }, /id="add-tag"[^>]*aria-invalid/],
    ["a language twice", { tag: "en" }, /each language once/],
    ["a prefix of the platform", { tag: "de", prefix: "/api" }, /id="add-prefix"[^>]*aria-invalid/],
    ["a prefix without a slash", { tag: "de", prefix: "de" }, /id="add-prefix"[^>]*aria-invalid/],
  ])("refused for %s, keep what was typed and say what is wrong", async (_, fields, marked) => {
    const editor = await anEditor();
    const refused = await fill(editor, LANGUAGES, "add", fields);
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain(`value="${fields.tag}"`);
    expect(html).toMatch(marked);
    expect(await languages(editor)).toBeUndefined();
  });

  test("never lose what another member changed meanwhile", async () => {
    const editor = await anEditor();
    const form = formOf(await pageOf(editor, LANGUAGES), "add");
    await add(editor, "de");
    const late = await submit(editor, LANGUAGES, { ...form, tag: "fr", prefix: "" });
    expect([late.status, (await languages(editor))?.length]).toEqual([412, 2]);
  });

  test("keep the language of the site, and are closed to authors", async () => {
    const editor = await anEditor();
    await add(editor, "de");
    const own = await fill(editor, LANGUAGES, "remove", { tag: "en", force: "true" });
    expect([own.status, (await languages(editor))?.length]).toEqual([404, 2]);
    const author = await anEditor("author");
    expect(await pageOf(author, LANGUAGES)).not.toContain('data-form="add"');
  });
});

describe("the menus of a language", () => {
  test("begin as a copy, are changed alone, and end again", async () => {
    const editor = await anEditor();
    expect(await pageOf(editor, MENU)).not.toContain("?language=");
    await add(editor, "de");
    const german = `${MENU}?language=de`;
    expect(await pageOf(editor, german)).toContain("Pages in Deutsch have the menus of the site.");
    expect((await fill(editor, german, "begin-own", {})).headers.get("location")).toBe(`${german}&done=begun`);
    expect((await fill(editor, german, "add-header", { label: "Preise", target: "/preise" })).status).toBe(303);
    const { menus, languages: own } = await read<Navigation>(editor, "/api/navigation");
    expect(own?.["de"]?.header).toEqual([...menus.header, { label: "Preise", link: "/preise" }]);
    expect((await fill(editor, german, "end-own", {})).status).toBe(303);
    expect(await read<Navigation>(editor, "/api/navigation")).toEqual({ menus });
  });

  test("are refused for a language that the form does not name", async () => {
    const editor = await anEditor();
    await add(editor, "de");
    const form = formOf(await pageOf(editor, `${MENU}?language=de`), "begin-own");
    expect((await submit(editor, `${MENU}?language=xx-`, form)).status).toBe(400);
  });
});

test("a member is limited to ticked languages, and to none without a tick", async () => {
  const site = await aSite("api");
  const [owner, translator] = [await memberOf(site, "owner"), await memberOf(site, "editor")];
  const path = `${START}/people/${translator.identity}`;
  expect(await pageOf(owner, path)).not.toContain('value="languages"');
  await add(owner, "de");
  const limits = async (): Promise<unknown> =>
    (
      await done<{ items: { member: string; languages: string[] }[] }>(
        await callApi(owner, "GET", "/api/member-languages"),
      )
    ).items;
  const press = async (ticked: Record<string, string>): Promise<Response> => {
    const html = await pageOf(owner, path);
    const form = Object.entries(formOf(html, "languages")).filter(([name]) => !name.startsWith("language."));
    return submit(owner, path, { ...Object.fromEntries(form), ...ticked });
  };
  const limited = await press({ "language.de": "true" });
  expect(limited.headers.get("location")).toBe(`${path}?done=limited`);
  expect(await limits()).toEqual([{ member: translator.identity, languages: ["de"] }]);
  const html = await pageOf(owner, path);
  expect(html).toMatch(/name="language\.de" value="true" checked/);
  expect(html).not.toMatch(/name="language\.en" value="true" checked/);
  expect((await press({ "language.fr": "true" })).status).toBe(400);
  expect((await press({})).status).toBe(303);
  expect(await limits()).toEqual([]);
});

describe("the page that publishes a site with several languages", () => {
  test("puts a page beside its translations, and publishes a language, or a page with its translations", async () => {
    const editor = await anEditor();
    await add(editor, "de");
    const page = (path: string, title: string, more: object = {}) => ({ body: { path, title, sections: [], ...more } });
    const create = async (body: object) =>
      (await done<{ page: string }>(await callApi(editor, "POST", "/api/pages", { body }))).page;
    const prices = await create(page("/prices", "Prices"));
    await create(page("/between", "Between"));
    await create(page("/de/preise", "Preise", { language: "de", translationOf: prices }));
    await create(page("/de/allein", "Allein", { language: "de" }));
    const PUBLISH = `${START}/publish`;
    const titlesIn = (html: string): string[] =>
      [...html.matchAll(/class="name"><bdi>(Prices|Between|Preise|Allein)</g)].map(([, title = ""]) => title);
    const html = await pageOf(editor, PUBLISH);
    const titles = titlesIn(html);
    expect(Math.abs(titles.indexOf("Prices") - titles.indexOf("Preise"))).toBe(1);
    expect(html).toContain(`href="${PUBLISH}?only=language%3Ade"><bdi>Deutsch</bdi>`);
    const ticked = (chosen: string): string[] =>
      [...chosen.matchAll(/value="page:[^"]*" checked>.*?<bdi>([^<]*)</g)].map(([, title = ""]) => title).toSorted();
    const together = await pageOf(editor, `${PUBLISH}?only=group%3A${prices}`);
    expect(ticked(together)).toEqual(["Preise", "Prices"]);
    const german = await pageOf(editor, `${PUBLISH}?only=language%3Ade`);
    expect(ticked(german)).toEqual(["Allein", "Preise"]);
    const sent = await submit(editor, PUBLISH, formOf(together, "publish"));
    expect(sent.status).toBe(303);
    expect(titlesIn(await pageOf(editor, PUBLISH)).toSorted()).toEqual(["Allein", "Between"]);
  });

  test.each(["language:xx_YY", "group:../x", "language:", "group:"])("chooses nothing by %j", async (token) => {
    const editor = await anEditor();
    await callApi(editor, "POST", "/api/pages", { body: { body: { path: "/new", title: "New", sections: [] } } });
    const html = await pageOf(editor, `${START}/publish?only=${encodeURIComponent(token)}`);
    expect(html).toContain("has nothing to publish");
  });
});
