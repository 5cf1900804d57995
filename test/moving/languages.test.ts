/** Sites in several languages, as programs and themes keep them. Each page has its language, and pairs are linked. */
import { expect, test } from "vitest";
import { SITE } from "../runtime/kernel/world.ts";
import { folderOf, MemorySite, withLanguages } from "./memorySite.ts";

const post = (title: string, more = ""): string => `---\ntitle: ${title}\ndate: 2024-01-01\n${more}---\nText.\n`;

/** Each page of the import: its path, with its language and the path of the page that it translates. */
async function arrived(site: MemorySite, files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { losses } = await site.move(folderOf(files));
  expect(losses.filter(({ what }) => what.startsWith("the page:"))).toEqual([]);
  const { documents } = site.world.kernel;
  const pages = documents.pages(SITE, documents.change(SITE), "", 100);
  const paths = new Map(pages.map(({ id, body }) => [id, body.path]));
  return Object.fromEntries(
    pages
      .filter(({ body }) => body.source !== undefined)
      .map(({ body }) => [body.path, `${body.language ?? ""} ${paths.get(body.translationOf ?? "") ?? ""}`.trim()]),
  );
}

const HUGO = "defaultContentLanguage: en\nlanguages:\n  en: {}\n";

test.each<[name: string, files: Record<string, string>, expected: Record<string, string>]>([
  [
    "Hugo with addresses of its own for a language",
    {
      "hugo.yaml": `${HUGO}  de:\n    permalinks:\n      posts: /beiträge/:slug/\n`,
      "content/posts/tea.md": post("Tea"),
      "content/posts/tea.de.md": post("Tee", "slug: tee\n"),
      "content/posts/ink.md": post("Ink"),
      "content/posts/ink.de.md": post("Tinte", "url: tinte\n"),
    },
    {
      "/": "",
      "/de": "de /",
      "/posts": "",
      "/de/posts": "de /posts",
      "/posts/tea": "",
      "/de/beiträge/tee": "de /posts/tea",
      "/posts/ink": "",
      "/de/tinte": "de /posts/ink",
    },
  ],
  [
    "Hugo with a language that its folder and its code name",
    {
      "hugo.yaml": `${HUGO}  cn:\n    languageCode: de-AT\n    contentDir: content/cn\n`,
      "content/about.md": post("About"),
      "content/cn/about.md": post("Über"),
    },
    { "/about": "", "/de/about": "de /about" },
  ],
  [
    "Hugo with names in capitals, and a prefix for every language",
    {
      "hugo.yaml":
        "defaultContentLanguageInSubdir: true\ndefaultContentLanguage: en\nlanguages:\n  en: {}\n  DE-at: {}\n",
      "content/about.md": post("About"),
      "content/about.de-AT.md": post("Über"),
    },
    { "/en/about": "", "/de/about": "de /en/about" },
  ],
  [
    "Hugo with two languages in one folder",
    {
      "hugo.yaml": `${HUGO}  en2:\n    contentDir: content/en\n  de:\n    contentDir: content/de\n`.replace(
        "en: {}",
        "en:\n    contentDir: content/en",
      ),
      "content/en/about.md": post("About"),
      "content/de/about.md": post("Über"),
    },
    { "/about": "", "/de/about": "de /about" },
  ],
  [
    "Hugo with folders that are mounted",
    {
      "hugo.yaml": `${HUGO}  de: {}\nmodule:\n  mounts:\n    - { source: content/de, target: content, lang: de }\n`,
      "content/about.md": post("About"),
      "content/de/about.md": post("Über"),
    },
    { "/about": "", "/de/about": "de /about" },
  ],
  [
    "Zola",
    {
      "config.toml": 'default_language = "en"\n[languages.de]\n',
      "templates/page.html": "",
      "content/_index.md": "+++\ntitle = 'Home'\n+++\n",
      "content/posts/tea.md": "+++\ntitle = 'Tea'\ndate = 2024-01-01\n+++\nHot.\n",
      "content/posts/tea.de.md": "+++\ntitle = 'Tee'\ndate = 2024-01-01\n+++\nHeiß.\n",
    },
    { "/": "", "/posts/tea": "", "/de/posts/tea": "de /posts/tea" },
  ],
  [
    "Jekyll with Polyglot",
    {
      "_config.yml": 'languages: ["en", "de"]\ndefault_lang: en\npermalink: pretty\n',
      "_posts/2024-01-01-tea.md": post("Tea"),
      "_posts/de/2024-1-1-tea.md": post("Tee", "lang: de\n"),
      "about.md": post("About", "permalink: /about/\npage_id: who\n"),
      "about.de.md": post("Über", "permalink: /ueber/\nlang: de\npage_id: who\n"),
      "more.md": post("More"),
    },
    {
      "/2024/01/01/tea": "",
      "/de/2024/01/01/tea": "de /2024/01/01/tea",
      "/about": "",
      "/de/ueber": "de /about",
      "/more": "",
    },
  ],
  [
    "Jekyll with addresses outside of any prefix",
    {
      "_config.yml": "title: x\n",
      "about.md": post("About", "lang: en\nref: who\n"),
      "ueber.md": post("Über", "lang: de_DE\nref: who\n"),
    },
    { "/about.html": "", "/de/ueber.html": "de /about.html" },
  ],
  [
    "Astro with a folder for each language in a collection",
    {
      "src/content/blog/en/tea.md": post("Tea"),
      "src/content/blog/de/tea.md": post("Tee"),
      "src/content/blog/de/nur.md": post("Nur"),
    },
    { "/en/blog/tea": "", "/de/blog/tea": "de /en/blog/tea", "/de/blog/nur": "de" },
  ],
  [
    "Astro with the first language at the root",
    {
      "src/content/docs/guide/one.md": post("One"),
      "src/content/docs/index.md": post("Docs"),
      "src/content/docs/de/guide/one.md": post("Eins"),
      "src/content/docs/is/other.md": post("No language, but a word"),
    },
    { "/docs/guide/one": "", "/docs": "", "/de/docs/guide/one": "de /docs/guide/one", "/docs/is/other": "" },
  ],
  [
    "any program with the language in the names of files",
    { "notes/tea.md": post("Tea"), "notes/tea.de.md": post("Tee"), "notes/v1.en.md": post("Alone") },
    { "/notes/tea": "", "/de/notes/tea": "de /notes/tea", "/notes/v1.en": "" },
  ],
  [
    "any program with a key for translations",
    {
      "tea.md": post("Tea", "lang: en\ntranslationKey: tea\n"),
      "tee.md": post("Tee", "lang: de\ntranslationKey: tea\n"),
      "code.md": post("Code", "language: Python\n"),
    },
    { "/tea": "", "/de/tee": "de /tea", "/code": "" },
  ],
])("%s", async (_, files, expected) => {
  const site = await withLanguages("en", "de");
  expect(await arrived(site, files)).toEqual(expected);
  expect((await site.move(folderOf(files))).pages).toMatchObject({ created: 0, replaced: 0 });
});

test("a page that gets another address is found at the old one, and told", async () => {
  const site = await withLanguages("en", "de");
  const { losses } = await site.move(folderOf({ "ueber.md": post("Über", "lang: de\n") }));
  expect(site.redirects()).toMatchObject({ "/ueber": "/de/ueber" });
  expect(losses).toContainEqual({
    place: "ueber.md",
    what: "the addresses of 1 page in de, which the site has below /de; the old ones lead there",
  });
});

test("a page is found at both addresses that a program may give its language", async () => {
  const site = await withLanguages("en", "de");
  await site.move(folderOf({ "src/content/blog/en/tea.md": post("Tea"), "src/content/blog/de/tea.md": post("Tee") }));
  expect(site.redirects()).toMatchObject({ "/blog/de/tea": "/de/blog/tea", "/blog/en/tea": "/en/blog/tea" });
});

test("a topic has a page in each language of its articles, at its old address", async () => {
  const site = await withLanguages("en", "de");
  const files = {
    "hugo.yaml": `${HUGO}  de: {}\n`,
    "content/posts/tea.md": post("Tea", "tags: [Craft]\n"),
    "content/posts/tea.de.md": post("Tee", "tags: [Craft, Nur]\n"),
  };
  expect(await arrived(site, files)).toMatchObject({
    "/tags/craft": "",
    "/de/tags/craft": "de /tags/craft",
    "/de/tags/nur": "de",
  });
  const topics = (path: string): unknown => site.at(path)?.values?.["topics"];
  expect(topics("/posts/tea")).toEqual([site.idAt("/tags/craft")]);
  expect(topics("/de/posts/tea")).toEqual([site.idAt("/de/tags/craft"), site.idAt("/de/tags/nur")]);
  expect((await site.move(folderOf(files))).pages).toMatchObject({ created: 0, replaced: 0, same: 9 });
});

test("a site whose languages all have a prefix takes pages of no language, and a second home page", async () => {
  const site = await MemorySite.open();
  const { body, version } = site.world.kernel.documents.only(SITE, "settings");
  const languages = ["en", "zh-CN"].map((tag) => ({ tag, name: tag, prefix: `/${tag.slice(-2).toLowerCase()}` }));
  const changed = { body: { ...body, language: "en", languages }, expected: version };
  await site.world.run("settings.put", changed, "languages-of-site");
  const files = {
    "hugo.yaml": "title: x\n",
    "content/_index.md": post("All"),
    "content/en/_index.md": post("English"),
    "content/en/tea.md": post("Tea", "tags: [Craft]\n"),
    "content/cn/tea.md": post("茶"),
    "content/about.md": post("About"),
  };
  expect(await arrived(site, files)).toEqual({
    "/en": "",
    "/en/home": "",
    "/en/tea": "",
    "/en/tags/craft": "",
    "/cn": "zh-CN",
    "/cn/tea": "zh-CN",
    "/en/about": "",
  });
});

test("a programming language is told as a member without a place", async () => {
  const site = await withLanguages("en", "de");
  const { losses } = await site.move(folderOf({ "a.md": post("A", "language: JavaScript\n") }));
  expect(losses).toMatchObject([{ place: "a.md", what: "the member language of 1 page, which has no place here" }]);
});

test("menus of a language follow the name of its pages", async () => {
  const site = await withLanguages("en", "de");
  await site.move(
    folderOf({
      "hugo.yaml": `${HUGO}  at:\n    languageCode: de-AT\n    menus:\n      main: [{ name: Über, url: /at/about/ }]\n`,
      "content/about.md": post("About"),
      "content/about.at.md": post("Über"),
    }),
  );
  const { languages } = site.world.kernel.documents.only(SITE, "navigation").body;
  expect(languages?.["de"]?.header).toEqual([{ label: "Über", link: `page:${site.idAt("/de/about")}` }]);
});
