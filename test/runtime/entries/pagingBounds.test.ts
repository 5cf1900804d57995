/** The bounds of further pages. */
import { expect, test, vi } from "vitest";
import { LIST_MAX_PAGES, QUERY_RESULTS_KEPT } from "../../../manifests/bounds/documents.ts";
import { FURTHER_ADDRESSES_MAX } from "../../../manifests/bounds/manifest.ts";
import { GONE_LISTS_REMEMBERED, GONE_PAGE_RELEASES } from "../../../manifests/bounds/publishing.ts";
import type { PageQuery } from "../../../runtime/documents/content/content.ts";
import type { SiteView } from "../../../runtime/rendering/renderer.ts";
import { Pinned } from "../../../runtime/snapshots/pinned.ts";
import { PACK, SITE, page, type World } from "../kernel/world.ts";
import { article, articles, listAt, press, pressPlugin } from "./journal.ts";

const viewOf = async (world: World): Promise<Pinned> => {
  const { powers, kernel } = world;
  const plugins = kernel.plugins.forSite(SITE);
  return Pinned.at({ ...kernel, powers }, plugins, kernel.sites.get(SITE), kernel.documents.change(SITE));
};

test.each([
  [LIST_MAX_PAGES - 1, LIST_MAX_PAGES - 1],
  [LIST_MAX_PAGES, LIST_MAX_PAGES],
  [LIST_MAX_PAGES + 1, LIST_MAX_PAGES],
  [20_000, LIST_MAX_PAGES],
])("a list of %i entries with one on each page has %i pages", async (total, pages) => {
  const pinned = await viewOf(await press({}, [...PACK, pressPlugin({ query: "found", size: 1 })]));
  const site: SiteView = { ...pinned.view, count: () => total };
  const input = { id: "journal", version: 1, page: listAt("/journal"), site, mode: "published" as const };
  const { renderer } = pinned.plugins;
  expect(renderer.pagesIn(input)).toBe(pages);
  expect(renderer.page(input).html).toContain(`<b>1/${pages} of ${total}</b>`);
  const last = renderer.page({ ...input, part: { list: "/journal", number: pages } }).html;
  expect(last).not.toContain('rel="next"');
});

test("a file names so many addresses of further pages", async () => {
  const pinned = await viewOf(await press({}, [...PACK, pressPlugin({ query: "found", size: 1 })]));
  const each = LIST_MAX_PAGES - 1;
  for (const most of [FURTHER_ADDRESSES_MAX - 1, FURTHER_ADDRESSES_MAX, FURTHER_ADDRESSES_MAX + 1]) {
    // Each list has its own page, so it names one address less.
    const lists = Math.ceil(most / each);
    const site: SiteView = {
      ...pinned.view,
      holding: () =>
        Array.from({ length: lists }, (_, index) => ({ id: `l${index}`, version: 1, page: listAt(`/l${index}`) })),
      count: () => ((counted += 1) < lists ? LIST_MAX_PAGES : most - (lists - 1) * each + 1),
    };
    let counted = 0;
    const { body = "" } = pinned.plugins.renderer.file("/lists.xml", site, "2026-01-01T00:00:00Z") ?? {};
    expect(body.match(/<loc>/g)).toHaveLength(Math.min(most, FURTHER_ADDRESSES_MAX));
  }
});

test("a page of a list that has shrunk is gone for so many releases", async () => {
  const world = await press(articles(3));
  await world.write("a1", null);
  for (let release = 1; release <= GONE_PAGE_RELEASES + 1; release += 1) {
    await world.write("home", page("/", { title: `Home ${release}` }));
    await world.run("publish", {});
    expect([release, await world.statusOf("/journal/page/2")]).toEqual([
      release,
      release <= GONE_PAGE_RELEASES ? 410 : 404,
    ]);
  }
});

test("a workspace remembers the length of so many lists before", async () => {
  const world = await press({ a1: article(1), dated: listAt("/news", "dated") });
  const looks = vi.spyOn(world.kernel.releases, "list");
  const ask = (year: number) => world.statusOf(`/news/${1000 + year}`);
  const asksAgain = async (year: number): Promise<boolean> => {
    const before = looks.mock.calls.length;
    await ask(year);
    return looks.mock.calls.length > before;
  };
  for (let year = 0; year < GONE_LISTS_REMEMBERED; year += 1) await ask(year);
  expect(await asksAgain(0)).toBe(false);
  await ask(GONE_LISTS_REMEMBERED);
  expect(await asksAgain(1)).toBe(false);
  expect(await asksAgain(0)).toBe(true);
});

test("one state of a site keeps the answers of so many queries", async () => {
  const world = await press(articles(1));
  const pinned = await viewOf(world);
  const asked = vi.spyOn(world.kernel.documents.lists, "query");
  const query = (limit: number): PageQuery => ({ limit });
  for (let limit = 1; limit <= QUERY_RESULTS_KEPT; limit += 1) pinned.query(query(limit));
  expect(asked).toHaveBeenCalledTimes(QUERY_RESULTS_KEPT);
  pinned.query(query(1));
  expect(asked).toHaveBeenCalledTimes(QUERY_RESULTS_KEPT);
  pinned.query(query(QUERY_RESULTS_KEPT + 1));
  pinned.query(query(1));
  expect(asked).toHaveBeenCalledTimes(QUERY_RESULTS_KEPT + 2);
});
