/** Exports of Ghost, moved into a site with the first-party plugins. */
import { expect, test } from "vitest";
import { readGhost } from "../../sites/moving/read/ghost/readGhost.ts";
import type { MovedPage } from "../../sites/moving/tree/moved.ts";
import { excess } from "../support/effort.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const post = (id: string, slug: string, more: object = {}): object => ({
  id,
  slug,
  title: `Post ${slug}`,
  html: `<p>Words of ${slug}.</p>`,
  type: "post",
  status: "published",
  visibility: "public",
  published_at: "2024-03-01T10:00:00.000Z",
  ...more,
});

const DATA = {
  posts: [
    post("1", "boats", {
      html: '<!--kg-card-begin: html--><p>See <a href="__GHOST_URL__/about/">about</a> and <kbd>Ctrl</kbd>.</p><!--kg-card-end: html--><figure class="kg-card"><img src="__GHOST_URL__/content/images/2024/03/boat.png" alt="A boat"><figcaption>In the harbour</figcaption></figure>',
      custom_excerpt: "On boats",
      feature_image: "__GHOST_URL__/content/images/2024/03/boat.png",
      codeinjection_head: "<script>1</script>",
    }),
    post("2", "about", { type: "page" }),
    post("3", "idea", { status: "draft", published_at: null }),
    post("4", "paid", { visibility: "paid" }),
    post("5", "later", { status: "scheduled", published_at: "2030-01-01T00:00:00.000Z" }),
  ],
  posts_meta: [{ post_id: "1", feature_image_alt: "The boat" }],
  tags: [
    { id: "t1", name: "Timber", slug: "timber", description: "Wood" },
    { id: "t2", name: "#internal", slug: "hash-internal", visibility: "internal" },
  ],
  posts_tags: [
    { post_id: "1", tag_id: "t2", sort_order: 0 },
    { post_id: "1", tag_id: "t1", sort_order: 1 },
  ],
  users: [{ id: "u1", name: "Ada Marsh", slug: "ada" }],
  posts_authors: [{ post_id: "1", author_id: "u1" }],
  members: [{ id: "m1" }],
};

const FILES = {
  "blog.json": JSON.stringify({ db: [{ meta: { version: "5.0.0" }, data: DATA }] }),
  "content/images/2024/03/boat.png": new Uint8Array([137, 80, 78, 71]),
  "redirects.yaml": "301:\n  /old-boats: /boats/\n  ^\\/archive\\/(.*)$: /boats/$1\n  /a(b|c): /boats/\n",
};

test("redirects that are no YAML are told, and none of them is guessed", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ ...FILES, "redirects.yaml": '301:\n  /a: "/boats/\n  /b: /about/\n' }));
  expect(site.redirects()).not.toHaveProperty("/a");
  expect(losses).toContainEqual({
    place: "redirects.yaml",
    what: expect.stringMatching(/^redirects that cannot be read: Missing closing/) as string,
  });
});

test("a blog of Ghost arrives with its states, terms, pictures and redirects", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf(FILES));
  expect(site.at("/boats")).toMatchObject({
    title: "Post boats",
    description: "On boats",
    date: "2024-03-01T10:00:00Z",
    author: "Ada Marsh",
    source: "ghost:1",
    values: { topics: [site.idAt("/tag/timber")], authors: [site.idAt("/author/ada")] },
    image: { alt: "The boat", src: expect.stringContaining("boat.png") as string },
  });
  expect(site.textAt("/boats")).toMatch(
    /^See \[about\]\(page:about\) and <kbd>Ctrl<\/kbd>\.\n\n!\[A boat\]\(\/media\/[0-9a-f]{64}\/boat\.png "In the harbour"\)$/,
  );
  expect(["/about", "/idea", "/paid", "/later"].map((path) => site.at(path)?.held)).toEqual([
    undefined,
    true,
    true,
    true,
  ]);
  expect(site.redirects()).toEqual({
    "/old-boats": "/boats",
    "/archive/*": "/boats/*",
  });
  expect([...site.formerPaths.values()].flat().toSorted()).toEqual(["/content/images/2024/03/boat.png"]);
  expect(losses.find(({ what }) => what.startsWith("the redirect from /a(b|c)"))?.line).toBe(4);
  const said = losses.map(({ what }) => what);
  expect(said).toEqual(
    expect.arrayContaining([
      "its own code, removed",
      "1 subscriber, for which a site has no place",
      "the redirect from /a(b|c) to /boats/, which is a pattern",
      "a page for subscribers alone; it is held until you release it",
    ]),
  );
});

test.each([
  ["redirects.yaml", "301:\n  /old: /boats/\n302:\n  /now: /boats/\n"],
  [
    "redirects.json",
    JSON.stringify([
      { from: "/old", to: "/boats/", permanent: true },
      { from: "/now", to: "/boats/" },
    ]),
  ],
])("redirects of %s last only where Ghost says so", async (name, written) => {
  const site = await MemorySite.open();
  await site.move(folderOf({ "blog.json": FILES["blog.json"], [name]: written }));
  expect(site.redirectStatuses()).toMatchObject({ "/old": 301, "/now": 302 });
});

test("thousands of posts with their terms are read at once", async () => {
  const count = 4_000;
  const rows = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  const data = {
    posts: rows((index) => post(`${index}`, `post-${index}`, { html: "" })),
    posts_meta: rows((index) => ({ post_id: `${index}`, meta_description: `About ${index}` })),
    tags: rows((index) => ({ id: `t${index}`, name: `Tag ${index}`, slug: `tag-${index}` })),
    posts_tags: rows((index) => ({ post_id: `${index}`, tag_id: `t${index}` })),
    users: rows((index) => ({ id: `u${index}`, name: `Ada ${index}`, slug: `ada-${index}` })),
    posts_authors: rows((index) => ({ post_id: `${index}`, author_id: `u${index}` })),
  };
  const folder = folderOf({ "blog.json": JSON.stringify({ data }) });
  let pages: readonly MovedPage[] = [];
  const dear = await excess(
    async () => ({ pages } = await readGhost(folder, { now: Date.parse("2026-01-01"), rows: [] })),
    150,
  );
  const last = count - 1;
  expect(pages[last]).toMatchObject({
    description: `About ${last}`,
    terms: [`ghost:tag:tag-${last}`, `ghost:author:ada-${last}`],
  });
  expect(dear).toBeUndefined();
});
