/** Entries in the draft and in releases: their values have every property of section fields. */
import { describe, expect, test } from "vitest";
import { ENTRY_VERSIONS_READ } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { ENTRY } from "../../../runtime/documents/content/entry.ts";
import { PACK, SITE, page, textSection, worldWith, type World } from "../kernel/world.ts";
import { EVENT, EVENTS, TYPE, event, eventsPlugin, listOf } from "./events.ts";

const site = (): Promise<World> =>
  worldWith(
    {
      home: page("/"),
      list: listOf("upcoming"),
      gig: event("/events/gig", { start: "2030-05-01", place: "Kiel" }, { sections: [textSection("More")] }),
    },
    EVENTS,
  );

const edit = (world: World, operations: object[], expected = 1): Promise<{ inverse: object[]; changed: string[] }> =>
  world.run("page.edit", { page: "gig", expected, operations });
const valuesOf = (world: World): unknown => world.kernel.documents.get(SITE, "page", "gig")?.body.values;

async function refused(run: Promise<unknown>): Promise<Refusal> {
  try {
    await run;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("an entry's values", () => {
  test("are drawn above the page's sections, in a section of their own", async () => {
    const html = await (await site()).html("/events/gig");
    expect(html).toContain(`<section class="section section--event is-default" id="${ENTRY}" data-section="${EVENT}">`);
    expect(html.indexOf("<p>2030-05-01 Kiel</p>")).toBeLessThan(html.indexOf("More"));
  });

  test("change one by one, and the answer's inverse takes the change back", async () => {
    const world = await site();
    const { inverse, changed } = await edit(world, [
      { op: "set", section: ENTRY, fields: { place: "Bremen", price: 5 } },
    ]);
    expect(valuesOf(world)).toEqual({ start: "2030-05-01", place: "Bremen", price: 5 });
    expect(changed).toEqual([ENTRY]);
    await edit(world, inverse, 2);
    expect(valuesOf(world)).toEqual({ start: "2030-05-01", place: "Kiel" });
  });

  test("of two members merge by field, and one field that both changed is a conflict", async () => {
    const world = await site();
    await edit(world, [{ op: "set", section: ENTRY, fields: { place: "Bremen" } }]);
    await edit(world, [{ op: "set", section: ENTRY, fields: { price: 5 } }]);
    expect(valuesOf(world)).toEqual({ start: "2030-05-01", place: "Bremen", price: 5 });
    const { code, detail } = await refused(edit(world, [{ op: "set", section: ENTRY, fields: { place: "Husum" } }]));
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      { conflicts: [{ pointer: "/operations/0/fields/place", was: "Kiel", now: "Bremen", wanted: "Husum" }] },
    ]);
  });

  test.each<[string, object[], string]>([
    ["a value of another kind", [{ op: "set", section: ENTRY, fields: { price: "much" } }], "/page/values/price"],
    ["a field that the type lacks", [{ op: "set", section: ENTRY, fields: { colour: "red" } }], "/page/values/colour"],
    ["without a required value", [{ op: "set", section: ENTRY, fields: { start: null } }], "/page/values/start"],
    ["values without a type", [{ op: "page", changes: { type: null } }], "/page/values"],
    ["a type that no plugin has", [{ op: "page", changes: { type: "acme.events/show" } }], "/page/type"],
    ["a section type as the type", [{ op: "page", changes: { type: "test.text/text" } }], "/page/type"],
    ["the values' section removed", [{ op: "remove", section: ENTRY }], "/operations/0/section"],
    ["the values' section moved", [{ op: "move", section: ENTRY, to: { index: 1 } }], "/operations/0/section"],
    [
      "a content type as a section",
      [{ op: "insert", section: { id: "x", type: EVENT, fields: { start: "2030-01-01" } }, at: {} }],
      "/page/sections/1/type",
    ],
  ])("are refused: %s", async (_what, operations, pointer) => {
    const { code, detail } = await refused(edit(await site(), operations));
    expect([code, detail["issues"]]).toMatchObject(["INVALID_REQUEST", [{ pointer }]]);
  });

  test("leave with the type in one edit, and come back by the inverse", async () => {
    const world = await site();
    const { inverse } = await edit(world, [{ op: "page", changes: { type: null, values: null } }]);
    expect(world.kernel.documents.get(SITE, "page", "gig")?.body).not.toHaveProperty("values");
    await edit(world, inverse, 2);
    expect(valuesOf(world)).toEqual({ start: "2030-05-01", place: "Kiel" });
  });
});

describe("a list of entries", () => {
  const list = (world: World): Promise<string> => world.html("/upcoming");

  test("follows a changed value at the next publication, and not before", async () => {
    const world = await site();
    expect(await list(world)).toContain("<i>gig Kiel</i>");
    await edit(world, [{ op: "set", section: ENTRY, fields: { place: "Bremen" } }]);
    expect(await list(world)).toContain("<i>gig Kiel</i>");
    await world.run("publish", {});
    expect(await list(world)).toContain("<i>gig Bremen</i>");
  });

  test("follows new and deleted entries", async () => {
    const world = await site();
    await world.write("late", event("/events/late", { start: "2030-06-01" }));
    await world.run("publish", {});
    expect(await list(world)).toMatch(/<i>gig Kiel<\/i>.*<i>late <\/i>/);
    await world.write("gig", null);
    await world.run("publish", {});
    expect(await list(world)).not.toContain("gig");
  });

  test("changes nothing for visitors if nothing that they see has changed", async () => {
    const world = await site();
    await edit(world, [{ op: "set", section: ENTRY, fields: { about: "Long text" } }]);
    expect(await world.run("publish", {})).toMatchObject({ changed: 0 });
  });

  test("of an earlier release shows what it showed, after a restore", async () => {
    const world = await site();
    await edit(world, [{ op: "set", section: ENTRY, fields: { place: "Bremen" } }]);
    await world.run("publish", {});
    await world.run("release.restore", { release: 1 });
    expect(await list(world)).toContain("<i>gig Kiel</i>");
  });
});

describe("a content type that changes", () => {
  test("renames a field: values, lists and orders follow, and nothing is written again", async () => {
    const world = await site();
    const { place, ...others } = TYPE.fields.properties;
    const renamed = eventsPlugin(
      {
        fields: { ...TYPE.fields, properties: { ...others, where: place } },
        index: ["start", "where"],
        renamed: { place: "where" },
      },
      { upcoming: { type: EVENT, where: { where: { eq: "Kiel" } } } },
      "2.0.0",
    );
    const next = world.restart([...PACK, renamed]);
    const found = next.kernel.documents.lists.query(
      SITE,
      "",
      { type: EVENT, order: "where" },
      next.kernel.documents.change(SITE),
      0,
    );
    expect(found.map(({ id, values }) => [id, values])).toEqual([["gig", { start: "2030-05-01", where: "Kiel" }]]);
    expect(next.kernel.documents.get(SITE, "page", "gig")?.version).toBe(1);
  });

  test("keeps its entries while its plugin is gone, and lists find them when it comes back", async () => {
    const world = await site();
    const without = world.restart(PACK);
    expect(without.kernel.documents.get(SITE, "page", "gig")?.body.values).toEqual({
      start: "2030-05-01",
      place: "Kiel",
    });
    await without.run("page.edit", {
      page: "gig",
      expected: 1,
      operations: [{ op: "page", changes: { title: "Concert" } }],
    });
    const back = without.restart(EVENTS);
    await back.run("publish", {});
    expect(await back.html("/upcoming")).toContain("<i>Concert Kiel</i>");
    expect(await back.html("/events/gig")).toContain("<p>2030-05-01 Kiel</p>");
  });

  test("whose plugin is gone refuses other values, and nothing is lost", async () => {
    const without = (await site()).restart(PACK);
    const body = without.kernel.documents.get(SITE, "page", "gig")?.body as Page;
    const { code } = await refused(without.write("gig", { ...body, values: { start: "2031-01-01" } }));
    expect(code).toBe("INVALID_REQUEST");
  });

  test.each([ENTRY_VERSIONS_READ - 1, ENTRY_VERSIONS_READ, ENTRY_VERSIONS_READ + 1])(
    "indexes an entry with %i versions again, and the draft of each moment has its value",
    async (versions) => {
      const world = await site();
      const { documents } = world.kernel;
      const moments = [documents.change(SITE)];
      for (let version = 2; version <= versions; version += 1) {
        await edit(world, [{ op: "set", section: ENTRY, fields: { price: version } }], version - 1);
        moments.push(documents.change(SITE));
      }
      const again = world.restart([...PACK, eventsPlugin({ index: ["start", "price"] }, {}, "2.0.0")]);
      const pricesAt = (at: number) =>
        again.kernel.documents.lists.query(SITE, "", { type: EVENT }, at, 0).map(({ values }) => values?.["price"]);
      expect(moments.map(pricesAt)).toEqual(moments.map((_, index) => [index === 0 ? undefined : index + 1]));
    },
  );
});
