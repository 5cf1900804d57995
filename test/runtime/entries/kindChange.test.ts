/** A field of an owner's type that gets another kind while entries have values. */
import { describe, expect, test } from "vitest";
import { CHOICES_PROPOSED, FIELD_CHANGES_LISTED } from "../../../manifests/bounds/documents.ts";
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import { type KindChangeView, kindChange } from "../../../runtime/editing/comparing/kindChange.ts";
import { withKind, withNewField, withoutField } from "../../../sites/editor/pages/types/changes.ts";
import { SITE, type World } from "../kernel/world.ts";
import { fieldsOf, listOf, PROPERTIES, putTypes, recipe, recipeType, RECIPE, siteWith } from "./ownTypes.ts";

const NOTED = { note: { $ref: "drawbridge:text", title: "Note" } };
const noted = (): OwnType =>
  recipeType({ fields: fieldsOf({ ...PROPERTIES, ...NOTED }, ["minutes"]), index: ["minutes", "note"] });
const changed = (type: OwnType, field: string, kind: Parameters<typeof withKind>[2]["kind"], choices = ""): OwnType =>
  withKind({ types: [type] }, { type: "recipe", field }, { kind, choices, mayLack: true }).types[0] as OwnType;
const preview = (world: World, type: OwnType, field: string): KindChangeView =>
  kindChange({ ...world.kernel, powers: world.powers }, SITE, { type, field });

const notes = async (...texts: readonly string[]): Promise<World> =>
  siteWith(
    Object.fromEntries(
      texts.map((note, n) => [`r${n}`, recipe(`/recipes/r${n}`, { minutes: n + 1, ...(note !== "" && { note }) })]),
    ),
    noted(),
  );

test("a number becomes a text: pages, lists and the index follow, and no entry is written", async () => {
  const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20 }), quick: listOf("all") });
  const type = changed(recipeType(), "minutes", "text");
  expect(preview(world, type, "minutes")).toEqual({
    kept: 0,
    different: ["20"],
    converted: { total: 1, listed: [{ id: "soup", title: "soup", before: 20, after: "20" }] },
    lost: { total: 0, listed: [] },
  });
  const { version } = world.kernel.documents.get(SITE, "page", "soup") ?? {};
  await putTypes(world, type);
  await world.run("publish", {});
  expect(await world.html("/recipes/soup")).toMatch(/Minutes<\/dt><dd>20/);
  expect(await world.html("/all")).toContain("soup 20");
  expect(world.kernel.documents.get(SITE, "page", "soup")).toMatchObject({
    version,
    body: { values: { minutes: 20 } },
  });
  const { items } = world.kernel.reads.entries(
    SITE,
    { type: RECIPE, cursor: "", where: { minutes: { eq: "20" } } },
    10,
  );
  expect(items).toMatchObject([{ id: "soup", values: { minutes: "20" } }]);
});

describe("a text that becomes a number", () => {
  test("shows what is lost before, shows nothing of it afterwards, and has it again with the earlier kind", async () => {
    const world = await notes("12", "soon", "");
    const type = changed(noted(), "note", "number");
    expect(preview(world, type, "note")).toMatchObject({
      kept: 0,
      different: ["12", "soon"],
      converted: { total: 1, listed: [{ before: "12", after: 12 }] },
      lost: { total: 1, listed: [{ id: "r1", title: "r1", before: "soon" }] },
    });
    await putTypes(world, type);
    const { notices } = await world.run<{ notices?: unknown[] }>("publish", {});
    expect(notices ?? []).toEqual([]);
    expect(await world.html("/recipes/r0")).toMatch(/Note<\/dt><dd>12/);
    expect(await world.html("/recipes/r1")).toMatch(/Minutes<\/dt><dd>2/);
    expect(await world.html("/recipes/r1")).not.toContain("soon");
    await world.run("page.update", { page: "r1", expected: 1, changes: { title: "Another title" } });
    await putTypes(world, noted());
    await world.run("publish", {});
    expect(await world.html("/recipes/r1")).toMatch(/Note<\/dt><dd>soon/);
  });

  test("refuses a new value of the earlier kind", async () => {
    const world = await notes("12");
    await putTypes(world, changed(noted(), "note", "number"));
    const write = world.write("r0", recipe("/recipes/r0", { minutes: 1, note: "later" }));
    await expect(write).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await world.write("r0", recipe("/recipes/r0", { minutes: 1, note: 13 }));
  });
});

test("a text becomes a choice of the words that entries have", async () => {
  const world = await notes("Easy", "Very hard", "Easy");
  const { different } = preview(world, changed(noted(), "note", "long"), "note");
  const type = changed(noted(), "note", "choice", different.join("\n"));
  expect(preview(world, type, "note")).toMatchObject({ converted: { total: 3 }, lost: { total: 0 } });
  await putTypes(world, type);
  await world.run("publish", {});
  expect(await world.html("/recipes/r1")).toMatch(/Note<\/dt><dd>Very hard/);
});

test("a field that was removed and comes back as another kind keeps no page from being shown", async () => {
  const world = await notes("12", "soon");
  const without = withoutField({ types: [noted()] }, "recipe", "note");
  const added = withNewField(without, "recipe", "number", { label: "Note", listed: "true" });
  const [type] = added.types;
  expect(preview(world, { ...(type as OwnType), converted: ["note"] }, "note")).toMatchObject({
    converted: { total: 1 },
    lost: { total: 1 },
  });
});

test.each([FIELD_CHANGES_LISTED - 1, FIELD_CHANGES_LISTED, FIELD_CHANGES_LISTED + 1])(
  "of %i values that are lost, the first are listed",
  async (count) => {
    const world = await notes(...Array.from({ length: count }, (_, n) => `soon ${n}`));
    const { lost } = preview(world, changed(noted(), "note", "number"), "note");
    expect([lost.total, lost.listed.length]).toEqual([count, Math.min(count, FIELD_CHANGES_LISTED)]);
  },
);

test.each([CHOICES_PROPOSED - 1, CHOICES_PROPOSED, CHOICES_PROPOSED + 1])(
  "of %i different values, the first are proposed as choices",
  async (count) => {
    const world = await notes(...Array.from({ length: count }, (_, n) => `word ${n}`));
    const { different } = preview(world, changed(noted(), "note", "long"), "note");
    expect(different).toHaveLength(Math.min(count, CHOICES_PROPOSED));
  },
);
