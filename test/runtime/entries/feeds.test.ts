/** The feeds of drawbridge.feeds on a site with lists: of Atom (RFC 4287), and in pages (RFC 5005). */
import { expect, test } from "vitest";
import { FIRST_PARTY } from "../../plugins/stage.ts";
import { type Element, all, only, readXml } from "../../plugins/xml.ts";
import { PACK, page, textSection, type World } from "../kernel/world.ts";
import { article, listAt, press, pressPlugin } from "./journal.ts";

const FEEDS = FIRST_PARTY.filter(({ manifest }) => manifest.id === "drawbridge.feeds");
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const text = (words: string) => ({ sections: [textSection(words)] });
const site = (): Promise<World> =>
  press(
    {
      a1: article(
        1,
        {},
        { date: "2025-01-02", description: "First & <last>", ...text("Body of one, [home](page:home).") },
      ),
      a2: article(2, {}, { date: "2025-01-03", author: "Ada", ...text("Body of two.") }),
      a3: article(3, {}, text("Body of three.")),
      dated: listAt("/news", "dated"),
    },
    [...PACK, pressPlugin(), ...FEEDS],
  );

/** Members of every feed and entry (RFC 4287, 4.1). */
function requireAtom(feed: Element): void {
  expect([feed.name, feed.attributes.get("xmlns")]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
  const entries = all(feed, "entry");
  for (const one of [feed, ...entries]) {
    for (const name of ["id", "title", "updated"]) expect([name, all(one, name).length]).toEqual([name, 1]);
    expect(URL.canParse(only(one, "id"))).toBe(true);
    expect(only(one, "updated")).toMatch(MOMENT);
    for (const name of ["published", "summary", "content"]) expect(all(one, name).length).toBeLessThanOrEqual(1);
    const alternates = all(one, "link").filter(({ attributes }) => attributes.get("rel") === "alternate");
    expect(alternates.length).toBe(1);
    for (const { attributes } of all(one, "link")) expect(URL.canParse(attributes.get("href") ?? "")).toBe(true);
    for (const author of all(one, "author")) expect(only(author, "name")).not.toBe("");
  }
  // Each entry has an author, or the feed has one (4.1.1).
  expect(all(feed, "author").length > 0 || entries.every((entry) => all(entry, "author").length > 0)).toBe(true);
  const ids = entries.map((entry) => only(entry, "id"));
  expect(new Set(ids).size).toBe(ids.length);
}

const feedAt = async (world: World, path: string): Promise<Element> => {
  const feed = readXml(await world.html(path));
  requireAtom(feed);
  return feed;
};
const linksOf = (feed: Element): Record<string, string> =>
  Object.fromEntries(
    all(feed, "link").map(({ attributes }) => [attributes.get("rel") ?? "", attributes.get("href") ?? ""]),
  );
const idsOf = (feed: Element): string[] => all(feed, "entry").map((entry) => only(entry, "id"));

test("a list has a feed in pages, which lead to each other and have one id", async () => {
  const world = await site();
  const [first, second] = [await feedAt(world, "/journal/feed.xml"), await feedAt(world, "/journal/page/2/feed.xml")];
  const at = "https://acme.example/journal";
  expect(linksOf(first)).toEqual({
    self: `${at}/feed.xml`,
    alternate: at,
    first: `${at}/feed.xml`,
    next: `${at}/page/2/feed.xml`,
    last: `${at}/page/2/feed.xml`,
  });
  expect(linksOf(second)).toMatchObject({
    self: `${at}/page/2/feed.xml`,
    previous: `${at}/feed.xml`,
    alternate: `${at}/page/2`,
  });
  expect(linksOf(second)).not.toHaveProperty("next");
  expect([only(first, "id"), only(second, "id")]).toEqual([`${at}/feed.xml`, `${at}/feed.xml`]);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(
    ["a3", "a2", "a1"].map((id) => `https://acme.example/feed.xml#${id}`),
  );
});

test("a page by year has a feed, too, and the page announces it", async () => {
  const world = await site();
  expect(linksOf(await feedAt(world, "/news/2026/feed.xml"))).toMatchObject({
    self: "https://acme.example/news/2026/feed.xml",
  });
  expect(await world.html("/news/2026")).toContain('href="https://acme.example/news/2026/feed.xml"');
  expect(await world.html("/journal/page/2")).toContain('href="https://acme.example/journal/feed.xml"');
  expect(await world.html("/journal/a1")).not.toContain("/journal/a1/feed.xml");
});

test("an entry keeps its id when the site moves to another domain", async () => {
  const world = await site();
  const before = idsOf(await feedAt(world, "/journal/feed.xml"));
  world.powers.sql.all("UPDATE sites SET origin = 'https://moved.example', hostnames = '[\"moved.example\"]'");
  const moved = world.restart();
  await moved.write("home", page("/", { title: "Moved" }));
  await moved.run("publish", {});
  const after = await feedAt(moved, "/journal/feed.xml");
  expect(idsOf(after)).toEqual(before);
  expect(linksOf(after)).toMatchObject({ self: "https://moved.example/journal/feed.xml" });
});

test("a site chooses whether feeds have whole texts", async () => {
  const world = await site();
  expect(await world.html("/journal/feed.xml")).not.toContain("Body of");
  await world.run("plugin.settings", { plugin: "drawbridge.feeds", expected: 0, values: { content: true } });
  await world.run("publish", {});
  const [, last] = [await feedAt(world, "/journal/feed.xml"), await feedAt(world, "/journal/page/2/feed.xml")];
  const [entry] = all(last, "entry");
  const [content] = entry ? all(entry, "content") : [];
  expect(content?.attributes.get("type")).toBe("html");
  expect(content?.text).toContain('Body of one, <a href="https://acme.example/">home</a>.');
});
