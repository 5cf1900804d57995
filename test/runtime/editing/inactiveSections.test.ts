/** Sections of a plugin that is installed but inactive. Editors keep control of their content. */
import { describe, expect, test } from "vitest";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { PACK, page, SITE, textSection, type World } from "../kernel/world.ts";
import { attempt, box, editingWorld, pageOf, refusalOf, versionOf } from "./editingWorld.ts";

const text = (words: string, id = "words"): Section => textSection(words, id);

const withPlugin = async (
  plugin: string,
  state: "disabled" | "quarantined",
  ...sections: Section[]
): Promise<World> => {
  const world = await editingWorld({ home: page("/", { sections }), about: page("/about") });
  world.kernel.states.put(SITE, plugin, state, "it failed");
  return world;
};

const sections = (world: World): readonly Section[] | undefined => pageOf(world, "home")?.sections;
const update = (world: World, section: string, fields: object): object => ({
  page: "home",
  expected: versionOf(world, "home"),
  section,
  fields,
});
const variant = (world: World, name: string): object => ({
  page: "home",
  expected: versionOf(world, "home"),
  section: "around",
  variant: name,
});
const arranged = (world: World, ...operations: object[]): object => ({
  page: "home",
  expected: versionOf(world, "home"),
  operations,
});

describe.each(["disabled", "quarantined"] as const)("a section whose plugin is %s", (state) => {
  test("takes new content within the schema of its type", async () => {
    const world = await withPlugin("test.text", state, text("Before"));
    await world.run("section.update", update(world, "words", { text: "After" }));
    expect(sections(world)).toEqual([text("After")]);
  });

  test("takes no content beside its schema, and names the field", async () => {
    const world = await withPlugin("test.text", state, text("Before"));
    expect(await attempt(world, "section.update", update(world, "words", { text: "After", evil: 1 }))).toEqual([
      "/fields/evil",
    ]);
    expect(sections(world)).toEqual([text("Before")]);
  });

  test("can be moved, and others can be moved around it", async () => {
    const world = await withPlugin("test.text", state, text("One", "one"), text("Two", "two"));
    await world.run("structure.apply", arranged(world, { op: "move", section: "two", to: { index: 0 } }));
    expect(sections(world)?.map(({ id }) => id)).toEqual(["two", "one"]);
  });

  test("gets no sibling of its type", async () => {
    const world = await withPlugin("test.text", state, text("One", "one"));
    const refusal = await refusalOf(world, "section.add", {
      page: "home",
      expected: versionOf(world, "home"),
      section: { type: "test.text/text", fields: { text: "New" } },
    });
    expect(refusal.code).toBe("INVALID_REQUEST");
  });

  test("takes another variant and a section inside it, as its type allows", async () => {
    const world = await withPlugin("test.box", state, box("around"), text("Inside", "inside"));
    await world.run("section.variant", variant(world, "narrow"));
    await world.run(
      "structure.apply",
      arranged(world, { op: "nest", section: "inside", into: { parent: "around", slot: "left" } }),
    );
    expect(sections(world)).toEqual([{ ...box("around", text("Inside", "inside")), variant: "narrow" }]);
    expect(await attempt(world, "section.variant", variant(world, "enormous"))).toEqual(["/variant"]);
  });

  test("is listed with its schema among the inactive types, and not among those to insert", async () => {
    const world = await withPlugin("test.text", state, text("One"));
    const { sections: offered, inactive } = world.kernel.reads.catalogue(SITE);
    expect(offered.map(({ type }) => type)).not.toContain("test.text/text");
    expect(inactive.map(({ type }) => type)).toEqual(["test.text/text"]);
  });
});

test("a section of a plugin that is gone can get and lose sections inside it, and not change its own content", async () => {
  const inside = text("Inside", "inside");
  const world = await editingWorld({ home: page("/", { sections: [box("around", inside)] }), about: page("/about") });
  const gone = await world.restart(PACK);
  await gone.run("structure.apply", arranged(gone, { op: "remove", section: "inside" }));
  expect(sections(gone)).toEqual([box("around")]);
  expect(await attempt(gone, "section.variant", variant(gone, "narrow"))).toEqual(["/type"]);
});
