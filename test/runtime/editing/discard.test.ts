import { describe, expect, test } from "vitest";
import {
  CHANGE_AUTHORS_LISTED,
  CHANGE_VALUE_MAX_CHARS,
  CHANGE_VALUES_LISTED,
} from "../../../manifests/bounds/documents.ts";
import type { Actor } from "../../../runtime/area/actor.ts";
import { type DocumentRef, ONLY } from "../../../runtime/documents/documents.ts";
import { type DocumentChangeView, documentChangeView } from "../../../runtime/editing/comparing/views.ts";
import { SITE, THEME, page, textSection, type World } from "../kernel/world.ts";
import { box, changes, editingWorld, pageOf, refusalOf, versionOf } from "./editingWorld.ts";

const PAGE: DocumentRef = { kind: "page", id: "about" };
const changeOf = (world: World, ref: DocumentRef = PAGE): DocumentChangeView =>
  documentChangeView.parse(world.kernel.reads.change(SITE, ref));
const values = (world: World, ref?: DocumentRef): unknown[] =>
  changeOf(world, ref).values.map(({ section, pointer, was, is }) => [section?.id ?? null, pointer, was, is]);
const update = (world: World, changes: object): Promise<unknown> =>
  world.run("page.update", { page: "about", expected: versionOf(world, "about"), changes });
const discard = (world: World, id = "about", expected = versionOf(world, id)): Promise<unknown> =>
  world.run("page.discard", { page: id, expected });
const as = (world: World, id: string, changes: object): Promise<unknown> => {
  const actor: Actor = { kind: "member", id };
  const input = { page: "about", expected: versionOf(world, "about"), changes };
  return world.kernel.execute("page.update", { site: SITE, actor, key: world.powers.newId(), requestId: "r" }, input);
};

describe("the values of a change", () => {
  test("name each member and field with what visitors see and what the draft says", async () => {
    const world = await editingWorld();
    const sections = [textSection("Other words"), box("new", textSection("Inside", "inside"))];
    await world.write("about", page("/about", { title: "About us", description: "Who we are", sections }));
    expect(changeOf(world)).toMatchObject({
      change: "changed",
      path: "/about",
      title: "About us",
      version: 2,
      published: 1,
    });
    expect(values(world)).toEqual([
      [null, "/title", "Page /about", "About us"],
      [null, "/description", null, "Who we are"],
      ["s1", "/fields/text", "Text of /about", "Other words"],
      ["inside", "/fields/text", null, "Inside"],
    ]);
  });

  test("of a page that is new, removed or as visitors see it say so", async () => {
    const world = await editingWorld();
    expect(changeOf(world)).toMatchObject({ change: "none", values: [], total: 0, authors: [] });
    await world.run("page.create", { id: "new", body: page("/new") });
    expect(changeOf(world, { kind: "page", id: "new" })).toMatchObject({ change: "added", published: 0 });
    await world.run("page.delete", { page: "about", expected: 1 });
    expect(changeOf(world)).toMatchObject({ change: "removed", version: 0, title: "Page /about" });
    expect(values(world)).toContainEqual(["s1", "/fields/text", "Text of /about", null]);
    expect(() => changeOf(world, { kind: "page", id: "nobody" })).toThrow(
      expect.objectContaining({ code: "NOT_FOUND" }),
    );
  });

  test("of lists that grew name the items that only one of them has", async () => {
    const world = await editingWorld();
    const header = [
      { label: "Home", link: "page:home" },
      { label: "About", link: "page:about" },
    ];
    await world.run("navigation.put", { expected: 1, body: { menus: { header, footer: [] } } });
    expect(values(world, { kind: "navigation", id: ONLY })).toEqual([
      [null, "/menus/header", [], [{ label: "About", link: "page:about" }]],
    ]);
  });

  test("name everybody who wrote since, the last one first, and not who wrote what visitors see", async () => {
    const world = await editingWorld();
    for (const [index, id] of ["ann", "ben", "ann"].entries()) await as(world, id, { title: `Title ${index}` });
    expect(changeOf(world).authors.map(({ changedBy }) => changedBy)).toEqual(["member:ann", "member:ben"]);
  });

  test.each([
    [CHANGE_VALUE_MAX_CHARS - 1, false],
    [CHANGE_VALUE_MAX_CHARS, false],
    [CHANGE_VALUE_MAX_CHARS + 1, true],
  ])("of %i characters are cut only where they are too long", async (length, isCut) => {
    const world = await editingWorld();
    await world.write("about", page("/about", { sections: [textSection("x".repeat(length))] }));
    const [value] = changeOf(world).values;
    expect([String(value?.is).length, value?.isCut]).toEqual([Math.min(length, CHANGE_VALUE_MAX_CHARS), isCut]);
  });

  test.each([[CHANGE_VALUES_LISTED - 1], [CHANGE_VALUES_LISTED], [CHANGE_VALUES_LISTED + 1]])(
    "are counted when there are %i, and listed up to a bound",
    async (count) => {
      const world = await editingWorld();
      const entries = Array.from({ length: count }, (_, n) => ({ from: `/old-${n}`, to: "/", status: 301 }));
      const put = (to: string, expected: number) =>
        world.run("redirects.put", { expected, body: { entries: entries.map((one) => ({ ...one, to })) } });
      await put("/", 1);
      await world.run("publish", {});
      await put("/about", 2);
      const { values, total } = changeOf(world, { kind: "redirects", id: ONLY });
      expect([values.length, total]).toEqual([Math.min(count, CHANGE_VALUES_LISTED), count]);
    },
  );

  test.each([[CHANGE_AUTHORS_LISTED - 1], [CHANGE_AUTHORS_LISTED], [CHANGE_AUTHORS_LISTED + 1]])(
    "name at most so many authors: %i",
    async (count) => {
      const world = await editingWorld();
      for (let n = 0; n < count; n += 1) await as(world, `m${n}`, { title: `Title ${n}` });
      expect(changeOf(world).authors).toHaveLength(Math.min(count, CHANGE_AUTHORS_LISTED));
    },
  );
});

describe("discarding", () => {
  test("puts a page back to what visitors see, and history brings the discarded version back", async () => {
    const world = await editingWorld();
    await update(world, { title: "Discarded", path: "/elsewhere" });
    expect(await discard(world)).toEqual({ versions: [{ kind: "page", id: "about", version: 3 }] });
    expect([pageOf(world, "about"), changes(world).pages]).toEqual([page("/about"), []]);
    await world.run("revision.restore", { page: "about", expected: 3, version: 2 });
    expect(pageOf(world, "about")).toMatchObject({ title: "Discarded", path: "/elsewhere" });
  });

  test("takes a new page out of the draft, and brings a deleted one back", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "new", body: page("/new") });
    await discard(world, "new");
    expect(pageOf(world, "new")).toBeUndefined();
    await world.run("page.delete", { page: "about", expected: 1 });
    await discard(world, "about", 0);
    expect(pageOf(world, "about")).toEqual(page("/about"));
  });

  test("leaves every other document as it is", async () => {
    const world = await editingWorld();
    await update(world, { title: "Discarded" });
    await world.run("page.update", { page: "home", expected: 1, changes: { title: "Kept" } });
    await discard(world);
    expect(changes(world).pages.map(({ id }) => id)).toEqual(["home"]);
  });

  test.each([["navigation"], ["redirects"], ["theme"], ["settings"]] as const)("works for the %s", async (kind) => {
    const world = await editingWorld();
    const before = world.kernel.documents.only(SITE, kind).body;
    const bodies = {
      navigation: { menus: { header: [], footer: [] } },
      redirects: { entries: [{ from: "/a", to: "/about", status: 301 }] },
      theme: { ...THEME, scheme: "dark" },
      settings: { name: "Renamed", language: "en" },
    };
    await world.run(`${kind}.put`, { expected: 1, body: bodies[kind] });
    await world.run(`${kind}.discard`, { expected: 2 });
    expect([world.kernel.documents.only(SITE, kind).body, changes(world).documents]).toEqual([before, []]);
    await world.run(`${kind}.restore`, { expected: 3, version: 2 });
    expect(world.kernel.documents.only(SITE, kind).body).toEqual(bodies[kind]);
    expect(
      world.kernel.reads.revisions(SITE, { kind, id: ONLY }, null, null).items.map(({ version }) => version),
    ).toEqual([4, 3, 2, 1]);
    expect(world.kernel.reads.documentRevision(SITE, kind, 2).body).toEqual(bodies[kind]);
  });

  test("is refused where there is nothing to discard, for a stale version, and for what never was", async () => {
    const world = await editingWorld();
    expect(await refusalOf(world, "page.discard", { page: "about", expected: 1 })).toMatchObject({ code: "CONFLICT" });
    await update(world, { title: "Mine" });
    expect(await refusalOf(world, "page.discard", { page: "about", expected: 1 })).toMatchObject({
      code: "STALE_VERSION",
      detail: { current: 2 },
    });
    expect(await refusalOf(world, "page.discard", { page: "nobody", expected: 0 })).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await refusalOf(world, "theme.restore", { expected: 1, version: 9 })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("is refused where another page has the path by now, and loses nothing", async () => {
    const world = await editingWorld();
    await update(world, { path: "/elsewhere" });
    await world.run("page.create", { body: page("/about") });
    expect(await refusalOf(world, "page.discard", { page: "about", expected: 2 })).toMatchObject({
      code: "CONFLICT",
      detail: { issues: [{ pointer: "/path", found: "/about" }] },
    });
    expect(pageOf(world, "about")?.path).toBe("/elsewhere");
  });
});
