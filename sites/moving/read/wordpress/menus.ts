/** Menus of WordPress. An export has their entries, but not where a theme shows a menu. */
import { menuTree, placedMenus } from "../../tree/menus.ts";
import type { MovedMenu } from "../../tree/moved.ts";
import { titleLine } from "../../tree/words.ts";
import type { Item } from "./items.ts";

export const MENU_ITEM = "nav_menu_item";

const text = ({ texts }: Item, name: string): string => (texts[name] ?? "").trim();

export function wordpressMenus(items: readonly Item[], place: string): MovedMenu[] {
  const byId = new Map(items.map((item) => [text(item, "wp:post_id"), item]));
  const entries = items.filter(
    (item) => text(item, "wp:post_type") === MENU_ITEM && text(item, "wp:status") === "publish",
  );
  const menus = Map.groupBy(entries, menuOf);
  return placedMenus(
    [...menus].map(([name, of]) => ({
      place: `${place}, menu ${name}`,
      name,
      items: menuTree(of.flatMap((item) => entryOf(item, byId))),
    })),
  );
}

const menuOf = ({ categories }: Item): string =>
  categories.find(({ domain }) => domain === "nav_menu")?.nicename ?? "menu";

function entryOf(item: Item, byId: ReadonlyMap<string, Item>): Parameters<typeof menuTree>[0] {
  const { meta } = item;
  const object = meta["_menu_item_object_id"] ?? "";
  const target = meta["_menu_item_type"] === "post_type" ? byId.get(object) : undefined;
  const label = titleLine(text(item, "title")) ?? titleLine(target && text(target, "title"));
  const address = meta["_menu_item_type"] === "post_type" ? `/?p=${object}` : (meta["_menu_item_url"] ?? "");
  if (label === undefined) return [];
  const parent = meta["_menu_item_menu_item_parent"];
  return [
    {
      id: text(item, "wp:post_id"),
      parent: parent === "0" ? undefined : parent,
      order: Number(text(item, "wp:menu_order")) || 0,
      label,
      address: address === "" ? text(item, "link") : address,
    },
  ];
}
