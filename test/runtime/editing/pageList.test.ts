import { describe, expect, test } from "vitest";
import { BACK_LINKS_LISTED } from "../../../manifests/bounds/documents.ts";
import { WRITES_PER_COMMAND } from "../../../manifests/bounds/commands.ts";
import type { PagesWanted } from "../../../runtime/editing/pageList.ts";
import { SITE, page, textSection, type World } from "../kernel/world.ts";
import { editingWorld, pageOf, refusalOf, versionOf } from "./editingWorld.ts";

const list = (world: World, wanted: PagesWanted = {}, cursor: string | null = null, limit: number | null = null) =>
  world.kernel.reads.pages(SITE, wanted, cursor, limit);
const paths = (world: World, wanted: PagesWanted = {}): string[] => list(world, wanted).items.map(({ path }) => path);

/** All pages of a list, read in portions. */
function inPortions(world: World, wanted: PagesWanted, limit: number): string[] {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const { items, next }: ReturnType<typeof list> = list(world, wanted, cursor, limit);
    found.push(...items.map(({ path }) => path));
    cursor = next;
  } while (cursor !== null);
  return found;
}

const TREE = {
  home: page("/", { title: "Home" }),
  journal: page("/journal", { title: "Journal" }),
  boats: page("/journal/boats", { title: "Écluse", collection: "journal" }),
  slow: page("/journal/boats/slow", { title: "slow", collection: "journal" }),
  aside: page("/journal-2", { title: "Aside" }),
  lone: page("/far/away", { title: "Lone" }),
};

describe("pages of a draft", () => {
  test("come by path, as a tree, by title without accents, and the last written first", async () => {
    const world = await editingWorld(TREE);
    await world.run("page.update", { page: "lone", expected: 1, changes: { title: "Zed" } });
    const byPath = ["/", "/far/away", "/journal", "/journal-2", "/journal/boats", "/journal/boats/slow"];
    expect(paths(world)).toEqual(byPath);
    expect(paths(world, { order: "tree" })).toEqual([...byPath.slice(0, 3), ...byPath.slice(4), "/journal-2"]);
    expect(paths(world, { order: "title" })).toEqual([
      "/journal-2",
      "/journal/boats",
      "/",
      "/journal",
      "/journal/boats/slow",
      "/far/away",
    ]);
    expect(paths(world, { order: "recent" })[0]).toBe("/far/away");
  });

  test.each(["path", "tree", "title", "recent"] as const)(
    "are the same by %s in portions as at once",
    async (order) => {
      const world = await editingWorld(TREE);
      for (const limit of [1, 2, 5]) expect(inPortions(world, { order }, limit)).toEqual(paths(world, { order }));
    },
  );

  test("are found by title without accents, by path, collection and parent", async () => {
    const world = await editingWorld(TREE);
    expect(paths(world, { text: "ECLUSE" })).toEqual(["/journal/boats"]);
    expect(paths(world, { text: "boats" })).toEqual(["/journal/boats", "/journal/boats/slow"]);
    expect(paths(world, { collection: "journal", text: "slow" })).toEqual(["/journal/boats/slow"]);
    expect(paths(world, { parent: "/" })).toEqual(["/", "/far/away", "/journal", "/journal-2"]);
    expect(paths(world, { parent: "/journal" })).toEqual(["/journal/boats"]);
    expect(list(world).items.map(({ below }) => below)).toEqual([0, 0, 2, 0, 1, 0]);
  });

  test("say what they are to visitors", async () => {
    const world = await editingWorld();
    await world.run("page.update", { page: "about", expected: 1, changes: { title: "New" } });
    await world.run("page.create", { body: page("/new") });
    expect(list(world).items.map(({ path, state }) => [path, state])).toEqual([
      ["/", "published"],
      ["/about", "changed"],
      ["/new", "new"],
    ]);
    for (const [state, path] of [
      ["published", "/"],
      ["changed", "/about"],
      ["new", "/new"],
    ] as const)
      expect(paths(world, { state })).toEqual([path]);
  });

  test("are listed with their last content when deleted, and come back from there", async () => {
    const world = await editingWorld();
    for (const path of ["/one", "/two", "/three"]) await world.run("page.create", { body: page(path) });
    await world.run("page.update", { page: "one", expected: 1, changes: { title: "Last words" } });
    await world.run("page.delete", { page: "one", expected: 2 });
    await world.run("page.delete", { page: "two", expected: 1 });
    await world.run("page.delete", { page: "about", expected: 1 });
    const deleted = { state: "deleted" } as const;
    expect(list(world, deleted).items).toMatchObject([
      { id: "about", version: 1, published: 1, state: "deleted" },
      { id: "two", version: 1, published: null },
      { id: "one", version: 2, title: "Last words" },
    ]);
    expect(inPortions(world, deleted, 1)).toEqual(["/about", "/two", "/one"]);
    expect(paths(world, { ...deleted, text: "words" })).toEqual(["/one"]);
    expect(paths(world)).toEqual(["/", "/three"]);
    await world.run("revision.restore", { page: "one", expected: 0, version: 2 });
    expect(paths(world, deleted)).toEqual(["/about", "/two"]);
    expect(pageOf(world, "one")?.title).toBe("Last words");
  });

  test("of another site are in none of them", async () => {
    const world = await editingWorld();
    for (const wanted of [{}, { text: "secret" }, { order: "title" }, { parent: "/" }] as const)
      expect(paths(world, wanted)).not.toContain("/hidden");
  });
});

describe("a page that moves", () => {
  test("takes along all below it, with a redirect from each path", async () => {
    const world = await editingWorld(TREE);
    const answer = await world.run("page.move", { page: "journal", expected: 1, path: "/log", redirect: true });
    expect(answer).toMatchObject({
      moved: [
        { from: "/journal", to: "/log" },
        { from: "/journal/boats", to: "/log/boats" },
        { from: "/journal/boats/slow", to: "/log/boats/slow" },
      ],
    });
    expect(paths(world)).toEqual(["/", "/far/away", "/journal-2", "/log", "/log/boats", "/log/boats/slow"]);
    expect(world.kernel.reads.document(SITE, "redirects").body.entries).toEqual([
      { from: "/journal", to: "/log", status: 301 },
      { from: "/journal/boats", to: "/log/boats", status: 301 },
      { from: "/journal/boats/slow", to: "/log/boats/slow", status: 301 },
    ]);
    await world.run("page.move", { page: "journal", expected: 2, path: "/journal", redirect: true });
    expect(world.kernel.reads.document(SITE, "redirects").body.entries.map(({ from }) => from)).toEqual([
      "/log",
      "/log/boats",
      "/log/boats/slow",
    ]);
  });

  test("may move below itself, and pages may take each other's old places", async () => {
    const world = await editingWorld(TREE);
    await world.run("page.move", { page: "journal", expected: 1, path: "/journal/boats" });
    expect(paths(world, { text: "journal/" })).toEqual([
      "/journal/boats",
      "/journal/boats/boats",
      "/journal/boats/boats/slow",
    ]);
  });

  test("moves nothing when one of them finds its place taken, or was changed meanwhile", async () => {
    const world = await editingWorld({ ...TREE, taken: page("/log/boats") });
    const move = { page: "journal", expected: 1, path: "/log", redirect: true };
    expect((await refusalOf(world, "page.move", move)).code).toBe("CONFLICT");
    expect((await refusalOf(world, "page.move", { ...move, expected: 2 })).code).toBe("STALE_VERSION");
    expect((await refusalOf(world, "page.move", { ...move, path: "/api" })).code).toBe("INVALID_REQUEST");
  });

  test.each([
    [-1, "takes along"],
    [0, "takes along"],
    [1, "refuses to take along"],
  ])("with %i pages more below it than one command writes %s all", async (more, says) => {
    const world = await editingWorld({ home: page("/"), top: page("/top") });
    const most = WRITES_PER_COMMAND - 2;
    const writes = Array.from({ length: most + more }, (_, index) => ({
      kind: "page",
      id: `p${index}`,
      expected: 0,
      body: page(`/top/p${index}`),
    }));
    await world.run("documents.write", { writes });
    const move = { page: "top", expected: 1, path: "/new", redirect: true };
    if (says === "takes along") {
      const { moved } = await world.run<{ moved: unknown[] }>("page.move", move);
      expect(moved).toHaveLength(most + more + 1);
    } else {
      expect(await refusalOf(world, "page.move", move)).toMatchObject({ code: "TOO_LARGE", detail: { pages: most } });
    }
  });
});

describe("a copy of a page", () => {
  test("has its content under another path and an id of its own", async () => {
    const world = await editingWorld({
      home: page("/"),
      about: page("/about", { sections: [textSection("Words", "a")] }),
    });
    expect(
      await world.run("page.duplicate", { page: "about", expected: 1, path: "/copy", title: "Copy" }),
    ).toMatchObject({
      page: "copy",
    });
    expect(pageOf(world, "copy")).toEqual({ ...pageOf(world, "about"), path: "/copy", title: "Copy" });
    expect(versionOf(world, "about")).toBe(1);
    expect((await refusalOf(world, "page.duplicate", { page: "about", expected: 1, path: "/copy" })).code).toBe(
      "CONFLICT",
    );
  });
});

describe("links to a page", () => {
  const linking = (text: string) => page("/from", { sections: [textSection(text, "a")] });

  test.each([
    ["by its id", "[a](page:about)"],
    ["by its id with an anchor", "[a](page:about#team)"],
    ["by its path", "[a](/about)"],
    ["by its path with a query", "[a](/about?x=1)"],
    ["by its path with a title", '[a](/about "Title")'],
  ])("are found %s", async (_, text) => {
    const world = await editingWorld({ home: page("/"), about: page("/about"), from: linking(text) });
    expect(world.kernel.reads.backLinks(SITE, "about")).toEqual({
      items: [{ kind: "page", id: "from", path: "/from", title: pageOf(world, "from")?.title }],
      more: false,
    });
  });

  test.each(["[a](page:about-us)", "[a](/about/us)", "Nothing about /about", "[a](/aboutness)"])(
    "are not in %s",
    async (text) => {
      const world = await editingWorld({ home: page("/"), about: page("/about"), from: linking(text) });
      expect(world.kernel.reads.backLinks(SITE, "about").items).toEqual([]);
    },
  );

  test("are found in the menu, and listed up to a bound", async () => {
    const many = Object.fromEntries(
      Array.from({ length: BACK_LINKS_LISTED }, (_, index) => [
        `p${index}`,
        page(`/p${index}`, { sections: [textSection("[a](page:about)", "a")] }),
      ]),
    );
    const world = await editingWorld({ home: page("/"), about: page("/about"), ...many });
    expect(world.kernel.reads.backLinks(SITE, "about")).toMatchObject({ more: false });
    const menus = { header: [{ label: "About", link: "page:about" }], footer: [] };
    await world.run("navigation.put", { expected: 1, body: { menus } });
    const { items, more } = world.kernel.reads.backLinks(SITE, "about");
    expect([items.length, more]).toEqual([BACK_LINKS_LISTED, true]);
  });

  test("may lead to a page by its title, and to each of its sections", async () => {
    const world = await editingWorld({
      home: page("/"),
      about: page("/about", { title: "Us", sections: [textSection("Who we are", "team")] }),
    });
    expect(world.kernel.reads.linkTargets(SITE, "US", null).items).toMatchObject([
      {
        page: "about",
        link: "page:about",
        anchors: [{ link: "page:about#team", label: expect.stringContaining("Who we are") }],
      },
    ]);
  });

  test("say which page they lead to: by its title, with its section, and when it was deleted", async () => {
    const world = await editingWorld({
      home: page("/"),
      about: page("/about", { title: "Us", sections: [textSection("Who we are", "team")] }),
      old: page("/old", { title: "Before" }),
    });
    await world.run("page.delete", { page: "old", expected: 1 });
    const links = [
      "page:about",
      "page:about#team",
      "page:about#gone",
      "page:old",
      "page:never",
      "/about",
      "https://a.example",
    ];
    const about = { id: "about", path: "/about", title: "Us" };
    expect(world.kernel.reads.linkedPages(SITE, links)).toEqual([
      { link: "page:about", page: about },
      { link: "page:about#team", page: { ...about, anchor: expect.stringContaining("Who we are") } },
      { link: "page:about#gone", page: about },
      { link: "page:old", page: null, deleted: { path: "/old", title: "Before" } },
      { link: "page:never", page: null },
      { link: "/about", page: about },
      { link: "https://a.example" },
    ]);
  });

  test.each([
    ["page:about#team", ["about"]],
    ["/about", ["about"]],
    ["page:old", []],
    ["mailto:a@a.example", []],
  ])("of %s alone are listed when asked for", async (link, expected) => {
    const world = await editingWorld({ home: page("/"), about: page("/about") });
    const { items, next } = world.kernel.reads.linkTargetOf(SITE, link);
    expect([items.map((one) => one.page), next]).toEqual([expected, null]);
  });
});
