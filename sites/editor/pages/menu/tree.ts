/** Menus as trees: the places of items, and the menus after a change. Pure. */
import { NAVIGATION_MAX_DEPTH } from "../../../../manifests/bounds/documents.ts";
import type { Navigation, NavigationItem } from "../../../../runtime/documents/content/content.ts";

export const MENU_NAMES = ["header", "footer"] as const;
export type MenuName = (typeof MENU_NAMES)[number];

/** The place of an item: its menu, and its index at each level from the top. */
export interface MenuPlace {
  readonly menu: MenuName;
  readonly steps: readonly number[];
}

export type Direction = "up" | "down" | "in" | "out";
export const DIRECTIONS: readonly Direction[] = ["up", "down", "in", "out"];

type Items = readonly NavigationItem[];

export const writtenMenu = ({ menu, steps }: MenuPlace): string => [menu, ...steps].join(".");

/** Parses a place; undefined for any other text. */
export function menuPlaceIn(text: string): MenuPlace | undefined {
  const [, menu, steps = ""] = /^(header|footer)((?:\.\d{1,3}){1,4})$/.exec(text) ?? [];
  return menu === undefined ? undefined : { menu: menu as MenuName, steps: steps.slice(1).split(".").map(Number) };
}

export function itemAt({ menus }: Navigation, { menu, steps }: MenuPlace): NavigationItem | undefined {
  let [found, level]: [NavigationItem | undefined, Items] = [undefined, menus[menu]];
  for (const step of steps) {
    found = level[step];
    level = found?.children ?? [];
  }
  return found;
}

/** The items of the same list, including the item itself. */
export const siblingsOf = (navigation: Navigation, { menu, steps }: MenuPlace): Items =>
  steps.length === 1
    ? navigation.menus[menu]
    : (itemAt(navigation, { menu, steps: steps.slice(0, -1) })?.children ?? []);

/** Replaces an item by others, or removes it. */
export const replaced = (navigation: Navigation, place: MenuPlace, ...by: NavigationItem[]): Navigation =>
  changed(navigation, place, (items, index) => items.toSpliced(index, 1, ...by));

const inserted = (navigation: Navigation, place: MenuPlace, item: NavigationItem): Navigation =>
  changed(navigation, place, (items, index) => items.toSpliced(index, 0, item));

/** Appends an item to a menu. */
export const added = ({ menus, ...rest }: Navigation, menu: MenuName, item: NavigationItem): Navigation => ({
  ...rest,
  menus: { ...menus, [menu]: [...menus[menu], item] },
});

function changed(
  { menus, ...rest }: Navigation,
  { menu, steps }: MenuPlace,
  change: (items: NavigationItem[], index: number) => NavigationItem[],
): Navigation {
  const level = (items: Items, [step = 0, ...rest]: readonly number[]): NavigationItem[] => {
    if (rest.length === 0) return change([...items], step);
    return items.map((item, index) => (index === step ? withChildren(item, level(item.children ?? [], rest)) : item));
  };
  return { ...rest, menus: { ...menus, [menu]: level(menus[menu], steps) } };
}

const withChildren = ({ label, link }: NavigationItem, children: NavigationItem[]): NavigationItem =>
  children.length === 0 ? { label, link } : { label, link, children };

const depthOf = ({ children = [] }: NavigationItem): number => 1 + Math.max(0, ...children.map(depthOf));

interface Around {
  readonly siblings: Items;
  readonly item: NavigationItem;
  /** The indexes of the parent items, from the top. */
  readonly above: readonly number[];
  readonly index: number;
}

/** The new indexes after a move in each direction; undefined if the move is impossible. */
const STEPS: Readonly<Record<Direction, (around: Around) => readonly number[] | undefined>> = {
  up: ({ above, index }) => (index === 0 ? undefined : [...above, index - 1]),
  down: ({ above, index, siblings }) => (index === siblings.length - 1 ? undefined : [...above, index + 1]),
  out: ({ above }) => (above.length === 0 ? undefined : [...above.slice(0, -1), (above.at(-1) ?? 0) + 1]),
  in({ above, index, siblings, item }) {
    const before = siblings[index - 1];
    if (!before || above.length + 1 + depthOf(item) > NAVIGATION_MAX_DEPTH) return undefined;
    return [...above, index - 1, before.children?.length ?? 0];
  },
};

/** The place of an item after a move; undefined if the move is impossible. */
export function placeAfter(navigation: Navigation, place: MenuPlace, direction: Direction): MenuPlace | undefined {
  const { menu, steps } = place;
  const [above, index] = [steps.slice(0, -1), steps.at(-1) ?? 0];
  const siblings = siblingsOf(navigation, place);
  const item = siblings[index];
  const next = item && STEPS[direction]({ siblings, item, above, index });
  return next && { menu, steps: next };
}

/** The menus after a move. `to` counts without the item at its old place. */
export function movedItem(navigation: Navigation, from: MenuPlace, to: MenuPlace): Navigation {
  const item = itemAt(navigation, from);
  return item ? inserted(replaced(navigation, from), to, item) : navigation;
}

/** All items with their places, each before its children. */
export function eachItem({ menus }: Navigation, menu: MenuName): { place: MenuPlace; item: NavigationItem }[] {
  const level = (items: Items, above: readonly number[]): { place: MenuPlace; item: NavigationItem }[] =>
    items.flatMap((item, index) => {
      const steps = [...above, index];
      return [{ place: { menu, steps }, item }, ...level(item.children ?? [], steps)];
    });
  return level(menus[menu], []);
}
