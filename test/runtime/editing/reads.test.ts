import { describe, expect, test } from "vitest";
import { LIST_MAX_ROWS, LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { CHANGES_LISTED } from "../../../manifests/bounds/documents.ts";
import type { DocumentKind } from "../../../runtime/documents/content/content.ts";
import { changesView } from "../../../runtime/editing/comparing/views.ts";
import {
  catalogueView,
  contextView,
  documentViews,
  pageView,
  pagesView,
  releasesView,
  revisionView,
  revisionsView,
  schedulesView,
} from "../../../runtime/editing/views.ts";
import { PACK, SITE, THEME, page, textSection, type World } from "../kernel/world.ts";
import { OTHER_SITE, box, changes, editingWorld } from "./editingWorld.ts";

const update = (world: World, id: string, expected: number, more: object) =>
  world.run("page.update", { page: id, expected, changes: more });
const SITE_KINDS: readonly Exclude<DocumentKind, "page">[] = ["navigation", "redirects", "theme", "settings"];

describe("what is read has the documented shape", () => {
  test("everywhere, before and after changes of every kind", async () => {
    const world = await editingWorld({
      home: page("/", { sections: [box("b", textSection("In", "in"))] }),
      about: page("/about"),
    });
    await update(world, "about", 1, { title: "New" });
    await world.run("page.create", { body: page("/new") });
    await world.run("page.delete", { page: "home", expected: 1 });
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
    const { schedule } = await world.run<{ schedule: string }>("schedule.create", {
      at: world.powers.now() + 1,
      label: "Soon",
    });
    await update(world, "about", 2, { title: "Newer" });
    const { reads } = world.kernel;
    contextView.parse({ ...reads.context(SITE), review: false });
    catalogueView.parse(reads.catalogue(SITE));
    pagesView.parse(reads.pages(SITE, {}, null, null));
    pageView.parse(reads.page(SITE, "about"));
    revisionsView.parse(reads.revisions(SITE, { kind: "page", id: "home" }, null, null));
    revisionView.parse(reads.revision(SITE, "home", 1));
    for (const kind of SITE_KINDS) documentViews[kind].parse(reads.document(SITE, kind));
    expect(
      changesView
        .parse(reads.changes(SITE))
        .pages.map(({ change }) => change)
        .toSorted(),
    ).toEqual(["added", "changed", "removed"]);
    releasesView.parse(reads.releases(SITE, null, null));
    world.powers.clock.now += 1;
    await world.kernel.scheduleRunner.runDue();
    expect(schedulesView.parse(reads.schedules(SITE)).items).toMatchObject([{ schedule, state: "failed" }]);
  });
});

describe("the context", () => {
  test("counts what is unpublished, in the draft and by its own document", async () => {
    const world = await editingWorld();
    expect(world.kernel.reads.context(SITE)).toMatchObject({
      tenant: "acme",
      name: "Test site",
      change: 1,
      unpublished: 0,
      release: 1,
      pages: 2,
    });
    await update(world, "about", 1, { title: "1" });
    await update(world, "about", 2, { title: "2" });
    expect(world.kernel.reads.context(SITE)).toMatchObject({ change: 3, unpublished: 1, versions: { theme: 1 } });
  });
});

describe("the catalogue", () => {
  test("lists what active plugins offer and nothing of those that are away", async () => {
    const world = await editingWorld();
    expect(
      world.kernel.reads
        .catalogue(SITE)
        .sections.map(({ type }) => type)
        .toSorted(),
    ).toEqual(["test.box/box", "test.list/list", "test.text/text"]);
    expect(world.kernel.reads.catalogue(SITE).sections.find(({ type }) => type === "test.box/box")).toMatchObject({
      maxPerPage: 2,
      slots: [{ name: "left", max: 2 }],
    });
    expect(
      world
        .restart(PACK)
        .kernel.reads.catalogue(SITE)
        .sections.map(({ type }) => type),
    ).not.toContain("test.box/box");
  });
});

describe("a list", () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, page(`/p${String(index).padStart(3, "0")}`)]),
    );

  test("of pages goes by path, each page once, to the end", async () => {
    const world = await editingWorld({ home: page("/"), ...many(7) });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { items, next } = world.kernel.reads.pages(SITE, {}, cursor, 3);
      seen.push(...items.map(({ path }) => path));
      cursor = next;
    } while (cursor !== null);
    expect(seen).toEqual(["/", "/p000", "/p001", "/p002", "/p003", "/p004", "/p005", "/p006"]);
  });

  test("of pages, like a page by itself, says which of them nobody reaches, and why", async () => {
    const world = await editingWorld({ home: page("/"), lost: page("/lost"), near: page("/apis") });
    const { reads } = world.kernel;
    // The kernel refuses this path now, but an earlier release may have stored it.
    world.powers.sql.all(
      "UPDATE documents SET path = '/api/lost', body = json_set(body, '$.path', '/api/lost') WHERE id = 'lost'",
    );
    const says = "Visitors do not reach /api/lost. Choose a path outside /api, where the interface answers.";
    expect(reads.pages(SITE, {}, null, null).items.map(({ id, unreachable }) => [id, unreachable])).toEqual([
      ["home", null],
      ["lost", says],
      ["near", null],
    ]);
    expect(["home", "lost", "near"].map((id) => reads.page(SITE, id).unreachable)).toEqual([null, says, null]);
  });

  test("of pages says which of them visitors see, and in which version", async () => {
    const world = await editingWorld();
    await update(world, "about", 1, { title: "New" });
    await world.run("page.create", { body: page("/new") });
    expect(
      world.kernel.reads
        .pages(SITE, {}, null, null)
        .items.map(({ id, version, published }) => [id, version, published]),
    ).toEqual([
      ["home", 1, 1],
      ["about", 2, 1],
      ["new", 1, null],
    ]);
  });

  test.each([
    [0, 1],
    [1, 1],
    [LIST_MAX_ROWS - 1, LIST_MAX_ROWS - 1],
    [LIST_MAX_ROWS, LIST_MAX_ROWS],
    [LIST_MAX_ROWS + 1, LIST_MAX_ROWS],
    [null, LIST_ROWS],
  ])("asked for %j rows has %i", async (limit, rows) => {
    const world = await editingWorld({ home: page("/"), ...many(LIST_MAX_ROWS + 5) });
    const { items, next } = world.kernel.reads.pages(SITE, {}, null, limit);
    expect([items.length, next === null]).toEqual([rows, false]);
  });

  test("of revisions and releases goes from the newest down", async () => {
    const world = await editingWorld();
    for (let version = 1; version < 4; version++) {
      await update(world, "about", version, { title: `T${version}` });
      await world.run("publish", {});
    }
    const { reads } = world.kernel;
    const first = reads.revisions(SITE, { kind: "page", id: "about" }, null, 3);
    expect([
      first.items.map(({ version }) => version),
      reads.revisions(SITE, { kind: "page", id: "about" }, first.next, 3),
    ]).toMatchObject([[4, 3, 2], { items: [{ version: 1 }], next: null }]);
    expect(reads.releases(SITE, null, 2)).toMatchObject({
      items: [
        { release: 4, current: true },
        { release: 3, current: false },
      ],
      next: 3,
    });
  });
});

describe("changes", () => {
  test("are none after a publication, and none when everything is back as it was", async () => {
    const world = await editingWorld();
    await update(world, "about", 1, { title: "New" });
    await world.run("revision.restore", { page: "about", expected: 2, version: 1 });
    await world.run("page.create", { body: page("/new") });
    await world.run("page.delete", { page: "new", expected: 1 });
    expect(changes(world)).toMatchObject({ total: 0, pages: [], documents: [] });
    await world.run("publish", {});
    expect(changes(world)).toMatchObject({ total: 0, pages: [], documents: [] });
  });

  test("are counted by what differs, wherever they are counted", async () => {
    const world = await editingWorld({ home: page("/"), about: page("/about", { description: "Old", noindex: true }) });
    const { reads } = world.kernel;
    await update(world, "about", 1, { description: null });
    await update(world, "about", 2, { description: "Old" });
    await update(world, "home", 1, { title: "Home" });
    const counts = (): unknown[] => [
      reads.context(SITE).unpublished,
      reads.changes(SITE).total,
      reads.publication(SITE).documents,
      reads.pages(SITE, { state: "changed" }, null, null).items.map(({ id }) => id),
      reads.pages(SITE, {}, null, null).items.map(({ id, state }) => [id, state]),
      reads.change(SITE, { kind: "page", id: "about" }).change,
    ];
    const about = ["about", "published"];
    expect(counts()).toEqual([1, 1, 1, ["home"], [["home", "changed"], about], "none"]);
    await update(world, "home", 2, { title: "Page /" });
    expect(counts()).toEqual([0, 0, 0, [], [["home", "published"], about], "none"]);
    expect(await world.run("publish", {})).toMatchObject({ changed: 0 });
  });

  test.each([
    [CHANGES_LISTED - 1, 0],
    [CHANGES_LISTED, 0],
    [CHANGES_LISTED + 1, CHANGES_LISTED + 1],
  ])("of %i pages that came and went count %i", async (count, counted) => {
    const world = await editingWorld();
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const write = (lot: readonly string[], expected: number) =>
      world.run("documents.write", {
        writes: lot.map((id) => ({ kind: "page", id, expected, body: expected === 0 ? page(`/${id}`) : null })),
      });
    for (const lot of [ids.slice(0, 250), ids.slice(250, 500), ids.slice(500)].filter(({ length }) => length > 0)) {
      await write(lot, 0);
      await write(lot, 1);
    }
    expect([changes(world).pages.length, changes(world).total]).toEqual([0, counted]);
  });

  test("tell two values of one length apart, and members from texts", async () => {
    const world = await editingWorld();
    await update(world, "about", 1, { title: "ab" });
    await world.run("publish", {});
    await update(world, "about", 2, { title: "ba" });
    expect(world.kernel.reads.context(SITE).unpublished).toBe(1);
  });

  test("name pages, their members and sections, and the parts of what all pages share", async () => {
    const world = await editingWorld();
    await world.run("section.update", { page: "about", expected: 1, section: "s1", fields: { text: "New" } });
    await world.run("section.add", { page: "about", expected: 2, section: { type: "test.box/box", fields: {} } });
    await world.run("navigation.put", {
      expected: 1,
      body: { menus: { header: [{ label: "Start", link: "page:home" }], footer: [] } },
    });
    expect(changes(world)).toMatchObject({
      pages: [
        {
          id: "about",
          change: "changed",
          version: 3,
          published: 1,
          changedBy: "member:m1",
          members: [],
          sections: {
            added: [{ id: "box", type: "test.box/box" }],
            changed: [{ id: "s1", fields: ["text"], members: [] }],
            removed: [],
            moved: [],
          },
        },
      ],
      documents: [{ kind: "navigation", version: 2, published: 1, members: ["header"] }],
    });
  });

  test("are told against what visitors see, an older release too", async () => {
    const world = await editingWorld();
    await update(world, "about", 1, { title: "New" });
    await world.run("publish", {});
    await world.run("release.restore", { release: 1 });
    expect(changes(world)).toMatchObject({ release: 1, pages: [{ id: "about", members: ["title"], published: 1 }] });
  });

  test.each([[CHANGES_LISTED - 1], [CHANGES_LISTED], [CHANGES_LISTED + 1]])(
    "of %i pages are counted all and listed up to a bound",
    async (count) => {
      const world = await editingWorld();
      const writes = Array.from({ length: count }, (_, index) => ({
        kind: "page",
        id: `n${index}`,
        expected: 0,
        body: page(`/n${index}`),
      }));
      await world.run("documents.write", { writes: writes.slice(0, CHANGES_LISTED) });
      if (count > CHANGES_LISTED) await world.run("documents.write", { writes: writes.slice(CHANGES_LISTED) });
      expect([changes(world).pages.length, changes(world).total]).toEqual([Math.min(count, CHANGES_LISTED), count]);
    },
  );
});

describe("nothing is read across sites", () => {
  const READS: readonly [string, (world: World, site: string) => unknown][] = [
    ["page", ({ kernel }, site) => kernel.reads.page(site, "hidden")],
    ["revisions", ({ kernel }, site) => kernel.reads.revisions(site, { kind: "page", id: "hidden" }, null, null)],
    ["revision", ({ kernel }, site) => kernel.reads.revision(site, "hidden", 1)],
  ];

  test.each(READS)("a %s of another site looks like one that does not exist", async (_name, read) => {
    const world = await editingWorld();
    expect(read(world, OTHER_SITE)).toBeDefined();
    expect(() => read(world, SITE)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  test("lists and summaries hold only what is of the site", async () => {
    const world = await editingWorld();
    const { reads } = world.kernel;
    const all = [
      reads.context(SITE),
      reads.pages(SITE, {}, null, null),
      reads.changes(SITE),
      reads.releases(SITE, null, null),
      reads.page(SITE, "home"),
      reads.schedules(SITE),
    ];
    expect(JSON.stringify(all)).not.toMatch(/secret|hidden/i);
  });

  test("of a site the workspace does not have, nothing is read at all", async () => {
    const { reads } = (await editingWorld()).kernel;
    const calls = [
      () => reads.context("x"),
      () => reads.catalogue("x"),
      () => reads.pages("x", {}, null, null),
      () => reads.page("x", "home"),
      () => reads.revisions("x", { kind: "page", id: "home" }, null, null),
      () => reads.revision("x", "home", 1),
      () => reads.document("x", "theme"),
      () => reads.changes("x"),
      () => reads.releases("x", null, null),
      () => reads.schedules("x"),
    ];
    for (const call of calls)
      expect(call).toThrow(expect.objectContaining({ code: "NOT_FOUND", detail: { site: "x" } }));
  });
});

test("a page says which of its sections nobody shows", async () => {
  const world = await editingWorld({ home: page("/", { sections: [box("b")] }) });
  expect(world.kernel.reads.page(SITE, "home").unavailable).toEqual([]);
  expect(world.restart(PACK).kernel.reads.page(SITE, "home").unavailable).toMatchObject([
    { section: "b", type: "test.box/box" },
  ]);
});
