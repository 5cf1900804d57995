import { describe, expect, test, vi } from "vitest";
import { PAGE_MAX_SECTIONS, PATH_MAX_CHARS, STRUCTURE_MAX_OPERATIONS } from "../../../manifests/bounds/documents.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { MEMBER, PACK, SITE, THEME, initialiseInput, page, siteOf, textSection, type World } from "../kernel/world.ts";
import { OTHER_SITE, attempt, box, editingWorld, pageOf, pointersOf, refusalOf, versionOf } from "./editingWorld.ts";

const REDIRECT = { from: "/x", to: "/", status: 301 };
const NAVIGATION = { menus: { header: [], footer: [] } };
const added = (text: string) => ({ type: "test.text/text", fields: { text } });

/** One valid input for each command that changes a draft, on the page `about`. */
const EDITS: readonly [CommandName, Record<string, unknown>][] = [
  ["page.update", { page: "about", expected: 1, changes: { title: "New" } }],
  ["page.edit", { page: "about", expected: 1, operations: [{ op: "set", section: "s1", fields: { text: "New" } }] }],
  ["page.move", { page: "about", expected: 1, path: "/moved" }],
  ["page.delete", { page: "about", expected: 1 }],
  ["section.add", { page: "about", expected: 1, section: added("More") }],
  ["section.update", { page: "about", expected: 1, section: "s1", fields: { text: "New" } }],
  ["section.variant", { page: "about", expected: 1, section: "s1", variant: "plain" }],
  ["structure.apply", { page: "about", expected: 1, operations: [{ op: "duplicate", section: "s1" }] }],
  ["revision.restore", { page: "about", expected: 1, version: 1 }],
  ["navigation.put", { expected: 1, body: NAVIGATION }],
  ["redirects.put", { expected: 1, body: { entries: [REDIRECT] } }],
  ["theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } }],
  ["settings.put", { expected: 1, body: { name: "Renamed", language: "en" } }],
];
const ON_PAGE = EDITS.filter(([, input]) => "page" in input);

describe.each(EDITS)("%s", (name, input) => {
  test("answers with the next version", async () => {
    const world = await editingWorld();
    const { versions } = await world.run<{ versions: { kind: string; id: string; version: number }[] }>(name, input);
    const target = "page" in input ? { kind: "page", id: "about" } : { kind: name.split(".")[0], id: "site" };
    expect(versions).toEqual([{ ...target, version: 2 }]);
  });

  test("refuses a version that is not current, and says which is and who made it", async () => {
    const world = await editingWorld();
    await world.run(name, input);
    world.powers.clock.now += 5;
    const again = name === "page.delete" ? "revision.restore" : name;
    const inputs: Record<string, Record<string, unknown>> = {
      "revision.restore": { page: "about", expected: 1, version: 1 },
      // An edit may build on an earlier version unless it changes the same text, as here.
      "page.edit": {
        page: "about",
        expected: 1,
        operations: [{ op: "set", section: "s1", fields: { text: "Newer" } }],
      },
    };
    const { code, detail } = await refusalOf(world, again, inputs[again] ?? input);
    expect([code, detail["current"]]).toEqual(["STALE_VERSION", name === "page.delete" ? 0 : 2]);
    expect(detail).toMatchObject({ changedBy: "member:m1", changedAt: world.powers.clock.now - 5 });
  });

  test("refuses members it does not know", async () => {
    const world = await editingWorld();
    const refusal = await refusalOf(world, name, { ...input, draft: true });
    expect([refusal.code, pointersOf(refusal)]).toEqual(["INVALID_REQUEST", ["/draft"]]);
  });

  test("does nothing to the site beside it", async () => {
    const world = await editingWorld();
    const before = world.kernel.documents.change(OTHER_SITE);
    await world.run(name, input);
    expect(world.kernel.documents.change(OTHER_SITE)).toBe(before);
  });
});

test("a change of a section reads its page once", async () => {
  const world = await editingWorld();
  const read = vi.spyOn(world.kernel.documents, "get");
  await world.run("section.update", { page: "about", expected: 1, section: "s1", fields: { text: "New" } });
  expect(read.mock.calls.filter(([, kind]) => kind === "page")).toEqual([[SITE, "page", "about"]]);
});

describe.each(ON_PAGE)("%s", (name, input) => {
  test.each([
    ["another site of the workspace has", "hidden"],
    ["nobody has", "nothing"],
  ])("does not know a page %s", async (_claim, id) => {
    const { code, detail } = await refusalOf(await editingWorld(), name, { ...input, page: id });
    expect([code, detail["page"]]).toEqual(["NOT_FOUND", id]);
  });

  test("with a theme version that is not current leaves the page as it was", async () => {
    const world = await editingWorld();
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "light" } });
    const { code, detail } = await refusalOf(world, name, { ...input, expectedTheme: 1 });
    expect([code, detail]).toMatchObject(["STALE_VERSION", { kind: "theme", id: "site", current: 2 }]);
    await world.run(name, { ...input, expectedTheme: 2 });
  });
});

describe("a page whose path is taken", () => {
  const at = (world: World, id: string) => world.kernel.documents.pathOf(SITE, id, world.kernel.documents.change(SITE));

  test("takes the next free one if it is created anywhere, and is refused otherwise", async () => {
    const world = await editingWorld();
    const create = (path: string, anyPath?: boolean) =>
      world.run<{ page: string }>("page.create", { body: page(path), ...(anyPath === undefined ? {} : { anyPath }) });
    const made = await Promise.all([create("/about", true), create("/about", true), create("/free", true)]);
    expect(made.map((one) => at(world, one.page))).toEqual(["/about-2", "/about-3", "/free"]);
    await expect(create("/about")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(create("/about", false)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(create("/", true)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test.each([PATH_MAX_CHARS - 1, PATH_MAX_CHARS])("of %i characters stays within the bound", async (length) => {
    const path = `/${"a".repeat(length - 1)}`;
    const world = await editingWorld({ home: page("/"), about: page(path, { title: "A" }) });
    const body = page(path, { title: "B" });
    const { page: id } = await world.run<{ page: string }>("page.create", { body, anyPath: true });
    expect(at(world, id)).toBe(`${path.slice(0, PATH_MAX_CHARS - 2)}-2`);
  });

  test("comes back at another one", async () => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    await world.run("page.create", { body: page("/about") });
    const back = (more: object) => world.run("revision.restore", { page: "about", expected: 0, version: 1, ...more });
    await expect(back({})).rejects.toMatchObject({
      code: "CONFLICT",
      detail: { issues: [{ pointer: "/path", found: "/about" }] },
    });
    await expect(back({ path: "/api/x" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await back({ path: "/back" });
    expect(at(world, "about")).toBe("/back");
  });
});

describe("page.create", () => {
  const create = (world: World, input: object) =>
    world.run<{ page: string; versions: { version: number }[] }>("page.create", input);

  test("makes an id of the path, and never one a page ever had", async () => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    expect((await create(world, { body: page("/about") })).page).toBe("about-2");
    expect((await create(world, { body: page("/services/roofs") })).page).toBe("services-roofs");
  });

  test("takes the id it is given, for a page that was deleted too", async () => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    expect(await create(world, { id: "about", body: page("/about") })).toMatchObject({
      page: "about",
      versions: [{ version: 3 }],
    });
  });

  test("starts without sections when none are given", async () => {
    const world = await editingWorld();
    await create(world, { body: { path: "/bare", title: "Bare" } });
    expect(pageOf(world, "bare")).toEqual({ path: "/bare", title: "Bare", sections: [] });
  });

  test.each<[string, object, string, string]>([
    ["an id that is taken", { id: "about", body: page("/new") }, "CONFLICT", "/id"],
    ["a path that is taken", { body: page("/about") }, "CONFLICT", "/path"],
    [
      "a section no plugin has",
      { body: page("/new", { sections: [{ id: "s", type: "no.such/type", fields: {} }] }) },
      "INVALID_REQUEST",
      "/body/sections/0/type",
    ],
    [
      "fields their plugin refuses",
      { body: page("/new", { sections: [{ id: "s", type: "test.text/text", fields: { text: 1 } }] }) },
      "INVALID_REQUEST",
      "/body/sections/0/fields/text",
    ],
    ["a path outside the site", { body: page("//evil") }, "INVALID_REQUEST", "/body/path"],
  ])("refuses %s", async (_claim, input, code, pointer) => {
    const refusal = await refusalOf(await editingWorld(), "page.create", input);
    expect([refusal.code, pointersOf(refusal)]).toEqual([code, [pointer]]);
  });
});

describe("page.update", () => {
  test("changes what it names, takes away what is null and keeps the rest", async () => {
    const world = await editingWorld({
      home: page("/"),
      about: page("/about", { author: "A", description: "D", noindex: true }),
    });
    await world.run("page.update", {
      page: "about",
      expected: 1,
      changes: { title: "New", author: null, noindex: false },
    });
    expect(pageOf(world, "about")).toEqual({ ...page("/about"), title: "New", description: "D", noindex: false });
  });

  test.each<[string, object, string]>([
    ["nothing to change", {}, "/changes"],
    ["a title taken away", { title: null }, "/changes/title"],
    ["a path taken away", { path: null }, "/changes/path"],
    ["sections", { sections: [] }, "/changes/sections"],
    ["a date that is none", { date: "yesterday" }, "/changes/date"],
  ])("refuses %s", async (_claim, changes, pointer) => {
    const refusal = await refusalOf(await editingWorld(), "page.update", { page: "about", expected: 1, changes });
    expect([refusal.code, pointersOf(refusal)[0]]).toEqual(["INVALID_REQUEST", pointer]);
  });

  test("with a new path leads visitors of the old one there, in the same change", async () => {
    const world = await editingWorld();
    const change = world.kernel.documents.change(SITE);
    const { versions } = await world.run<{ versions: unknown[] }>("page.update", {
      page: "about",
      expected: 1,
      changes: { path: "/team" },
      redirect: true,
    });
    expect(versions).toEqual([
      { kind: "page", id: "about", version: 2 },
      { kind: "redirects", id: "site", version: 2 },
    ]);
    expect(world.kernel.documents.change(SITE)).toBe(change + 1);
    await world.run("publish", {});
    expect((await world.kernel.published.answer(SITE, "/about", null)).headers["Location"]).toBe("/team");
  });

  test.each<[string, object]>([
    ["is not asked for", { changes: { path: "/team" } }],
    ["would lead to itself", { changes: { title: "T" }, redirect: true }],
  ])("adds no redirect when it %s", async (_claim, input) => {
    const world = await editingWorld();
    await world.run("page.update", { page: "about", expected: 1, ...input });
    expect(world.kernel.documents.only(SITE, "redirects").version).toBe(1);
  });

  test("to a path that is taken changes neither page nor redirects", async () => {
    const world = await editingWorld();
    const { code } = await refusalOf(world, "page.update", {
      page: "about",
      expected: 1,
      changes: { path: "/" },
      redirect: true,
    });
    expect([code, versionOf(world, "about"), world.kernel.documents.only(SITE, "redirects").version]).toEqual([
      "CONFLICT",
      1,
      1,
    ]);
  });
});

describe("section.add", () => {
  test("puts a section into a slot at an index, and says which id it got", async () => {
    const world = await editingWorld({ home: page("/", { sections: [box("b", textSection("One", "one"))] }) });
    const { section } = await world.run<{ section: string }>("section.add", {
      page: "home",
      expected: 1,
      section: added("Zero"),
      at: { parent: "b", slot: "left", index: 0 },
    });
    expect(section).toBe("text");
    expect(pageOf(world, "home")?.sections).toEqual([box("b", textSection("Zero", "text"), textSection("One", "one"))]);
  });

  test.each<[string, object, string]>([
    ["a slot without its section", { at: { slot: "left" } }, "/at"],
    ["a section without a slot", { at: { parent: "b" } }, "/at"],
    ["a slot the type does not have", { at: { parent: "b", slot: "right" } }, "/page/sections/0/children/right"],
    ["a slot that is full", { at: { parent: "full", slot: "left" } }, "/page/sections/1/children/left"],
    ["a slot of a section that takes none", { at: { parent: "t", slot: "left" } }, "/page/sections/2/children/left"],
    ["fields their plugin refuses", { section: { type: "test.text/text", fields: {} } }, "/section/fields/text"],
    ["a variant their plugin does not have", { section: { ...added("x"), variant: "loud" } }, "/section/variant"],
    ["more of a type than a page takes", { section: { type: "test.box/box", fields: {} } }, "/section"],
    ["an id that is taken", { section: { ...added("x"), id: "t" } }, "/section/id"],
    ["__proto__ as a slot", { at: { parent: "b", slot: "__proto__" } }, "/at/slot"],
  ])("refuses %s", async (_claim, more, pointer) => {
    const world = await editingWorld({
      home: page("/", {
        sections: [box("b"), box("full", textSection("1", "f1"), textSection("2", "f2")), textSection("t", "t")],
      }),
    });
    const refusal = await refusalOf(world, "section.add", { page: "home", expected: 1, section: added("x"), ...more });
    expect([refusal.code, pointersOf(refusal).slice(0, 1)]).toEqual(["INVALID_REQUEST", [pointer]]);
  });
});

describe("section.update and section.variant", () => {
  test("change one section, however deep, and no other", async () => {
    const world = await editingWorld({
      home: page("/", {
        sections: [box("b", textSection("One", "one"), textSection("Two", "two")), textSection("Three", "three")],
      }),
    });
    await world.run("section.update", { page: "home", expected: 1, section: "two", fields: { text: "New" } });
    await world.run("section.variant", { page: "home", expected: 2, section: "b", variant: "narrow" });
    expect(pageOf(world, "home")?.sections).toEqual([
      { ...box("b", textSection("One", "one"), textSection("New", "two")), variant: "narrow" },
      textSection("Three", "three"),
    ]);
    await world.run("section.variant", { page: "home", expected: 3, section: "b", variant: null });
    expect(pageOf(world, "home")?.sections[0]).not.toHaveProperty("variant");
  });

  test("name what is wrong from the section on", async () => {
    const world = await editingWorld({ home: page("/", { sections: [box("b", textSection("One", "one"))] }) });
    const wrong = [{ text: 1 }, { text: null }, { other: "x" }].map((fields) => ({
      page: "home",
      expected: 1,
      section: "one",
      fields,
    }));
    const pointers = [];
    for (const input of wrong) pointers.push(pointersOf(await refusalOf(world, "section.update", input)));
    expect(pointers).toEqual([["/fields/text"], ["/fields/text"], ["/fields/other"]]);
    expect(
      pointersOf(
        await refusalOf(world, "section.variant", { page: "home", expected: 1, section: "one", variant: "loud" }),
      ),
    ).toEqual(["/variant"]);
  });

  test.each(["section.update", "section.variant"] as const)(
    "%s of a section that is not there, or is another page's, finds nothing",
    async (name) => {
      const world = await editingWorld({
        home: page("/", { sections: [textSection("Home", "mine")] }),
        about: page("/about", { sections: [textSection("About", "theirs")] }),
      });
      const more = name === "section.update" ? { fields: { text: "x" } } : { variant: null };
      for (const section of ["nothing", "theirs", "secret"]) {
        const { code, detail } = await refusalOf(world, name, { page: "home", expected: 1, section, ...more });
        expect([code, detail["section"]]).toEqual(["NOT_FOUND", section]);
      }
    },
  );
});

describe("structure.apply", () => {
  const apply = (operations: unknown[], expected = 1) => ({ page: "home", expected, operations });

  test("does all operations or none", async () => {
    const world = await editingWorld();
    const refusal = await refusalOf(
      world,
      "structure.apply",
      apply([
        { op: "duplicate", section: "s1" },
        { op: "remove", section: "nothing" },
      ]),
    );
    expect(pointersOf(refusal)).toEqual(["/operations/1/section"]);
    expect(pageOf(world, "home")).toEqual(page("/"));
  });

  test("says where in the page its result does not fit", async () => {
    const world = await editingWorld({ home: page("/", { sections: [box("b"), box("c")] }) });
    const refusal = await refusalOf(world, "structure.apply", apply([{ op: "duplicate", section: "b" }]));
    expect(pointersOf(refusal)).toEqual(["/page/sections/2"]);
  });

  test.each([
    [PAGE_MAX_SECTIONS - 2, true],
    [PAGE_MAX_SECTIONS - 1, true],
    [PAGE_MAX_SECTIONS, false],
  ])("with %i sections duplicates: %s", async (count, accepted) => {
    const world = await editingWorld({
      home: page("/", { sections: Array.from({ length: count }, (_, index) => textSection("x", `s${index}`)) }),
    });
    const done = attempt(world, "structure.apply", apply([{ op: "duplicate", section: "s0" }]));
    expect(await done).toEqual(accepted ? [] : ["/operations/0"]);
  });

  test.each([
    [STRUCTURE_MAX_OPERATIONS - 1, true],
    [STRUCTURE_MAX_OPERATIONS, true],
    [STRUCTURE_MAX_OPERATIONS + 1, false],
  ])("of %i operations is accepted: %s", async (count, accepted) => {
    const world = await editingWorld();
    const operations = Array.from({ length: count }, () => ({ op: "move", section: "s1", to: {} }));
    expect(await attempt(world, "structure.apply", apply(operations))).toEqual(accepted ? [] : ["/operations"]);
  });

  test.each<[string, unknown]>([
    ["an operation nobody knows", { op: "explode", section: "s1" }],
    ["a negative index", { op: "move", section: "s1", to: { index: -1 } }],
    ["half an index", { op: "move", section: "s1", to: { index: 0.5 } }],
    ["a place that is none", { op: "move", section: "s1", to: 1 }],
    ["nesting nowhere", { op: "nest", section: "s1", into: {} }],
    ["no operations", undefined],
  ])("refuses %s", async (_claim, operation) => {
    const refusal = await refusalOf(
      await editingWorld(),
      "structure.apply",
      apply(operation === undefined ? [] : [operation]),
    );
    expect(refusal.code).toBe("INVALID_REQUEST");
  });
});

describe("revision.restore", () => {
  test("makes an old version the next one and keeps those in between", async () => {
    const world = await editingWorld();
    await world.run("page.update", { page: "about", expected: 1, changes: { title: "Second" } });
    await world.run("revision.restore", { page: "about", expected: 2, version: 1 });
    expect([versionOf(world, "about"), pageOf(world, "about")]).toEqual([3, page("/about")]);
    expect(world.kernel.reads.revision(SITE, "about", 2).body.title).toBe("Second");
  });

  test("brings a deleted page back", async () => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    await world.run("revision.restore", { page: "about", expected: 0, version: 1 });
    expect([versionOf(world, "about"), pageOf(world, "about")]).toEqual([3, page("/about")]);
  });

  test.each([
    ["that never was", 9],
    ["that is its deletion", 2],
  ])("does not know a version %s", async (_claim, version) => {
    const world = await editingWorld();
    await world.run("page.delete", { page: "about", expected: 1 });
    expect(await refusalOf(world, "revision.restore", { page: "about", expected: 0, version })).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("does not give two pages one path", async () => {
    const world = await editingWorld();
    await world.run("page.update", { page: "about", expected: 1, changes: { path: "/team" } });
    await world.run("page.create", { body: page("/about") });
    expect(await refusalOf(world, "revision.restore", { page: "about", expected: 2, version: 1 })).toMatchObject({
      code: "CONFLICT",
    });
  });

  test("brings back a section whose plugin has gone since, as it was", async () => {
    const world = await editingWorld({ home: page("/", { sections: [box("b", textSection("In", "in"))] }) });
    await world.run("structure.apply", { page: "home", expected: 1, operations: [{ op: "remove", section: "b" }] });
    const without = world.restart(PACK);
    await without.run("revision.restore", { page: "home", expected: 2, version: 1 });
    expect(pageOf(without, "home")?.sections).toEqual([box("b", textSection("In", "in"))]);
  });
});

describe("a section whose plugin has gone", () => {
  const insert = (section: object) => ({ op: "insert", section, at: {} });

  test("comes back by undoing its removal, and not with other content, under another name or on another page", async () => {
    const before = box("b", textSection("In", "in"));
    const pages = { home: page("/", { sections: [before] }), about: page("/about", { sections: [] }) };
    const world = (await editingWorld(pages)).restart(PACK);
    await world.run("page.edit", { page: "home", expected: 1, operations: [{ op: "remove", section: "b" }] });
    for (const [on, expected, section] of [
      ["home", 2, box("b", textSection("Other", "in"))],
      ["home", 2, { ...before, id: "c" }],
      ["about", 1, before],
    ] as const) {
      const refusal = await refusalOf(world, "page.edit", { page: on, expected, operations: [insert(section)] });
      expect([refusal.code, pointersOf(refusal)]).toEqual(["INVALID_REQUEST", ["/page/sections/0/type"]]);
    }
    await world.run("page.edit", { page: "home", expected: 2, operations: [insert(before)] });
    expect(pageOf(world, "home")?.sections).toEqual([before]);
  });
});

describe("the documents of a site", () => {
  test.each<[CommandName, unknown, string]>([
    [
      "redirects.put",
      {
        entries: [
          { from: "/a", to: "/b", status: 301 },
          { from: "/b", to: "/a", status: 301 },
        ],
      },
      "/body/entries/0",
    ],
    ["redirects.put", { entries: [{ from: "/a", to: "https://acme.example/a", status: 301 }] }, "/body/entries/0"],
    ["redirects.put", { entries: [{ from: "/a", to: "//evil.example", status: 301 }] }, "/body/entries/0/to"],
    ["theme.put", { theme: "no.such/theme", scheme: "auto", tokens: {} }, "/body/theme"],
    ["theme.put", { ...THEME, tokens: { base: { nothing: "x" } } }, "/body/tokens/base/nothing"],
    [
      "navigation.put",
      { menus: { header: [{ label: "x", link: "javascript:alert(1)" }], footer: [] } },
      "/body/menus/header/0/link",
    ],
    ["settings.put", { name: "", language: "en" }, "/body/name"],
  ])("%s refuses what does not hold together", async (name, body, pointer) => {
    expect(pointersOf(await refusalOf(await editingWorld(), name, { expected: 1, body }))[0]).toBe(pointer);
  });

  test("hold together however they are written", async () => {
    const circle = { entries: [{ from: "/a", to: "/a", status: 301 }] };
    const refusal = await refusalOf(await editingWorld(), "documents.write", {
      writes: [{ kind: "redirects", id: "site", expected: 1, body: circle }],
    });
    expect(pointersOf(refusal)).toEqual(["/writes/0/body/entries/0"]);
  });

  test("a theme whose plugin is away can be changed but not chosen", async () => {
    const world = (await editingWorld()).restart(PACK.filter(({ manifest }) => manifest.id !== "test.theme"));
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
    const other = { ...THEME, theme: "test.theme/other" };
    expect(pointersOf(await refusalOf(world, "theme.put", { expected: 2, body: other }))).toEqual(["/body/theme"]);
  });

  test("a site begins with no token that its theme has not, and may wait for the plugin of its theme", async () => {
    const world = await editingWorld();
    const third = { site: "third", origin: "https://third.example", hostnames: ["third.example"] };
    const beginning = (theme: typeof THEME) => initialiseInput(siteOf({ home: page("/") }), { ...third, theme });
    const refused = { ...THEME, tokens: { base: { nothing: "x" } } };
    await expect(world.kernel.initialiser.run(beginning(refused))).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      detail: { issues: [{ pointer: "/theme/tokens/base/nothing" }] },
    });
    const away = { ...THEME, theme: "no.such/theme" };
    expect(await world.kernel.initialiser.run(beginning(away))).toMatchObject({ created: true });
  });

  test("no document is written twice by one command", async () => {
    const world = await editingWorld();
    const writes = [
      { kind: "page", id: "new", expected: 0, body: page("/one") },
      { kind: "page", id: "new", expected: 0, body: page("/two") },
    ];
    expect(await refusalOf(world, "documents.write", { writes })).toMatchObject({ code: "INVALID_REQUEST" });
    const twice = siteOf({ home: page("/") });
    const doubled = initialiseInput(
      { ...twice, pages: [...twice.pages, { id: "home", ...page("/again") }] },
      { site: "third", origin: "https://third.example", hostnames: ["third.example"] },
    );
    await expect(world.kernel.initialiser.run(doubled)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("publish", () => {
  test("of a draft somebody has changed since is refused when the caller named the draft", async () => {
    const world = await editingWorld();
    const { change } = world.kernel.reads.context(SITE);
    await world.run("page.update", { page: "about", expected: 1, changes: { title: "New" } });
    expect(await refusalOf(world, "publish", { change })).toMatchObject({
      code: "STALE_VERSION",
      detail: { kind: "draft", current: change + 1 },
    });
    expect(await world.run("publish", { change: change + 1 })).toMatchObject({ changed: 1, state: "ready" });
  });

  test("shows exactly the named draft, whatever is written while it renders", async () => {
    const world = await editingWorld();
    await world.run("page.update", { page: "about", expected: 1, changes: { title: "Reviewed" } });
    const publishing = world.run("publish", { change: world.kernel.documents.change(SITE) });
    await world.run("page.update", { page: "about", expected: 2, changes: { title: "Later" } });
    await publishing;
    expect(await world.html("/about")).toContain("<h1>Reviewed</h1>");
  });
});

test("every command is refused on a site the workspace does not have", async () => {
  const world = await editingWorld();
  const elsewhere = { site: "nowhere", actor: MEMBER, key: "k", requestId: "r" };
  for (const [name, input] of EDITS) {
    // The kernel looks up the site synchronously, so it throws instead of rejecting.
    await expect((async () => world.kernel.execute(name, elsewhere, input))()).rejects.toMatchObject({
      code: "NOT_FOUND",
      detail: { site: "nowhere" },
    });
  }
});

test("an edit that lost its answer is answered again and not done again", async () => {
  const world = await editingWorld();
  const input = { page: "about", expected: 1, operations: [{ op: "duplicate", section: "s1" }] };
  const first = await world.run("structure.apply", input, "k");
  const again = await world.restart().run("structure.apply", input, "k");
  expect([again, versionOf(world, "about")]).toEqual([first, 2]);
});
