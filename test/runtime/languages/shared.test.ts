/** Values that live once for all languages: in the page that the group of an entry began with. */
import { SHARED_SEEN_MAX } from "../../../manifests/bounds/documents.ts";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { sourceChanges } from "../../../runtime/editing/languages/sourceChanges.ts";
import { refusalOf } from "../editing/editingWorld.ts";
import { SITE, type World } from "../kernel/world.ts";
import { LANGUAGE_PACK, renderedIn } from "./languagesWorld.ts";
import { BOAT, boat, boatsPlugin, boatsWorld, boot, priced, shownIn } from "./sharedWorld.ts";

const valuesOf = (world: World, id: string) => world.kernel.documents.get(SITE, "page", id)?.body.values;
const storedValues = ({ powers: { sql } }: World, id: string) =>
  sql
    .all<{ body: string }>("SELECT body FROM documents WHERE id = ? ORDER BY version DESC LIMIT 1", id)
    .map(({ body }) => (JSON.parse(body) as Page).values)[0];
const publish = (world: World, input: object = {}) => world.run<{ release: number }>("publish", input);
const edit = (page: string, expected: number, fields: object) => ({
  page,
  expected,
  operations: [{ op: "set", section: "entry_values", fields }],
});

describe("a translation", () => {
  test("shows the values of its source, and its own beside them", async () => {
    const world = await boatsWorld();
    expect(await world.html("/de/moewe")).toContain("<p>90 2026-05-01 Schnell</p>");
    expect(valuesOf(world, "moewe")).toEqual({ about: "Schnell", berth: "A", price: 90, launched: "2026-05-01" });
  });

  test("is rendered again when the source is published with another value, and not before", async () => {
    const world = await boatsWorld();
    await priced(world, "gull", 1, 70);
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 70 });
    expect(await world.html("/de/moewe")).toContain("<p>90 ");
    const { release } = await publish(world, { only: { pages: ["gull"] } });
    expect(renderedIn(world, release)).toContain("/de/moewe");
    expect(await world.html("/de/moewe")).toContain("<p>70 2026-05-01 Schnell</p>");
    expect(await shownIn(world, "/de/by-price")).toEqual(["/de/moewe 70", "/de/seeschwalbe 200"]);
  });

  test("is found and ordered by the value of its source in lists of its language", async () => {
    const world = await boatsWorld();
    expect(await shownIn(world, "/de/cheap")).toEqual(["/de/moewe 90"]);
    expect(await shownIn(world, "/de/in-berth")).toEqual(["/de/moewe 90"]);
    expect(await shownIn(world, "/de/not-cheap")).toEqual(["/de/seeschwalbe 200"]);
    await priced(world, "gull", 1, 300);
    await priced(world, "tern", 1, 50);
    await publish(world);
    for (const prefix of ["", "/de"]) {
      expect((await shownIn(world, `${prefix}/cheap`)).map((one) => one.split(" ")[1])).toEqual(["50"]);
      expect((await shownIn(world, `${prefix}/by-price`)).map((one) => one.split(" ")[1])).toEqual(["50", "300"]);
      expect((await shownIn(world, `${prefix}/in-berth`)).map((one) => one.split(" ")[1])).toEqual(["300"]);
    }
  });

  test("has the source's values in the list of entries that members see", async () => {
    const world = await boatsWorld();
    await priced(world, "tern", 1, 10);
    const shown = (more: object) =>
      world.kernel.reads
        .entries(SITE, { type: BOAT, cursor: "", ...more }, 50)
        .items.map(({ id, values }) => [id, values?.["price"]]);
    expect(shown({ order: "price" })).toEqual([
      ["seeschwalbe", 10],
      ["tern", 10],
      ["gull", 90],
      ["moewe", 90],
    ]);
    expect(shown({ where: { price: { to: 10 } }, order: "-price" })).toEqual([
      ["tern", 10],
      ["seeschwalbe", 10],
    ]);
  });

  test("made from a page takes the values without naming them", async () => {
    const world = await boatsWorld();
    await world.write("new", boat("/new", { price: 5 }));
    await world.run("page.create", { id: "neu", body: boot("/de/neu", "new", { about: "Neu" }) });
    expect(valuesOf(world, "neu")).toEqual({ about: "Neu", price: 5 });
    await world.run("page.duplicate", { page: "new", expected: 1, path: "/ar/new", language: "ar" });
    expect(valuesOf(world, "ar-new")).toEqual({ price: 5 });
  });

  test("does not become outdated by a shared value, and by another one does", async () => {
    const world = await boatsWorld();
    await world.run("translation.confirm", { page: "moewe", expected: 1, source: 1 });
    await priced(world, "gull", 1, 70);
    expect(sourceChanges(world.kernel, SITE, "moewe")).toMatchObject({ outdated: false, total: 0 });
    await world.run("page.edit", edit("gull", 2, { about: "Faster" }));
    expect(sourceChanges(world.kernel, SITE, "moewe")).toMatchObject({ outdated: true, total: 1 });
  });
});

describe("another value in a translation is refused", () => {
  test.each([
    ["an edit", "page.edit", edit("moewe", 1, { price: 1 })],
    ["an update", "page.update", { page: "moewe", expected: 1, changes: { values: { price: 1, about: "x" } } }],
    ["a batch", "pages.batch", { items: [{ do: "edit", ...edit("moewe", 1, { price: 1 }) }] }],
    [
      "a whole document",
      "documents.write",
      { writes: [{ kind: "page", id: "moewe", expected: 1, body: boot("/de/moewe", "gull", { price: 1 }) }] },
    ],
    ["a new page", "page.create", { body: { ...boot("/ar/x", "gull", { price: 1 }), language: "ar" } }],
  ] as const)("by %s", async (_what, name, input) => {
    const world = await boatsWorld();
    const { code, detail } = await refusalOf(world, name, input);
    expect([code, detail]).toMatchObject([
      "INVALID_REQUEST",
      { issues: [{ pointer: expect.stringMatching(/values\/price$/), allowed: expect.stringContaining("gull") }] },
    ]);
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 90 });
  });

  test("unless the same change gives it to the source", async () => {
    const world = await boatsWorld();
    await world.run("documents.write", {
      writes: [
        { kind: "page", id: "moewe", expected: 1, body: boot("/de/moewe", "gull", { price: 80 }) },
        { kind: "page", id: "gull", expected: 1, body: boat("/gull", { price: 80 }) },
      ],
    });
    expect([valuesOf(world, "moewe"), valuesOf(world, "gull")]).toEqual([{ price: 80 }, { price: 80 }]);
  });
});

describe("a change that leaves the shared values of a translation alone takes those of the source", () => {
  test.each([
    ["before", ["gull", "moewe"]],
    ["after", ["moewe", "gull"]],
  ])("in a batch that changes the source %s the translation", async (_where, order) => {
    const world = await boatsWorld();
    const edits: Record<string, object> = {
      gull: { do: "edit", ...edit("gull", 1, { price: 80 }) },
      moewe: { do: "edit", ...edit("moewe", 1, { about: "Flink" }) },
    };
    await world.run("pages.batch", { items: order.map((page) => edits[page]) });
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 80, about: "Flink" });
    expect(storedValues(world, "moewe")).toMatchObject({ price: 80, about: "Flink" });
  });

  test.each([
    ["a whole document", "documents.write"],
    ["whole values", "page.update"],
  ] as const)("in %s that was read before the source changed", async (_what, name) => {
    const world = await boatsWorld();
    const write = (about: string, more: object) => {
      const values = { ...boot("/de/moewe", "gull").values, ...more, about };
      const body = { ...boot("/de/moewe", "gull"), values };
      return name === "page.update"
        ? { page: "moewe", expected: 1, changes: { values } }
        : { writes: [{ kind: "page", id: "moewe", expected: 1, body }] };
    };
    await priced(world, "gull", 1, 80);
    await priced(world, "gull", 2, 70);
    const { detail } = await refusalOf(world, name, write("Flink", { price: 75 }));
    expect(detail).toMatchObject({ issues: [{ pointer: expect.stringMatching(/values\/price$/) }] });
    await world.run(name, write("Flink", { price: 80 }));
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 70, about: "Flink" });
    // A value that an earlier version showed is a change again.
    const late = await refusalOf(
      world,
      name,
      JSON.parse(JSON.stringify(write("Neu", { price: 90 })).replace('"expected":1', '"expected":2')),
    );
    expect(late.code).toBe("INVALID_REQUEST");
  });

  test.each([
    [-1, undefined],
    [0, undefined],
    [1, "INVALID_REQUEST"],
  ])("as many versions of the source as the bound and %i were written since it was read: %s", async (more, refused) => {
    const world = await boatsWorld();
    const versions = SHARED_SEEN_MAX - 1 + more;
    for (let n = 1; n <= versions; n += 1) await priced(world, "gull", n, 1_000 + n);
    // The copy of the page has its own value, so another one tells what the source showed first.
    await priced(world, "gull", versions + 1, 5);
    const body = boot("/de/moewe", "gull", { price: 1_001, about: "Flink" });
    const write = { writes: [{ kind: "page", id: "moewe", expected: 1, body }] };
    const code =
      refused === undefined
        ? (await world.run("documents.write", write), undefined)
        : (await refusalOf(world, "documents.write", write)).code;
    expect(code).toBe(refused);
  });

  test("when it moves to the group of another source", async () => {
    const world = await boatsWorld();
    await world.run("page.delete", { page: "seeschwalbe", expected: 1 });
    await world.run("page.update", { page: "moewe", expected: 1, changes: { translationOf: "tern" } });
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 200, about: "Schnell" });
  });

  test("when a page of its own becomes a translation", async () => {
    const world = await boatsWorld();
    await world.write("own", boat("/de/own", { price: 3 }, { language: "de" }));
    await world.run("page.delete", { page: "seeschwalbe", expected: 1 });
    await world.run("page.update", { page: "own", expected: 1, changes: { translationOf: "tern" } });
    expect(valuesOf(world, "own")).toMatchObject({ price: 200 });
  });

  test("but another change of the value beside it is refused", async () => {
    const world = await boatsWorld();
    const { code, detail } = await refusalOf(world, "pages.batch", {
      items: [
        { do: "edit", ...edit("gull", 1, { price: 80 }) },
        { do: "edit", ...edit("moewe", 1, { price: 81 }) },
      ],
    });
    expect([code, detail]).toMatchObject([
      "INVALID_REQUEST",
      { issues: [{ allowed: expect.stringContaining("gull") }] },
    ]);
  });

  test("when the source beside it has the value under an earlier name", async () => {
    const world = await boatsWorld();
    const later = world.restart([...LANGUAGE_PACK, boatsPlugin(["price", "afloat"], "1.1.0", "afloat")]);
    const afloat = "2026-05-02";
    await later.run("documents.write", {
      writes: [
        { kind: "page", id: "gull", expected: 1, body: boat("/gull", { price: 90, launched: afloat }) },
        { kind: "page", id: "moewe", expected: 1, body: boot("/de/moewe", "gull", { afloat, about: "Flink" }) },
      ],
    });
    expect(valuesOf(later, "moewe")).toMatchObject({ afloat, about: "Flink" });
  });
});

test("a translation is reset to its published version beside a source with another value in the draft", async () => {
  const world = await boatsWorld();
  await priced(world, "gull", 1, 70);
  await world.run("page.edit", edit("moewe", 1, { about: "Flink" }));
  await world.run("page.discard", { page: "moewe", expected: 2 });
  expect(valuesOf(world, "moewe")).toMatchObject({ price: 70, about: "Schnell" });
  await publish(world);
  expect(await world.html("/de/moewe")).toContain("<p>70 2026-05-01 Schnell</p>");
});

describe("history", () => {
  test("of a translation goes back without taking an old shared value along", async () => {
    const world = await boatsWorld();
    await priced(world, "gull", 1, 70);
    await world.run("page.edit", edit("moewe", 1, { about: "Flink" }));
    await world.run("revision.restore", { page: "moewe", expected: 2, version: 1 });
    expect(valuesOf(world, "moewe")).toMatchObject({ about: "Schnell", price: 70 });
  });

  test("of the source takes its translations back", async () => {
    const world = await boatsWorld();
    await priced(world, "gull", 1, 70);
    await world.run("revision.restore", { page: "gull", expected: 2, version: 1 });
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 90 });
  });
});

describe("when the source goes", () => {
  test("each translation keeps the values, in the draft and for visitors", async () => {
    const world = await boatsWorld();
    await priced(world, "gull", 1, 70);
    await publish(world);
    await world.run("page.delete", { page: "gull", expected: 2 });
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 70, launched: "2026-05-01" });
    const alone = await refusalOf(world, "publish", { only: { pages: ["gull"] } });
    expect(alone.detail).toMatchObject({ conflict: "shared_values_left", missing: [{ id: "moewe", for: "gull" }] });
    const beside = await refusalOf(world, "publish", { except: { pages: ["moewe"] } });
    expect(beside.detail).toMatchObject({ conflict: "shared_values_left", missing: [{ id: "moewe" }] });
    await publish(world, { only: { pages: ["gull", "moewe"] } });
    expect(await world.html("/de/moewe")).toContain("<p>70 2026-05-01 Schnell</p>");
    expect(await shownIn(world, "/de/cheap")).toEqual(["/de/moewe 70"]);
  });

  test("the same change may give a translation another value", async () => {
    const world = await boatsWorld();
    const going = { do: "delete", page: "gull", expected: 1 };
    await world.run("pages.batch", { items: [going, { do: "edit", ...edit("moewe", 1, { price: 60 }) }] });
    expect(storedValues(world, "moewe")).toMatchObject({ price: 60, launched: "2026-05-01" });
    await world.write("new", boat("/new", { price: 5 }));
    await world.run("page.create", { id: "neu", body: boot("/de/neu", "new") });
    const bare = { kind: "page", id: "neu", expected: 1, body: boot("/de/neu", "new") };
    const { detail } = await refusalOf(world, "documents.write", {
      writes: [{ kind: "page", id: "new", expected: 1, body: null }, bare],
    });
    expect(detail).toMatchObject({ issues: [{ pointer: expect.stringContaining("/values") }] });
  });

  test("the translation may change them", async () => {
    const world = await boatsWorld();
    await world.run("page.delete", { page: "gull", expected: 1 });
    await priced(world, "moewe", 2, 60);
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 60 });
    await publish(world);
    expect(await shownIn(world, "/de/by-price")).toEqual(["/de/moewe 60", "/de/seeschwalbe 200"]);
  });

  test("a page that leaves its group takes the values with it", async () => {
    const world = await boatsWorld();
    await priced(world, "gull", 1, 70);
    await world.run("page.update", { page: "moewe", expected: 1, changes: { translationOf: null } });
    await priced(world, "gull", 2, 20);
    expect(valuesOf(world, "moewe")).toMatchObject({ price: 70 });
  });
});

test("a translation that is published before its source shows the values that it had then", async () => {
  const world = await boatsWorld();
  await world.write("new", boat("/new", { price: 5 }, { held: true }));
  await world.run("page.create", { id: "neu", body: boot("/de/neu", "new", { about: "Neu" }) });
  await publish(world);
  expect(await world.html("/de/neu")).toContain("<p>5  Neu</p>");
  await priced(world, "new", 1, 6);
  await publish(world);
  expect(await world.html("/de/neu")).toContain("<p>5  Neu</p>");
  await publish(world, { only: { pages: ["new"] } });
  expect(await world.html("/de/neu")).toContain("<p>6  Neu</p>");
});

test("a source outside of its time keeps the values of its translations", async () => {
  const world = await boatsWorld();
  const hidden = boat(
    "/gull",
    { price: 70, berth: "A" },
    { until: "2026-01-01T00:00:01Z", from: "2026-01-01T00:00:00Z" },
  );
  await world.write("gull", hidden);
  await publish(world);
  expect(await world.statusOf("/gull")).toBe(404);
  expect(await world.html("/de/moewe")).toContain("<p>70 ");
  expect(await shownIn(world, "/de/cheap")).toEqual(["/de/moewe 70"]);
});

test("a field that becomes shared shows the source's value everywhere, and history keeps the others", async () => {
  const world = await boatsWorld(boatsPlugin([]), {
    home: boat("/", { price: 1 }),
    gull: boat("/gull", { price: 90 }),
    moewe: boot("/de/moewe", "gull", { price: 85, about: "Schnell" }),
  });
  expect(await world.html("/de/moewe")).toContain("<p>85 ");
  const later = world.restart([...LANGUAGE_PACK, boatsPlugin(["price"], "1.1.0")]);
  expect(valuesOf(later, "moewe")).toMatchObject({ price: 90, about: "Schnell" });
  await later.run("page.edit", edit("moewe", 1, { about: "Flink" }));
  expect(later.kernel.history.revision(SITE, "moewe", 1)?.body.values).toMatchObject({ price: 85 });
  await publish(later);
  expect(await later.html("/de/moewe")).toContain("<p>90 ");
});

test("a page of another type in the group keeps its own values", async () => {
  const world = await boatsWorld();
  await world.run("page.update", { page: "gull", expected: 1, changes: { type: null, values: null } });
  expect(valuesOf(world, "moewe")).toMatchObject({ price: 90 });
  await priced(world, "moewe", 2, 60);
  await publish(world);
  expect(await world.html("/de/moewe")).toContain("<p>60 ");
});
