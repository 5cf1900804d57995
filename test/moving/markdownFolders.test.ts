/** Folders of Markdown, moved into a site with the first-party plugins. */
import { describe, expect, test } from "vitest";
import { folderOf, MemorySite } from "./memorySite.ts";

const PNG = new Uint8Array([137, 80, 78, 71]);

const HUGO = {
  "hugo.toml": 'baseURL = "https://old.example/"\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
  "content/_index.md": "---\ntitle: Home\n---\nWelcome, see [the first](/2024/03/first-steps/).\n",
  "content/about.md": "---\ntitle: About\naliases: [/who.html, /old/about/]\n---\n# About\n\nHello.\n",
  "content/posts/first.md":
    '---\ntitle: "First: steps"\ndate: 2024-03-09T23:30:00+02:00\nslug: first-steps\ntags: [Timber, "Größe"]\ncategories: Boats\nauthor: Ada Marsh\nimage: cover.png\n---\nText with ![a boat](boat.png "Boat") and [about](/about/#team).\n\n{{< youtube aqz-KE-bpKQ >}}\n\n{{< mystery one="1" >}}\n\n`{{< mystery >}}` stays code.\n',
  "content/posts/second/index.md":
    "+++\ntitle = 'Second'\ndate = 2024-04-01\ndraft = true\n+++\nSee [first]({{< relref \"posts/first.md\" >}}).\n",
  "content/posts/third.md":
    '{\n"title": "Third", "date": "2030-01-01"\n}\nFuture, with <b>bold</b>, <sup>2</sup> and <script>alert(1)</script>.\n',
  "static/boat.png": PNG,
  "static/cover.png": new Uint8Array([...PNG, 1]),
  "content/posts/second/chart.png": new Uint8Array([...PNG, 2]),
};

test("the page of a folder has its own words before the list, and a menu's label without a file of its own", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "hugo.toml": '[[menu.main]]\nname = "Our log"\nurl = "/log/"\n',
      "content/log/tide.md": "---\ntitle: Tide\ndate: 2024-03-01\n---\nText.\n",
      "content/news/_index.md": "---\ntitle: News\n---\nAll news.\n",
      "content/news/one.md": "---\ntitle: One\ndate: 2024-03-01\n---\nText.\n",
      "content/docs/_index.md": "---\ntitle: Docs\n---\nNo articles.\n",
    }),
  );
  const listed = (path: string) => site.at(path)?.sections.map(({ type, fields }) => [type.split("/")[1], fields]);
  expect([site.at("/log")?.title, listed("/log")]).toEqual(["Our log", [["article-archive", { collection: "log" }]]]);
  expect(listed("/news")).toEqual([
    ["rich-text", { body: "All news." }],
    ["article-archive", { collection: "news" }],
  ]);
  expect(listed("/docs")).toEqual([["rich-text", { body: "No articles." }]]);
});

describe("a Hugo site", () => {
  test("arrives with addresses, states, terms, pictures and redirects", async () => {
    const site = await MemorySite.open();
    const done = await site.move(folderOf(HUGO));
    expect(done.pages).toMatchObject({ created: 9, replaced: 1, same: 0, changed: [] });
    const first = site.at("/2024/03/first-steps");
    const ids = ["/categories/boats", "/tags/timber", "/tags/größe", "/authors/ada-marsh"].map((path) =>
      site.idAt(path),
    );
    expect(ids).not.toContain(undefined);
    expect(first).toMatchObject({
      title: "First: steps",
      date: "2024-03-09T21:30:00Z",
      collection: "posts",
      type: "drawbridge.journal/article",
      author: "Ada Marsh",
      source: "md:content/posts/first.md",
      values: { topics: ids.slice(0, 3), authors: [ids[3]] },
      image: { src: expect.stringContaining("cover.png") as string, width: 8, height: 6 },
    });
    expect(first?.sections.map(({ type }) => type)).toEqual([
      "drawbridge.basics/rich-text",
      "drawbridge.embeds/video",
      "drawbridge.basics/rich-text",
    ]);
    expect(site.textAt("/2024/03/first-steps")).toContain(`[about](page:${site.idAt("/about")}#team)`);
    expect(site.textAt("/2024/03/first-steps")).toMatch(/!\[a boat\]\(\/media\/[0-9a-f]{64}\/boat\.png "Boat"\)/);
    expect(site.at("/posts")).toMatchObject({
      title: "Posts",
      sections: [{ type: "drawbridge.journal/article-archive", fields: { collection: "posts" } }],
    });
    expect(site.redirects()).toEqual({
      "/who.html": "/about",
      "/old/about": "/about",
    });
    expect([...site.formerPaths.values()].flat().toSorted()).toEqual([
      "/2024/03/first-steps/boat.png",
      "/2024/03/first-steps/cover.png",
    ]);
  });

  test("shows what nobody understands, and tells it with its line", async () => {
    const site = await MemorySite.open();
    const { losses } = await site.move(folderOf(HUGO));
    const text = site.textAt("/2024/03/first-steps");
    expect(text).toContain('**[shortcode mystery]**\n\n```\n{{< mystery one="1" >}}\n```');
    expect(text).toContain("`{{< mystery >}}` stays code.");
    expect(losses).toContainEqual({
      place: "content/posts/first.md",
      line: 14,
      what: "shortcode mystery, kept as it was written",
    });
  });

  test("keeps back drafts and what is in the future", async () => {
    const site = await MemorySite.open();
    const { losses } = await site.move(folderOf(HUGO));
    const [second, third] = [site.at("/2024/04/second"), site.at("/2030/01/third")];
    expect([second?.held, third?.held, site.at("/about")?.held]).toEqual([true, true, undefined]);
    expect(losses.map(({ what }) => what)).toContain("a draft; it is held until you release it");
    expect(site.textAt("/2024/04/second")).toContain(`[first](page:${site.idAt("/2024/03/first-steps")})`);
    expect(site.textAt("/2030/01/third")).toBe("Future, with **bold**, <sup>2</sup> and alert(1).");
  });

  test("again changes nothing, and leaves alone what a member has changed", async () => {
    const site = await MemorySite.open();
    await site.move(folderOf(HUGO));
    expect((await site.move(folderOf(HUGO))).pages).toMatchObject({ created: 0, replaced: 0, same: 10 });
    await site.edit("/about", "Ours");
    const changed = {
      ...HUGO,
      "content/about.md": "---\ntitle: Other\n---\nNew words.\n",
      "content/_index.md": "Anew.\n",
    };
    const { pages } = await site.move(folderOf(changed));
    expect([pages.replaced, pages.changed.map(({ id }) => id)]).toEqual([1, [site.idAt("/about")]]);
    expect(site.at("/about")?.title).toBe("Ours");
    expect((await site.move(folderOf(changed), true)).pages.replaced).toBe(1);
    expect(site.at("/about")?.title).toBe("Other");
  });

  test("takes no address from a page of the site", async () => {
    const site = await MemorySite.open();
    await site.fill("home");
    const { losses } = await site.move(folderOf(HUGO));
    expect(site.at("/")?.title).toBe("Page /");
    expect(site.at("/home")?.title).toBe("Home");
    expect(losses.map(({ what }) => what)).toContain("the address /, which another page has; the page is at /home");
  });
});

test.each([
  ["the date and the title", {}, "/2023/05/06/tips.html"],
  ["categories", { "_config.yml": "permalink: pretty\n" }, "/craft/2023/05/06/tips"],
  ["a pattern", { "_config.yml": "permalink: /b/:year/:title\n" }, "/b/2023/tips"],
])("a Jekyll post has an address of %s", async (name, more, address) => {
  const site = await MemorySite.open();
  const front = name === "categories" ? "categories: Craft\n" : "";
  await site.move(
    folderOf({
      "_posts/2023-05-06-tips.md": `---\ntitle: Tips\n${front}redirect_from: /tips\n---\nText\n{% highlight js %}\nlet a = 1;\n{% endhighlight %}\n`,
      ...more,
    }),
  );
  expect(site.at(address)?.title).toBe("Tips");
  expect(site.textAt(address)).toContain("```js\nlet a = 1;\n```");
  expect(site.redirects()["/tips"]).toBe(address);
});

test("a draft of Jekyll is held, and files of the program are no pages", async () => {
  const site = await MemorySite.open();
  const { pages } = await site.move(
    folderOf({
      "_config.yml": "title: x\n",
      "_drafts/idea.md": "---\ntitle: Idea\ndate: 2024-01-01\n---\nLater.\n",
      "_layouts/post.html": "---\n---\n{{ content }}",
      "README.md": "No front matter.\n",
    }),
  );
  expect(pages.created).toBe(1);
  expect(site.at("/2024/01/01/idea.html")?.held).toBe(true);
});

test("a bilingual site of Hugo keeps both languages apart", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
      "content/posts/tea.md": "---\ntitle: Tea\ndate: 2024-01-01\n---\nHot.\n",
      "content/posts/tea.de.md": "---\ntitle: Tee\ndate: 2024-01-01\n---\nHeiß.\n",
    }),
  );
  expect([site.at("/posts/tea")?.title, site.at("/de/posts/tea")?.title]).toEqual(["Tea", "Tee"]);
});

test("notes of a wiki link to each other", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({ "Ideas.md": "See [[Other Note|the other]] and [[Nowhere]].\n", "Other Note.md": "Here.\n" }),
  );
  expect(site.textAt("/ideas")).toBe(`See [the other](page:${site.idAt("/other-note")}) and [[Nowhere]].`);
});

test.each([
  ["a raised letter", "x<sup>2</sup> and H<sub>2</sub>O", "x<sup>2</sup> and H<sub>2</sub>O"],
  ["keys", "Press <kbd class='k'>Ctrl</kbd>", "Press <kbd>Ctrl</kbd>"],
  ["an abbreviation", '<abbr title="World <wide> Web">WWW</abbr>', '<abbr title="World wide Web">WWW</abbr>'],
  [
    "a part that opens",
    "<details open>\n<summary>More</summary>\n\n- a\n\n</details>",
    "<details>\n<summary>More</summary>\n\n- a\n\n</details>",
  ],
  [
    "one in a line of HTML",
    "<details><summary>A <b>b</b></summary><p>c</p></details>",
    "<details>\n<summary>A **b**</summary>\n\nc\n\n</details>",
  ],
  [
    "terms",
    "<dl><dt>A</dt><dd>one</dd><dd><p>two</p></dd><dt>B</dt><dd>three</dd></dl>",
    "A\n: one\n: two\n\nB\n: three",
  ],
  ["a quotation", "<p>She said <q>no</q>.</p>", "She said “no”."],
])("%s in HTML keeps its meaning", async (_, written, shown) => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ "a.md": `---\ntitle: A\n---\n${written}\n` }));
  expect([site.textAt("/a"), losses]).toEqual([shown, []]);
});

test("a link with a broken escape ends no import", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({ "a.md": "# A\n\nSee [one](100%.md), [two](b.md) and ![three](50%.png).\n", "b.md": "# B\n" }),
  );
  expect(site.textAt("/a")).toContain(`[two](page:${site.idAt("/b")})`);
  expect(site.textAt("/a")).toContain("](100%.md)");
});

test("a rule of a static host for some visitors alone is told, and is no redirect for all", async () => {
  const site = await MemorySite.open();
  const rules = [
    "/shop/* /us/shop/:splat 302 Country=us",
    "/ /de 302 language=de,at",
    "/inner/* /login Role=member",
    "/beta /new 302! Cookie=beta",
    "/tag /b 302 Tag=x",
  ];
  const { losses } = await site.move(folderOf({ ...HUGO, "static/_redirects": rules.join("\n") }));
  expect(site.redirectStatuses()).toMatchObject({ "/tag": 302 });
  expect(Object.keys(site.redirects()).filter((from) => /shop|inner|beta/.test(from))).toEqual([]);
  const told = losses.filter(({ place }) => place === "static/_redirects");
  expect(told.map(({ line, what }) => [line, what.split(" ").at(-1)])).toEqual([
    [1, "Country=us"],
    [2, "language=de,at"],
    [3, "Role=member"],
    [4, "Cookie=beta"],
  ]);
});

test("rules that a build keeps for one host count, after those of every host", async () => {
  const site = await MemorySite.open();
  const [all, host] = [
    "/a /b 301",
    "/a /c 302\n/old/* https://far.example/:splat 301\n/:part/feed/ /:part/index.xml 301",
  ];
  await site.move(
    folderOf({ ...HUGO, "static/_redirects_cf": host, "static/_redirects": all, "static/_redirects.md": "" }),
  );
  expect(site.redirectStatuses()).toMatchObject({ "/a": 301, "/old/*": 301, "/:part/feed/": 301 });
});

test("a redirect that leads away from the home page is told", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ ...HUGO, "static/_redirects": "/ /posts/one 302" }));
  expect(losses).toContainEqual({
    place: "static/_redirects",
    what: "the old address /, from which no redirect can lead",
    kind: "an old address from which no redirect can lead",
  });
});

test("the rules of a static host keep their statuses, and a rewrite is told", async () => {
  const site = await MemorySite.open();
  const rules =
    "/a /b\n/now /b 302\n/kept /b 307!\n/ever https://far.example/x 308\n/over 410\n/app/* /app.html 200\n/lost /b 404\n";
  const { losses } = await site.move(folderOf({ ...HUGO, "static/_redirects": `# Rules\n${rules}` }));
  expect(site.redirectStatuses()).toMatchObject({ "/a": 301, "/now": 302, "/kept": 307, "/ever": 308, "/over": 410 });
  expect(Object.keys(site.redirects())).not.toContain("/lost");
  expect(losses).toContainEqual({
    place: "static/_redirects",
    line: 7,
    what: "the rule from /app/* to /app.html (200), which answers without a redirect: a rewrite",
    kind: "a rule that answers without a redirect: a rewrite",
  });
  expect(losses).toContainEqual(expect.objectContaining({ line: 8 }) as unknown);
});
