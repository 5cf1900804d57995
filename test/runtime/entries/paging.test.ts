/** Further pages of lists: /journal/page/2 and its like, as visitors get them from a release. */
import { expect, test } from "vitest";
import { SITE, page } from "../kernel/world.ts";
import { TOPIC, article, articles, listAt, press, titles } from "./journal.ts";

test("a list has further pages, each with its entries, its address and its title", async () => {
  const world = await press(articles(5));
  expect(await titles(world, "/journal")).toEqual(["a5", "a4"]);
  expect(await titles(world, "/journal/page/2")).toEqual(["a3", "a2"]);
  expect(await titles(world, "/journal/page/3")).toEqual(["a1"]);
  const second = await world.html("/journal/page/2");
  expect(second).toContain("<b>2/3 of 5</b>");
  expect(second).toContain('<link rel="canonical" href="https://acme.example/journal/page/2">');
  expect(second).toContain("<title>Journal – Page 2</title>");
  expect(second).toContain('<a rel="prev" href="/journal">');
  expect(second).toContain('<a rel="next" href="/journal/page/3">');
  expect(await world.html("/journal/page/3")).not.toContain('rel="next"');
  expect(await world.html("/journal")).not.toContain('rel="prev"');
});

test("a list that shrinks has its last page gone for a while, then unknown", async () => {
  const world = await press(articles(3));
  expect(await world.statusOf("/journal/page/2")).toBe(200);
  await world.write("a1", null);
  await world.run("publish", {});
  expect(await world.statusOf("/journal/page/2")).toBe(410);
  expect(await world.statusOf("/journal/page/3")).toBe(404);
});

test("a further page shows what is published, and not the draft", async () => {
  const world = await press(articles(3));
  await world.write("a9", article(9));
  expect(await titles(world, "/journal/page/2")).toEqual(["a1"]);
  await world.run("publish", {});
  expect(await titles(world, "/journal/page/2")).toEqual(["a2", "a1"]);
  const draft = await world.kernel.draft.answer(SITE, "/journal/page/2");
  expect(draft.body).toContain("<i>a1</i>");
});

test("a further page is not sent again while it is the same", async () => {
  const world = await press(articles(3));
  const asked = (tag: string | null) => world.kernel.published.answer(SITE, "/journal/page/2", tag);
  const tag = (await asked(null)).headers["ETag"] ?? "";
  expect(tag).toMatch(/^"[^"]+"$/);
  expect(await asked(tag)).toMatchObject({ status: 304, body: null });
  await world.write("a9", article(9));
  await world.run("publish", {});
  expect(await asked(tag)).toMatchObject({ status: 200 });
});

test("a term's page lists what names it, on as many pages as it needs", async () => {
  const topic = page("/topics/oak", { type: TOPIC, title: "Oak", values: {}, sections: [] });
  const world = await press({ oak: topic, ...articles(3, { topics: ["oak"] }), a4: article(4) });
  expect(await titles(world, "/topics/oak")).toEqual(["a3", "a2"]);
  expect(await titles(world, "/topics/oak/page/2")).toEqual(["a1"]);
  expect(await world.html("/topics/oak/page/2")).toContain("<b>2/2 of 3</b>");
  expect(await world.statusOf("/topics/oak/page/3")).toBe(404);
});

test("a list has pages by year and month of a date", async () => {
  const world = await press({
    dated: listAt("/news", "dated"),
    ...articles(31),
    a99: article(99, { day: "2025-12-31" }),
  });
  const first = await world.html("/news");
  expect(first).toContain("<s>2026 31 /news/2026</s>");
  expect(first).toContain("<s>February 2026 4 /news/2026/02</s>");
  expect(first).toContain("<s>December 2025 1 /news/2025/12</s>");
  expect(await titles(world, "/news/2026/02")).toEqual(["a31", "a30"]);
  expect(await titles(world, "/news/2026/02/page/2")).toEqual(["a29", "a28"]);
  expect(await titles(world, "/news/2025")).toEqual(["a99"]);
  const page = await world.html("/news/2026/02/page/2");
  expect(page).toContain("<title>Journal – February 2026 – Page 2</title>");
  expect(page).toContain('<link rel="canonical" href="https://acme.example/news/2026/02/page/2">');
  expect(page).toContain('<a rel="prev" href="/news/2026/02">');
  for (const path of ["/news/2024", "/news/2026/03", "/news/2026/2", "/news/2026/13", "/news/2026/02/page/3"])
    expect([path, await world.statusOf(path)]).toEqual([path, 404]);
  // A list without periods has none.
  expect(await world.statusOf("/journal/2026")).toBe(404);
});

test("further pages are in the file of all addresses, and have Markdown", async () => {
  const world = await press({ ...articles(5), dated: listAt("/news", "dated") });
  const all = [...(await world.html("/lists.xml")).matchAll(/<loc>https:\/\/acme\.example(.*?)<\/loc>/g)];
  expect(all.map(([, path]) => path)).toEqual([
    "/journal/page/2",
    "/journal/page/3",
    "/news/page/2",
    "/news/page/3",
    "/news/2026",
    "/news/2026/page/2",
    "/news/2026/page/3",
    "/news/2026/01",
    "/news/2026/01/page/2",
    "/news/2026/01/page/3",
  ]);
  const twin = await world.kernel.published.answer(SITE, "/journal/page/2.md", null);
  expect(twin.body).toContain("- a3\n- a2");
  expect(twin.headers).toMatchObject({ Link: '<https://acme.example/journal/page/2>; rel="canonical"' });
});
