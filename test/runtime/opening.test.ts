import { expect, test } from "vitest";
import { defineArea, needed } from "../../runtime/area/area.ts";
import { openAreas } from "../../runtime/opening.ts";

interface Bell {
  ring(): string;
}

const low = defineArea({
  needs: { greeting: needed<string>(), bell: needed<Bell>() },
  open: (from) => ({ say: () => `${from.greeting} ${from.bell.ring()}` }),
});

const high = defineArea({
  needs: { greeting: needed<string>() },
  open: ({ greeting }) => ({ bell: { ring: () => `${greeting}!` } }),
});

function opens(offers: object) {
  return defineArea({ needs: {}, open: () => offers });
}

interface Everything {
  say(): string;
}

test("an area is handed what it names, from the deployment and from above, and nothing else", () => {
  const { all, views } = openAreas<Everything>([low, high], { greeting: "ho", secret: "s" }, () => ({}));
  expect(all.say()).toBe("ho ho!");
  expect([...views.values()].map((view) => Object.keys(view))).toEqual([["greeting", "bell"], ["greeting"]]);
  expect([...views.values()].every(Object.isFrozen)).toBe(true);
});

test("what is used before it is there, or offered by nobody, is named", () => {
  const eager = defineArea({ needs: { bell: needed<Bell>() }, open: ({ bell }) => ({ first: bell.ring() }) });
  expect(() => openAreas([eager, high], { greeting: "ho" }, () => ({}))).toThrow("nothing offers bell yet");
  expect(() => openAreas([low], { greeting: "ho" }, () => ({}))).toThrow("nothing offers bell yet");
});

test.each<[where: string, areas: readonly ReturnType<typeof opens>[], given: object, made: object]>([
  ["two areas", [opens({ bell: 1 }), opens({ bell: 2 })], {}, {}],
  ["an area and the deployment", [opens({ bell: 1 })], { bell: 2 }, {}],
  ["an area and what needs all areas", [opens({ bell: 1 })], {}, { bell: 2 }],
  ["the deployment and what needs all areas", [], { bell: 1 }, { bell: 2 }],
])("a name that %s offer is refused, because one of them would be lost", (_, areas, given, made) => {
  expect(() => openAreas(areas, given, () => made)).toThrow("the offer bell exists twice");
});

test("a name that one area offers alone is kept, even if every object has it", () => {
  const { all } = openAreas<{ readonly constructor: unknown }>(
    [opens({ constructor: 1 }), opens({ bell: 2 })],
    {},
    () => ({}),
  );
  expect(all).toEqual({ constructor: 1, bell: 2 });
});
