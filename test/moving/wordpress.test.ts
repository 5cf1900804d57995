/** An export of WordPress, moved into a site with the first-party plugins. */
import { expect, test } from "vitest";
import { readWordpress } from "../../sites/moving/read/wordpress/readExport.ts";
import type { MovedPage } from "../../sites/moving/tree/moved.ts";
import { excess } from "../support/effort.ts";
import { folderOf, MemorySite } from "./memorySite.ts";
import { wxr, wxrItem as item } from "./wxrText.ts";

const moved = async (...items: string[]): Promise<[MemorySite, readonly string[]]> => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ "old.xml": wxr(...items) }));
  return [site, losses.map(({ what }) => what)];
};

const PICTURE = item({
  id: 90,
  type: "attachment",
  status: "inherit",
  more: "<wp:attachment_url>https://old.example/wp-content/uploads/2020/01/boat.jpg</wp:attachment_url><wp:post_parent>5</wp:post_parent><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A boat</wp:meta_value></wp:postmeta>",
});

test.each([
  ["Markup: Title <em>With</em> <b>Mark<sup>up</sup></b>", "Markup: Title With Markup"],
  ["Tom &amp;amp; Jerry", "Tom & Jerry"],
  ["5 &lt; 7 > 3 <3", "5 < 7 > 3 <3"],
  ["<img src=x onerror=alert(1)>Boats", "Boats"],
  ["<em></em>", "Post 5"],
])("the title %s arrives as %s", async (title, arrives) => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({ "a.xml": wxr(item({ id: 5, title: `<![CDATA[${title.replace("&amp;amp;", "&amp;")}]]>` })) }),
  );
  expect(site.at("/2020/01/post-5")).toMatchObject({ title: arrives });
});

test("uploads beside the export are not fetched: by the end of their address, or by a name that only one has", async () => {
  const at = (id: number, path: string): string =>
    item({
      id,
      type: "attachment",
      more: `<wp:attachment_url>https://old.example/wp-content/uploads/${path}</wp:attachment_url>`,
    });
  const site = await MemorySite.open();
  const paths = ["2020/01/boat.jpg", "2020/02/boat.jpg", "2020/02/sl%C3%BCp.jpg", "2020/03/gone.jpg"];
  const content = paths.map((path) => `<img src="https://old.example/wp-content/uploads/${path}" alt="">`).join("");
  const { files } = await site.move(
    folderOf({
      "old.xml": wxr(item({ id: 5, content }), ...paths.map((path, index) => at(90 + index, path))),
      "uploads/2020/01/boat.jpg": "one",
      "boat.jpg": "of which month?",
      "slüp.jpg": "two",
    }),
  );
  expect([files.made, site.fetched]).toEqual([
    3,
    ["2020/02/boat.jpg", "2020/03/gone.jpg"].map((path) => `https://old.example/wp-content/uploads/${path}`),
  ]);
});

test("uploads are found by the ends of their paths, wherever their folder lies, and not by a name of several", async () => {
  const at = (id: number, url: string): string =>
    item({ id, type: "attachment", more: `<wp:attachment_url>${url}</wp:attachment_url>` });
  const site = await MemorySite.open();
  const urls = ["https://old.files.wordpress.com/2008/06/quay.jpg", "https://old.example/wp-content/uploads/mole.jpg"];
  const content = urls.map((url) => `<img src="${url}" alt="">`).join("");
  const { files } = await site.move(
    folderOf({
      "old.xml": wxr(item({ id: 5, content }), ...urls.map((url, index) => at(90 + index, url))),
      "backup/uploads/2008/06/quay.jpg": "one",
      "a/mole.jpg": "which one?",
      "b/mole.jpg": "this one?",
      "c/mole.jpg": "or this one?",
    }),
  );
  expect([files.made, site.fetched]).toEqual([2, [urls[1]]]);
});

test("the page that showed an upload alone leads to the file, from texts and from other sites", async () => {
  const site = await MemorySite.open();
  const boat = "https://old.example/wp-content/uploads/boat.jpg";
  const more = `<wp:attachment_url>${boat}</wp:attachment_url>`;
  const content = `<a href="https://old.example/log/boat/"><img src="${boat}" alt="A boat"></a>`;
  const upload = item({ id: 90, type: "attachment", link: "https://old.example/log/boat/", more });
  await site.move(folderOf({ "old.xml": wxr(item({ id: 5, content }), upload), "uploads/boat.jpg": "one" }));
  const [id = ""] = site.uploads.keys();
  expect(site.textAt("/2020/01/post-5")).toBe(`[![A boat](/media/${id}/boat.jpg)](/media/${id}/boat.jpg)`);
  expect(site.formerPaths.get(id)).toEqual(["/wp-content/uploads/boat.jpg", "/log/boat"]);
});

test("an export is found beside uploads of any kind, and no other XML is read", async () => {
  const site = await MemorySite.open();
  const file = "https://old.example/wp-content/uploads/2020/01/list.xml";
  const list = item({ id: 90, type: "attachment", more: `<wp:attachment_url>${file}</wp:attachment_url>` });
  const { kind, plan } = await site.prepare(
    folderOf({
      "a.xml": '<?xml version="1.0"?><rss version="2.0"><channel><item><title>A feed</title></item></channel></rss>',
      "old.xml": wxr(list, item({ id: 5, content: `<a href="${file}">List</a>` })),
      "uploads/2020/01/list.xml": "<list/>",
      "uploads/2020/01/letter.docx": "PK",
      "uploads/2020/01/unpacked.xml":
        '<w:document xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"/>',
      "uploads/demo/content.xml": wxr(item({ id: 6, title: "Of another site" })),
      "uploads/elementor/kit.json": '{"data":[]}',
      "uploads/readme.md": "# Read me",
      "uploads/woocommerce_uploads/index.html": "",
    }),
  );
  expect([kind, plan.pages.map(({ source }) => source).filter((source) => /^wp:\d/.test(source))]).toEqual([
    "wordpress",
    ["wp:5"],
  ]);
  expect(plan.losses.map(({ place }) => place).filter((place) => /^(?:a\.xml|uploads)/.test(place))).toEqual([]);
});

test("an export in a folder called uploads is read where no other is, and a feed is none", async () => {
  const site = await MemorySite.open();
  const { plan } = await site.prepare(folderOf({ "uploads/old.xml": wxr(item({ id: 5 })) }));
  expect(plan.pages.some(({ source }) => source === "wp:5")).toBe(true);
  const feed = folderOf({ "feed.xml": "<rss><channel></channel></rss>", "tide.md": "# Tide\n" });
  expect((await site.prepare(feed)).kind).toBe("markdown");
});

test("old addresses of a picture and of its copies lead to it by its name, without a redirect", async () => {
  const metadata =
    's:5:"sizes";a:2:{s:6:"medium";a:1:{s:4:"file";s:16:"boat-300x200.jpg";}s:5:"thumb";a:1:{s:4:"file";s:16:"quay-150x150.jpg";}s:3:"bad";a:1:{s:4:"file";s:20:"../../x-10x10.jpg";}}';
  const more = PICTURE.replace(
    "<wp:post_parent>",
    `<wp:postmeta><wp:meta_key>_wp_attachment_metadata</wp:meta_key><wp:meta_value><![CDATA[${metadata}]]></wp:meta_value></wp:postmeta><wp:post_parent>`,
  );
  const content = '<img src="https://old.example/wp-content/uploads/2020/01/boat-300x200.jpg" alt="">';
  const [site] = await moved(more, item({ id: 5, content }));
  expect([...site.formerPaths.values()]).toEqual([
    [...["boat.jpg", "quay-150x150.jpg"].map((name) => `/wp-content/uploads/2020/01/${name}`), "/2020/01/post-90"],
  ]);
  expect(Object.values(site.redirects()).filter((to) => to.startsWith("/media/"))).toEqual([]);
});

test("a post arrives with its terms, author, picture and address", async () => {
  const [site] = await moved(
    PICTURE,
    item({
      id: 5,
      content:
        '<!-- wp:paragraph --><p>Hello <strong>you</strong>, <a href="https://old.example/?p=6">see</a>.</p><!-- /wp:paragraph -->',
      more: '<category domain="category" nicename="boats"><![CDATA[Boats & more]]></category><category domain="post_tag" nicename="oak">Oak</category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>90</wp:meta_value></wp:postmeta>',
    }),
    item({ id: 6 }),
  );
  expect(site.at("/2020/01/post-5")).toMatchObject({
    source: "wp:5",
    title: "Post 5",
    date: "2020-01-06T10:00:00Z",
    type: "drawbridge.journal/article",
    author: "Ada Marsh",
    values: { topics: [site.idAt("/category/boats"), site.idAt("/tag/oak")], authors: [site.idAt("/author/ada")] },
    image: { alt: "A boat" },
  });
  expect(site.textAt("/2020/01/post-5")).toBe(`Hello **you**, [see](page:${site.idAt("/2020/01/post-6")}).`);
  expect(site.at("/category/boats")).toMatchObject({ title: "Boats & more", description: "All boats." });
});

test.each([
  ["draft", "", true],
  ["pending", "", true],
  ["private", "", true],
  ["future", "", true],
  ["publish", "<wp:post_password>secret</wp:post_password>", true],
  ["publish", "", undefined],
])("a post with the state %s %s is held: %s", async (status, more, held) => {
  const [site] = await moved(item({ id: 5, status, more }));
  expect(site.at("/2020/01/post-5")?.held).toBe(held);
  expect(JSON.stringify(site.at("/2020/01/post-5"))).not.toContain("secret");
});

test.each([
  [
    "a heading and a list",
    "<!-- wp:heading --><h2>Tide</h2><!-- /wp:heading --><!-- wp:list --><ul><!-- wp:list-item --><li>one</li><!-- /wp:list-item --></ul><!-- /wp:list -->",
    "## Tide\n\n- one",
  ],
  [
    "columns",
    "<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:paragraph --><p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->",
    "Left",
  ],
  [
    "a caption",
    '[caption width="3"]<img src="https://old.example/wp-content/uploads/2020/01/boat-300x200.jpg" alt="B"> Under way[/caption]',
    /^!\[B\]\(\/media\/\w+\/boat\.jpg "Under way"\)$/,
  ],
  ["a gallery", '[gallery ids="90"]', /^!\[A boat\]\(\/media\/\w+\/boat\.jpg\)$/],
  ["lines of a classic post", "One\nTwo\n\nThree", "One\\\nTwo\n\nThree"],
  ["a remark in brackets", "As they say [citation needed], yes.", "As they say \\[citation needed], yes."],
  [
    "an unknown shortcode with words",
    '[pricing plan="a"]Words[/pricing]',
    '**[shortcode pricing]**\n\n```\n[pricing plan="a"]\n```\n\nWords',
  ],
  ["an unknown block", '<!-- wp:acme/clock {"zone":"UTC"} /-->', '**[block acme/clock]**\n\n```\n{"zone":"UTC"}\n```'],
  ["a table", "<table><tr><th>A</th></tr><tr><td>b</td></tr></table>", "| A |\n| - |\n| b |"],
])("%s becomes Markdown", async (_, content, expected) => {
  const [site] = await moved(PICTURE, item({ id: 5, content }));
  if (typeof expected === "string") expect(site.textAt("/2020/01/post-5")).toBe(expected);
  else expect(site.textAt("/2020/01/post-5")).toMatch(expected);
});

test("a film becomes a section", async () => {
  const [site] = await moved(
    item({ id: 5, content: "Before\n\nhttps://www.youtube.com/watch?v=aqz-KE-bpKQ\n\nAfter" }),
  );
  expect(site.at("/2020/01/post-5")?.sections.map(({ type }) => type.split("/")[1])).toEqual([
    "rich-text",
    "video",
    "rich-text",
  ]);
});

test("comments are counted and written beside the plan, and other kinds are told", async () => {
  const site = await MemorySite.open();
  const comment =
    "<wp:comment><wp:comment_author>Bo</wp:comment_author><wp:comment_content>Fine\tone</wp:comment_content></wp:comment>";
  const { plan } = await site.prepare(
    folderOf({ "old.xml": wxr(item({ id: 5, more: comment }), item({ id: 7, type: "wp_block" })) }),
  );
  expect(plan.extras.get("comments.tsv")).toBe("item\tauthor\tdate\tcomment\n5\tBo\t\tFine one\n");
  expect(plan.losses.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["1 comment, which is in comments.tsv", "1 item of the kind wp_block"]),
  );
});

test("thousands of posts with as many pictures are read at once", async () => {
  const count = 3_000;
  const address = (index: number): string => `https://old.example/wp-content/uploads/${index}`;
  const items = Array.from({ length: count }, (_, index) => [
    item({
      id: 10_000 + index,
      type: "attachment",
      status: "inherit",
      more: `<wp:attachment_url>${address(index)}.jpg</wp:attachment_url><wp:post_parent>${index}</wp:post_parent>`,
    }),
    item({ id: index, content: `<p><img src="${address(index)}-300x200.jpg" alt="A boat" /></p>` }),
  ]).flat();
  const folder = folderOf({ "old.xml": wxr(...items) });
  // The reading of the text itself is as long as the text, so it comes from memory in one piece.
  const whole = wxr(...items);
  const stream = async function* stream() {
    yield whole;
  };
  let pages: readonly MovedPage[] = [];
  const dear = await excess(
    async () => ({ pages } = await readWordpress({ ...folder, stream }, { now: Date.parse("2026-01-01"), rows: [] })),
    650,
  );
  expect(JSON.stringify(pages.at(count - 1)?.parts)).toContain(`${address(count - 1)}.jpg`);
  expect(dear).toBeUndefined();
});
