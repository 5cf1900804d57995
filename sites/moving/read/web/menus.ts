/** The menus of a site, as its home page shows them. */
import type { MovedMenu, MovedMenuItem } from "../../tree/moved.ts";
import { titleLine } from "../../tree/words.ts";
import {
  type WebElement,
  type WebRoot,
  allOf,
  attribute,
  elementChildren,
  elementsIn,
  firstOf,
  wordsIn,
} from "./tree.ts";

/** Deepest level of a menu that a site can have below its entries. */
const LEVELS = 2;

export function webMenus(root: WebRoot, place: string): MovedMenu[] {
  const footers = allOf(root, "footer");
  const footer = footers.flatMap((one) => navigationsIn(one))[0];
  const below = new Set<WebElement>();
  for (const one of footers) if (!below.has(one)) for (const element of elementsIn(one)) below.add(element);
  const header = navigationsIn(root).find((nav) => !below.has(nav));
  return [
    ...(header ? menuOf(header, "header", place) : []),
    ...(footer && footer !== header ? menuOf(footer, "footer", place) : []),
  ];
}

const navigationsIn = (parent: WebRoot | WebElement): WebElement[] =>
  allOf(parent, "nav").filter((nav) => firstOf(nav, ({ tagName }) => tagName === "a") !== undefined);

function menuOf(nav: WebElement, at: "header" | "footer", place: string): MovedMenu[] {
  const list = firstOf(nav, ({ tagName }) => tagName === "ul" || tagName === "ol");
  const items = list ? itemsIn(list, LEVELS) : allOf(nav, "a").flatMap((link) => itemOf(link, []));
  return items.length === 0 ? [] : [{ place: `${place}, ${at}`, name: at, at, items }];
}

function itemsIn(list: WebElement, levels: number): MovedMenuItem[] {
  return elementChildren(list).flatMap((entry) => {
    const below = firstOf(entry, ({ tagName }) => tagName === "ul" || tagName === "ol");
    const inner = new Set(below ? elementsIn(below) : []);
    const link = firstOf(entry, (element) => element.tagName === "a" && !inner.has(element));
    const children = below && levels > 1 ? itemsIn(below, levels - 1) : [];
    if (link) return itemOf(link, children);
    const label = titleLine(wordsIn(entry, below));
    return label === undefined || children.length === 0 ? children : [{ label, address: "", children }];
  });
}

function itemOf(link: WebElement, children: readonly MovedMenuItem[]): MovedMenuItem[] {
  const label = titleLine(wordsIn(link) || attribute(link, "ariaLabel"));
  const address = attribute(link, "href");
  return label === undefined || address === "" ? [] : [{ label, address, children }];
}
