/** Menus of a source as the menus of the site. */
import { expect, test } from "vitest";
import { NAVIGATION_MAX_DEPTH, NAVIGATION_MAX_ITEMS } from "../../manifests/bounds/documents.ts";
import { menuTree } from "../../sites/moving/tree/menus.ts";
import type { MovedMenuItem } from "../../sites/moving/tree/moved.ts";
import { SITE } from "../runtime/kernel/world.ts";
import { folderOf, MemorySite, withLanguages } from "./memorySite.ts";
import { wxr } from "./wxrText.ts";

const menusOf = (site: MemorySite) => site.world.kernel.documents.only(SITE, "navigation").body.menus;

const post = (id: number, title: string, type = "page"): string =>
  `<item><title>${title}</title><link>https://old.example/${title.toLowerCase()}/</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type><content:encoded><![CDATA[Words]]></content:encoded></item>`;

const entry = (id: number, order: number, menu: string, meta: Readonly<Record<string, string>>, title = ""): string =>
  `<item><title>${title}</title><link>https://old.example/?p=${id}</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:menu_order>${order}</wp:menu_order><wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="${menu}"><![CDATA[${menu}]]></category>${Object.entries(
    meta,
  )
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
    )
    .join("")}</item>`;

const toPage = (page: number, parent = 0): Record<string, string> => ({
  _menu_item_type: "post_type",
  _menu_item_object_id: `${page}`,
  _menu_item_menu_item_parent: `${parent}`,
});
const toUrl = (url: string): Record<string, string> => ({ _menu_item_type: "custom", _menu_item_url: url });

const WORDPRESS = wxr(
  post(5, "About"),
  post(6, "Team"),
  entry(21, 2, "all-pages", toUrl("https://other.example/x"), "Elsewhere"),
  entry(20, 1, "all-pages", toPage(5)),
  entry(22, 3, "all-pages", toPage(6, 20), "People"),
  entry(23, 1, "footer-links", toUrl("/imprint/"), "Imprint"),
  entry(24, 1, "third", toUrl("#"), "Nothing"),
);

test("of WordPress lead to the new pages, nested as they were", async () => {
  const site = await MemorySite.open();
  const { menus, losses } = await site.move(folderOf({ "old.xml": WORDPRESS }));
  expect(menus).toBe(2);
  expect(menusOf(site)).toEqual({
    header: [
      {
        label: "About",
        link: `page:${site.idAt("/about")}`,
        children: [{ label: "People", link: `page:${site.idAt("/team")}` }],
      },
      { label: "Elsewhere", link: "https://other.example/x" },
    ],
    footer: [{ label: "Imprint", link: "/imprint/" }],
  });
  expect(losses.map(({ what }) => what)).toContain("the menu third, for which the site has no place");
});

test("stay as a member made them, until the import writes over them", async () => {
  const site = await MemorySite.open();
  const folder = folderOf({ "old.xml": WORDPRESS });
  await site.move(folder);
  const again = await site.move(folder);
  expect([again.menus, again.losses.filter(({ place }) => place === "menus")]).toEqual([0, []]);
  const own = { header: [{ label: "Mine", link: "/" }], footer: [] };
  const { version } = site.world.kernel.documents.only(SITE, "navigation");
  await site.world.run("navigation.put", { body: { menus: own }, expected: version }, "a-menu-of-its-own");
  const kept = await site.move(folder);
  expect([kept.menus, menusOf(site).header]).toEqual([1, own.header]);
  expect(kept.losses.filter(({ place }) => place === "menus")).toEqual([
    {
      place: "menus",
      what: "the header menu of the source: the present one of the site has entries, and stays. --overwrite writes over it",
    },
  ]);
  await site.move(folder, true);
  expect(menusOf(site).header[0]?.label).toBe("About");
});

test("of Hugo come from its settings, its menu files and its pages, in each language", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "hugo.toml": `[[menu.main]]\nname = "Blog"\npageRef = "/posts"\nweight = 2\nidentifier = "blog"\n[[menu.main]]\nname = "Start"\nurl = "/"\nweight = 1\n[[menu.main]]\nname = "Tea"\nparent = "blog"\npageRef = "/posts/tea"\n`,
      "config/_default/menus.toml": `[[footer]]\nname = "Code"\nurl = "https://code.example"\n`,
      "content/posts/_index.md": "---\ntitle: Posts\n---\n",
      "content/posts/tea.md": "---\ntitle: Tea\n---\nHot.\n",
      "content/contact.md": "---\ntitle: Contact\nmenu: main\nweight: 9\n---\nHi.\n",
    }),
  );
  const { header, footer } = menusOf(site);
  expect(header.map(({ label }) => label)).toEqual(["Start", "Blog", "Contact"]);
  expect(header[1]?.children).toEqual([{ label: "Tea", link: `page:${site.idAt("/posts/tea")}` }]);
  expect(header[2]?.link).toBe(`page:${site.idAt("/contact")}`);
  expect(footer).toEqual([{ label: "Code", link: "https://code.example" }]);
});

test("of a Hugo site in languages are those of each, from its folder of settings", async () => {
  const site = await withLanguages("en", "de");
  const { losses } = await site.move(
    folderOf({
      "config/_default/hugo.toml": 'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n',
      "config/_default/languages.en.toml": 'contentDir = "content/en"\nweight = 1\n',
      "config/_default/languages.de.toml": 'contentDir = "content/de"\nweight = 2\n',
      "config/_default/menu.en.toml": '[[main]]\nname = "Help"\npageRef = "/help"\n',
      "config/_default/menu.de.toml": '[[main]]\nname = "Hilfe"\nurl = "/de/help/"\n',
      "content/en/help.md": "---\ntitle: Help\n---\nSee [tea](/tea/).\n",
      "content/de/help.md": "---\ntitle: Hilfe\n---\nHier.\n",
      "content/en/tea.md": "---\ntitle: Tea\n---\nHot.\n",
    }),
  );
  expect(site.at("/de/help")).toMatchObject({ language: "de", translationOf: site.idAt("/help") });
  const { menus, languages } = site.world.kernel.documents.only(SITE, "navigation").body;
  expect(menus.header).toEqual([{ label: "Help", link: `page:${site.idAt("/help")}` }]);
  expect(languages?.["de"]?.header).toEqual([{ label: "Hilfe", link: `page:${site.idAt("/de/help")}` }]);
  expect(losses).toEqual([]);
});

test("of Jekyll and Ghost come, too", async () => {
  const [jekyll, ghost] = [await MemorySite.open(), await MemorySite.open()];
  await jekyll.move(
    folderOf({
      "_config.yml": "title: A\n",
      "_data/navigation.yml":
        "main:\n  - title: About\n    url: /about/\n    children:\n      - title: Us\n        url: /us\n",
      "about.md": "---\ntitle: About\npermalink: /about/\n---\nWords.\n",
    }),
  );
  expect(menusOf(jekyll).header).toEqual([
    { label: "About", link: `page:${jekyll.idAt("/about")}`, children: [{ label: "Us", link: "/us" }] },
  ]);
  const settings = [
    {
      key: "navigation",
      value: JSON.stringify([
        { label: "Home", url: "__GHOST_URL__/" },
        { label: "", url: "/x" },
      ]),
    },
    { key: "secondary_navigation", value: "no JSON" },
  ];
  await ghost.move(folderOf({ "ghost.json": JSON.stringify({ db: [{ data: { posts: [], settings } }] }) }));
  expect(menusOf(ghost)).toEqual({ header: [{ label: "Home", link: "/" }], footer: [] });
});

test("are within the bounds of a menu: what is deeper follows, and what is beyond is told", async () => {
  const site = await MemorySite.open();
  const deep = Array.from({ length: NAVIGATION_MAX_DEPTH + 2 }, (_, depth) =>
    entry(
      100 + depth,
      depth,
      "main",
      { ...toUrl(`/d${depth}`), _menu_item_menu_item_parent: `${depth === 0 ? 0 : 99 + depth}` },
      `D${depth}`,
    ),
  );
  const many = Array.from({ length: NAVIGATION_MAX_ITEMS }, (_, number) =>
    entry(200 + number, 50 + number, "main", toUrl(`/m${number}`), `M${number}`),
  );
  const { losses } = await site.move(folderOf({ "old.xml": wxr(...deep, ...many) }));
  const { header } = menusOf(site);
  expect(header).toHaveLength(NAVIGATION_MAX_ITEMS);
  expect(header[0]?.children?.[0]?.children?.map(({ label }) => label)).toEqual(["D2", "D3", "D4"]);
  expect(losses.map(({ what }) => what)).toContain(`1 entry beyond ${NAVIGATION_MAX_ITEMS}`);
});

test("that stand below themselves end, each entry once", () => {
  const item = (id: string, parent: string) => ({ id, parent, order: 0, label: id, address: "/" });
  const all = menuTree([item("a", "b"), item("b", "a"), item("c", "a"), item("d", "gone"), item("e", "e")]);
  const names = (items: readonly MovedMenuItem[]): string[] =>
    items.flatMap(({ label, children }) => [label, ...names(children)]);
  expect(names(all).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
});
