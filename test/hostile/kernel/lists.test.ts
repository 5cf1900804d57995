/** Attacks on the further pages of lists: addresses that are none, pages that want theirs, and lists that want too many. */
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { article, articles, listAt, press, pressPlugin, titles } from "../../runtime/entries/journal.ts";
import { PACK, SITE, page, textSection } from "../../runtime/kernel/world.ts";

const codeOf = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run;
    return "accepted";
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

test.each([
  "/journal/page",
  "/journal/page/0",
  "/journal/page/02",
  "/journal/page/2.0",
  "/journal/page/-1",
  "/journal/page/99999",
  "/journal/page/1e1",
  "/journal/page/2/page/2",
  "/journal/page/٢",
  "/journal//page/2",
  "/page/2",
  "/404/page/2",
  "/nowhere/page/2",
])("%s is no page", async (path) => {
  const world = await press(articles(5));
  const { status, headers } = await world.kernel.published.answer(SITE, path, null);
  expect([status, headers["Location"]]).toEqual([404, undefined]);
});

test.each([
  ["/journal/page/1", "/journal"],
  ["/news/2026/page/1", "/news/2026"],
  ["/news/2026/01/page/1", "/news/2026/01"],
  ["/journal/page/1.md", "/journal.md"],
])("%s leads to the only address %s", async (path, to) => {
  const world = await press({ ...articles(5), dated: listAt("/news", "dated") });
  const { status, headers } = await world.kernel.published.answer(SITE, path, null);
  expect([status, headers["Location"]]).toEqual([301, to]);
});

test("no shared cache keeps a further page, nor the answer that there is none", async () => {
  const world = await press(articles(3));
  for (const path of ["/journal/page/2", "/journal/page/2.md", "/journal/page/1", "/journal/page/9"]) {
    const { headers } = await world.kernel.published.answer(SITE, path, null);
    expect([path, headers["Cache-Control"]]).toEqual([path, "private, no-cache"]);
  }
});

describe("two lists with further pages in one page", () => {
  const two = page("/two", {
    sections: [
      { id: "one", type: "acme.press/list", fields: {} },
      {
        id: "box",
        type: "acme.press/box",
        fields: {},
        children: { body: [{ id: "two", type: "acme.press/dated", fields: {} }] },
      },
    ],
  });

  test("are refused, at any depth", async () => {
    const world = await press(articles(5));
    expect(await codeOf(world.write("two", two))).toBe("INVALID_REQUEST");
  });

  test("that an update of the plugin made have one series of pages, that of the first", async () => {
    const plain = pressPlugin({ query: "found", size: 1, if: { field: "none" } });
    const world = await press(articles(5), [...PACK, plain]);
    await world.write("two", two);
    const later = world.restart([...PACK, pressPlugin(undefined, {}, "1.0.1")]);
    await later.run("publish", {});
    expect(await titles(later, "/two")).toEqual(["a5", "a4", "a5", "a4"]);
    expect(await titles(later, "/two/page/3")).toEqual(["a1", "a5", "a4"]);
    expect((await later.html("/two/page/3")).match(/<b>3\/3 of 5<\/b>/g)).toHaveLength(1);
  });
});

test("a list in a block has further pages, too", async () => {
  const nested = page("/nested", {
    title: "Nested",
    sections: [
      {
        id: "box",
        type: "acme.press/box",
        fields: {},
        children: { body: [{ id: "in", type: "acme.press/list", fields: {} }] },
      },
    ],
  });
  const world = await press({ nested, ...articles(5) });
  expect(await titles(world, "/nested/page/3")).toEqual(["a1"]);
});

test("a link to a further page is sound, and one beside it is broken", async () => {
  const world = await press({ ...articles(3), dated: listAt("/news", "dated") });
  const links = ["/journal/page/2", "/news/2026/01", "/journal/2026", "/journal/page/two"];
  const body = links.map((link) => `[a](${link})`).join(" ");
  await world.write("home", page("/", { sections: [textSection(body)] }));
  const { warnings } = world.kernel.reads.publication(SITE);
  expect(warnings.map(({ link }) => link)).toEqual(["/journal/2026", "/journal/page/two"]);
  const linked = world.kernel.reads.linkedPages(SITE, links);
  expect(linked.filter((one) => one.page === null).map(({ link }) => link)).toEqual([
    "/journal/2026",
    "/journal/page/two",
  ]);
});

describe("a page that wants an address of a list", () => {
  test.each(["/journal/page/2", "/journal/page/1999", "/news/2026", "/news/2026/11", "/news/2026/11/page/2"])(
    "is refused at %s, and may be beside it",
    async (path) => {
      const world = await press({ ...articles(1), dated: listAt("/news", "dated") });
      expect(await codeOf(world.write("new", page(path)))).toBe("INVALID_REQUEST");
      expect(await codeOf(world.write("new", page(`${path}x`)))).toBe("accepted");
    },
  );

  test.each(["/journal/2026", "/journal/page", "/journal/page/two", "/page/2", "/other/page/2"])(
    "may be at %s, which no list has",
    async (path) => {
      const world = await press({ ...articles(1), other: page("/other") });
      expect(await codeOf(world.write("new", page(path)))).toBe("accepted");
    },
  );

  test("stays where it was, and keeps a new list away", async () => {
    const world = await press({ late: page("/late"), there: page("/late/page/2") });
    expect(await codeOf(world.write("late", listAt("/late")))).toBe("INVALID_REQUEST");
    expect(await codeOf(world.write("there", page("/late/page/2", { title: "New words" })))).toBe("accepted");
    await world.write("there", null);
    expect(await codeOf(world.write("late", listAt("/late")))).toBe("accepted");
  });
});

test("a page of the site wins over a further page, and returns it when it goes", async () => {
  const world = await press({ taken: page("/journal/page/2", { title: "Taken" }), ...articles(5) });
  expect(await world.html("/journal/page/2")).toContain("Text of /journal/page/2");
  expect(await titles(world, "/journal/page/3")).toEqual(["a1"]);
  await world.write("taken", null);
  await world.run("publish", {});
  expect(await titles(world, "/journal/page/2")).toEqual(["a3", "a2"]);
});

test("a release that is shown again has the further pages that it had", async () => {
  const world = await press(articles(5));
  await world.write("a6", article(6));
  const { release } = await world.run<{ release: number }>("publish", {});
  expect(await titles(world, "/journal/page/3")).toEqual(["a2", "a1"]);
  await world.run("release.restore", { release: release - 1 });
  expect(await titles(world, "/journal/page/3")).toEqual(["a1"]);
});

test("an entry that nobody may list is on no page of a list", async () => {
  const world = await press({ ...articles(3), hidden: article(9, {}, { noindex: true }) });
  expect(await titles(world, "/journal")).toEqual(["a3", "a2"]);
  expect(await world.html("/journal")).toContain("<b>1/2 of 3</b>");
});

test("a plugin that is disabled takes its lists' pages with it, and brings them back", async () => {
  const world = await press(articles(5));
  await world.run("plugin.state", { plugin: "acme.press", state: "disabled" });
  expect(await world.statusOf("/journal/page/2")).toBe(404);
  await world.run("plugin.state", { plugin: "acme.press", state: "enabled" });
  expect(await world.statusOf("/journal/page/2")).toBe(200);
});

test.each(["/robots.txt", "/sitemap.xml", "/sitemap-2.xml", "/llms.txt"])(
  "no file of a page speaks for the site at %s",
  async (path) => {
    const [, name = "", ending = ""] = /^\/(.*)(\..*)$/.exec(path) ?? [];
    const files = [`{page}/${name}${ending}`, `{page}${ending}`].map((pattern) => ({
      each: { list: true },
      path: pattern,
      type: "text/plain; charset=utf-8",
      template: "list.md.liquid",
    }));
    const speaker = pressPlugin(undefined, { files });
    const world = await press({ home: listAt("/"), other: listAt(`/${name}`) }, [
      ...PACK.filter(({ manifest }) => manifest.id !== "test.files"),
      speaker,
    ]);
    expect(await world.statusOf(path)).toBe(404);
    expect(await world.statusOf(`/journal/${name}${ending}`)).toBe(200);
  },
);
