/** Old feeds, which lead to those of the site. */
import { expect, test } from "vitest";
import { FIRST_PARTY } from "../plugins/stage.ts";
import { folderOf, giveLanguages, MemorySite } from "./memorySite.ts";
import { wxr } from "./wxrText.ts";

const FEEDS = FIRST_PARTY.filter(({ manifest }) => manifest.id === "drawbridge.feeds");

const post = "---\ntitle: Tide\ndate: 2024-03-01\ntags: [Timber]\n---\nText.\n";

test("feeds of Hugo lead to the feed of the site, of the language and of the topic", async () => {
  const site = await giveLanguages(await MemorySite.open(FEEDS), "en", "de");
  await site.move(
    folderOf({
      "hugo.toml": '[languages.en]\n[languages.de]\n[outputFormats.RSS]\nbaseName = "rss"\n',
      "content/posts/tide.md": post,
      "content/posts/tide.de.md": post,
    }),
  );
  const { "/rss.xml": home, "/de/rss.xml": german, "/de/posts/rss.xml": list, ...more } = site.redirects();
  expect([home, german, list, more]).toEqual([
    "/feed.xml",
    "/de/feed.xml",
    "/de/feed.xml",
    {
      "/posts/rss.xml": "/feed.xml",
      "/tags/timber/rss.xml": "/tags/timber/feed.xml",
      "/de/tags/timber/rss.xml": "/de/tags/timber/feed.xml",
    },
  ]);
});

test.each([
  [
    "Zola",
    {
      "config.toml": "generate_feeds = true\n",
      "content/_index.md": "",
      "templates/a.html": "",
      "content/log/tide.md": post,
    },
    ["/atom.xml", "/log/atom.xml", "/tags/timber/atom.xml"],
  ],
  [
    "Zola without feeds",
    { "config.toml": "", "content/_index.md": "", "templates/a.html": "", "content/log/tide.md": post },
    [],
  ],
  [
    "Jekyll, which has the site's own address",
    { "_config.yml": "title: Yard\n", "_posts/2024-03-01-tide.md": post, "atom.xml": "---\n---\n" },
    ["/atom.xml"],
  ],
  ["Astro", { "src/pages/rss.xml.js": "", "src/content/log/tide.md": post }, ["/rss.xml"]],
] as const)("feeds of %s lead on", async (_, files, feeds) => {
  const site = await MemorySite.open(FEEDS);
  await site.move(folderOf(files));
  const led = Object.keys(site.redirects()).filter((from) => from.endsWith(".xml"));
  expect(led.toSorted()).toEqual([...feeds].toSorted());
});

const ITEM =
  '<item><title>Tide</title><link>https://old.example/tide/</link><wp:post_id>5</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>tide</wp:post_name><wp:post_date_gmt>2024-03-01 10:00:00</wp:post_date_gmt><category domain="category" nicename="boats"><![CDATA[Boats]]></category><content:encoded><![CDATA[Text]]></content:encoded></item>';

test("each kind of feed of WordPress leads on, also by a parameter", async () => {
  const site = await MemorySite.open(FEEDS);
  await site.move(folderOf({ "export.xml": wxr(ITEM) }));
  const led = site.redirects();
  for (const from of ["/feed", "/feed/atom", "/feed/rss2", "/?feed=rss2", "/?feed=atom"])
    expect(led[from]).toBe("/feed.xml");
  expect([led["/category/boats/feed"], led["/tide/feed"]]).toEqual(["/category/boats/feed.xml", undefined]);
});

test("a site that makes no feeds says which are lost, and leads nowhere", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ "export.xml": wxr(ITEM) }));
  expect(Object.keys(site.redirects()).filter((from) => from.includes("feed"))).toEqual([]);
  expect(losses.filter(({ place }) => place === "feeds").map(({ what }) => what)).toEqual([
    expect.stringMatching(/^\/feed\/, .*, because no active plugin makes feeds$/),
  ]);
});

test("feeds that pages of a site on the web name lead on, and those of comments and of other hosts do not", async () => {
  const site = await MemorySite.open(FEEDS);
  const link = (href: string, title: string): string =>
    `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`;
  const head = [link("/rss", "Yard"), link("/comments/feed/", "Yard"), link("https://other.example/rss", "Other")];
  await site.move(
    folderOf({
      "https://old.example/a": `<html><head>${head.join("")}</head><body><main><h1>A</h1></main></body></html>`,
    }),
  );
  expect(site.redirects()).toEqual({ "/rss": "/feed.xml" });
});
