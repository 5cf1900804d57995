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
