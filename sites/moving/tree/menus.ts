/** Menus of a source: entries that name the entry above them become a tree. */
import type { MovedMenu, MovedMenuItem } from "./moved.ts";

export interface FlatMenuItem {
  readonly id: string;
  /** The id of the entry above. Undefined for one at the top. */
  readonly parent: string | undefined;
  readonly order: number;
  readonly label: string;
  readonly address: string;
}

/** An entry whose parent is missing, or that stands below itself, stands at the top. */
export function menuTree(items: readonly FlatMenuItem[]): MovedMenuItem[] {
  const sorted = items.toSorted((one, other) => one.order - other.order);
  const byId = new Map(sorted.map((item) => [item.id, item]));
  const isTop = (item: FlatMenuItem): boolean => {
    const seen = new Set<string>();
    for (let up: FlatMenuItem | undefined = item; up; up = byId.get(up.parent ?? "")) {
      if (seen.has(up.id)) return item.id === up.id;
      seen.add(up.id);
    }
    return !byId.has(item.parent ?? "");
  };
  const below = Map.groupBy(
    sorted.filter((item) => !isTop(item)),
    ({ parent }) => parent,
  );
  const made = ({ id, label, address }: FlatMenuItem): MovedMenuItem => ({
    label,
    address,
    children: (below.get(id) ?? []).map(made),
  });
  return sorted.filter(isTop).map(made);
}

const FOOT = /foot|bottom|legal|social|secondary|fu(?:ß|ss)/i;
const HEAD = /^(?:main|primary|header|top|nav|navigation|menu|haupt)/i;

/** The place of each menu by its name. Without a name that tells it, the longest menu is the header. */
export function placedMenus(menus: readonly Omit<MovedMenu, "at">[]): MovedMenu[] {
  return [...Map.groupBy(menus, ({ language }) => language).values()].flatMap((group) => {
    const foot = group.find(({ name }) => FOOT.test(name));
    const others = group.filter((menu) => menu !== foot);
    const head =
      others.find(({ name }) => HEAD.test(name)) ??
      others.toSorted((one, other) => other.items.length - one.items.length)[0];
    return group.map((menu) => ({ ...menu, at: menu === head ? "header" : menu === foot ? "footer" : undefined }));
  });
}
