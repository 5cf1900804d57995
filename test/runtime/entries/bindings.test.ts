/** Fields of sections that are bound to a value of the page's entry. */
import { describe, expect, test } from "vitest";
import { asBound, bindingTo, boundName, fitsInto } from "../../../manifests/fields/binding.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { SITE, page, type World } from "../kernel/world.ts";
import { fieldsOf, PROPERTIES, putTypes, recipe, recipeType, siteWith } from "./ownTypes.ts";

const text = (value: unknown, id = "s1") => ({ id, type: "test.text/text", fields: { text: value } });
const soup = (values: object, ...sections: object[]) =>
  recipe("/soup", { minutes: 20, ...values }, { sections: sections as never });
const boundText = (name: string) => text(bindingTo(name));

const issuesOf = async (run: Promise<unknown>): Promise<string[]> => {
  try {
    await run;
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.detail.issues ?? []).map(({ pointer, allowed }) => `${pointer}: ${allowed}`);
  }
};

const shown = async (world: World): Promise<string> => {
  await world.run("publish", {});
  return world.html("/soup");
};

test.each([
  [{ $value: "price" }, "price"],
  [{ $value: 5 }, undefined],
  [{ $value: "price", more: 1 }, undefined],
  ["$value", undefined],
  [["$value"], undefined],
  [null, undefined],
])("%j is bound to %s", (value, name) => expect(boundName(value)).toBe(name));

test.each<[object, object, boolean]>([
  [{ type: "number" }, { $ref: "drawbridge:text" }, true],
  [{ $ref: "drawbridge:text" }, { $ref: "drawbridge:markdown" }, true],
  [PROPERTIES.goods, { $ref: "drawbridge:text" }, true],
  [{ type: "string", format: "date" }, { type: "string", format: "date" }, true],
  [{ $ref: "drawbridge:image" }, { $ref: "drawbridge:image" }, true],
  [{ $ref: "drawbridge:image" }, { $ref: "drawbridge:text" }, false],
  [{ $ref: "drawbridge:text" }, { $ref: "drawbridge:link" }, false],
  [{ type: "boolean" }, { $ref: "drawbridge:text" }, false],
  [{ $ref: "drawbridge:text" }, { type: "number" }, false],
])("a value of %j in a field of %j fits: %s", (value, field, fits) => {
  expect(fitsInto(value as never, field as never)).toBe(fits);
});

test("numbers and lists become text where text is asked for", () => {
  expect([
    asBound(5, { $ref: "drawbridge:text" }),
    asBound(["a", "b"], { type: "string" }),
    asBound(5, { type: "number" }),
  ]).toEqual(["5", "a, b", 5]);
});

describe("a bound field", () => {
  test("shows the value of the entry, and follows it", async () => {
    const world = await siteWith({ soup: soup({}, boundText("minutes")) });
    expect(await shown(world)).toContain("<p>20</p>");
    await world.write("soup", soup({ minutes: 45 }, boundText("minutes")));
    expect(await shown(world)).toContain("<p>45</p>");
  });

  test("shows formatted text as the section formats it, and never as markup", async () => {
    const world = await siteWith({ soup: soup({ steps: "Chop **well** <script>x</script>" }, boundText("steps")) });
    const html = await shown(world);
    expect(html.match(/<strong>well<\/strong>/g)).toHaveLength(2);
    expect(html).not.toContain("<script>x");
  });

  test("without a value shows nothing of a section that needs it, and says so in the draft", async () => {
    const world = await siteWith({ soup: soup({}, boundText("steps"), text("After", "s2")) });
    expect(await shown(world)).toContain("After");
    expect(await world.html("/soup")).not.toContain('id="s1"');
    expect((await world.kernel.draft.answer(SITE, "/soup")).body).toContain("the entry has no value for /text");
    await world.write("soup", soup({ steps: "Now" }, boundText("steps"), text("After", "s2")));
    expect(await shown(world)).toContain('id="s1"');
  });

  test("is refused if the entry's type has no such value, or one of another sort", async () => {
    const world = await siteWith({ soup: soup({}) });
    const fitting = "one of the values minutes, level, first, goods, steps";
    for (const name of ["gone", "vegan", "constructor", "dish"])
      expect(await issuesOf(world.write("soup", soup({}, boundText(name))))).toEqual([
        `/writes/0/body/sections/0/fields/text: ${fitting}`,
      ]);
  });

  test("is refused on a page that is no entry", async () => {
    const world = await siteWith();
    expect(await issuesOf(world.write("x", page("/x", { sections: [boundText("minutes")] as never })))).toHaveLength(1);
  });

  test("stays when its value leaves the type, shows nothing, and comes back with it", async () => {
    const world = await siteWith({ soup: soup({ steps: "Chop" }, boundText("steps")) });
    const { steps: _, ...rest } = PROPERTIES;
    await putTypes(world, recipeType({ fields: fieldsOf(rest, ["minutes"]) }));
    expect(await shown(world)).not.toContain("Chop");
    await world.write("soup", { ...soup({ steps: "Chop" }, boundText("steps")), title: "Broth" });
    await putTypes(world, recipeType());
    expect((await shown(world)).match(/<p>Chop<\/p>/g)).toHaveLength(2);
  });

  test("is marked in the draft as the value, so a click edits the entry", async () => {
    const world = await siteWith({ soup: soup({ steps: "Chop" }, boundText("steps")) });
    const { body } = await world.kernel.draft.answer(SITE, "/soup");
    expect(body?.match(/entry_values\/steps/g)).toHaveLength(2);
    expect(body).not.toContain("s1/text");
  });

  test("is set and unset like any value, and merges by field", async () => {
    const world = await siteWith({ soup: soup({}, text("Own")) });
    const set = (fields: object, was: object, expected: number) =>
      world.run("page.edit", { page: "soup", expected, operations: [{ op: "set", section: "s1", fields, was }] });
    await set({ text: bindingTo("minutes") }, { text: "Own" }, 1);
    await expect(set({ text: "Late" }, { text: "Own" }, 1)).rejects.toThrow("STALE_VERSION");
    await set({ text: "Own again" }, { text: bindingTo("minutes") }, 2);
    expect(await shown(world)).toContain("<p>Own again</p>");
  });
});
