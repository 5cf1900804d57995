import { describe, expect, test } from "vitest";
import type { Navigation } from "../../../runtime/documents/content/content.ts";
import {
  type Direction,
  DIRECTIONS,
  eachItem,
  itemAt,
  movedItem,
  placeAfter,
  menuPlaceIn,
  writtenMenu,
} from "../../../sites/editor/pages/menu/tree.ts";

const item = (label: string, ...children: Navigation["menus"]["header"]) => ({
  label,
  link: `/${label}`,
  ...(children.length > 0 ? { children } : {}),
});
const MENU: Navigation = {
  menus: { header: [item("a"), item("b", item("c", item("d")), item("e")), item("f")], footer: [item("z")] },
};
const shape = (navigation: Navigation): string[] =>
  eachItem(navigation, "header").map(({ place, item: { label } }) => label + "-".repeat(place.steps.length));

function go(at: string, ...directions: Direction[]): string[] {
  let [navigation, place] = [MENU, menuPlaceIn(at)];
  for (const direction of directions) {
    const to = place && placeAfter(navigation, place, direction);
    if (!place || !to) return [];
    [navigation, place] = [movedItem(navigation, place, to), to];
  }
  return shape(navigation);
}

describe("a menu item", () => {
  test.each<[string, Direction[], string[]]>([
    ["header.0", ["down"], ["b-", "c--", "d---", "e--", "a-", "f-"]],
    ["header.1", ["up"], ["b-", "c--", "d---", "e--", "a-", "f-"]],
    ["header.2", ["in"], ["a-", "b-", "c--", "d---", "e--", "f--"]],
    ["header.1.1", ["in"], ["a-", "b-", "c--", "d---", "e---", "f-"]],
    ["header.1.0.0", ["out"], ["a-", "b-", "c--", "d--", "e--", "f-"]],
    ["header.1.1", ["out"], ["a-", "b-", "c--", "d---", "e-", "f-"]],
    ["header.0", ["down", "up"], shape(MENU)],
    ["header.2", ["in", "out"], shape(MENU)],
  ])("at %s moves %s", (at, directions, expected) => expect(go(at, ...directions)).toEqual(expected));

  test.each<[string, Direction]>([
    ["header.0", "up"],
    ["header.0", "in"],
    ["header.0", "out"],
    ["header.2", "down"],
    ["header.1.0.0", "in"],
    ["footer.0", "down"],
  ])("at %s does not move %s", (at, direction) => expect(go(at, direction)).toEqual([]));

  test("moves below the item before only up to the menu's depth bound", () => expect(go("header.1", "in")).toEqual([]));

  test("is neither lost nor doubled by a move", () => {
    for (const { place } of eachItem(MENU, "header"))
      for (const direction of DIRECTIONS) {
        const to = placeAfter(MENU, place, direction);
        if (!to) continue;
        const after = movedItem(MENU, place, to);
        expect(
          shape(after)
            .map((one) => one[0])
            .toSorted(),
        ).toEqual(
          shape(MENU)
            .map((one) => one[0])
            .toSorted(),
        );
        expect(itemAt(after, to)?.label).toBe(itemAt(MENU, place)?.label);
        expect(after.menus.footer).toEqual(MENU.menus.footer);
      }
  });
});

test.each(["header", "side.0", "header.x", "header.0.0.0.0.0", "header.-1", "header.1e3"])(
  "%s is not a valid place",
  (text) => expect(menuPlaceIn(text)).toBeUndefined(),
);

test("a place is written as it was read", () =>
  expect(writtenMenu(menuPlaceIn("footer.1.20") ?? { menu: "header", steps: [] })).toBe("footer.1.20"));
