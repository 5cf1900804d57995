/** The menus of a site, as its home page shows them. */
import { NAVIGATION_MAX_DEPTH } from "../../../../manifests/bounds/documents.ts";
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
  outermost,
  wordsIn,
} from "./tree.ts";

export function webMenus(root: WebRoot, place: string): MovedMenu[] {
  const footers = outermost(root, ({ tagName }) => tagName === "footer");
  const below = new Set<WebElement>();
  for (const footer of footers) for (const element of elementsIn(footer)) below.add(element);
  const navigations = outermost(root, ({ tagName }) => tagName === "nav").filter(
    (nav) => firstOf(nav, ({ tagName }) => tagName === "a") !== undefined,
  );
  const header = navigations.find((nav) => !below.has(nav));
  const footer = navigations.find((nav) => below.has(nav));
  return [...(header ? menuOf(header, "header", place) : []), ...(footer ? menuOf(footer, "footer", place) : [])];
}

function menuOf(nav: WebElement, at: "header" | "footer", place: string): MovedMenu[] {
  const list = firstOf(nav, ({ tagName }) => tagName === "ul" || tagName === "ol");
  const items = list ? itemsIn(list, NAVIGATION_MAX_DEPTH) : allOf(nav, "a").flatMap((link) => itemOf(link));
  return items.length === 0 ? [] : [{ place: `${place}, ${at}`, name: at, at, items }];
}

function itemsIn(list: WebElement, levels: number): MovedMenuItem[] {
  return elementChildren(list).flatMap((entry) => {
    const below = firstOf(entry, ({ tagName }) => tagName === "ul" || tagName === "ol");
    const inner = new Set(below ? elementsIn(below) : []);
    const link = firstOf(entry, (element) => element.tagName === "a" && !inner.has(element));
    const children = below && levels > 1 ? itemsIn(below, levels - 1) : [];
    const label = titleLine(link ? wordsIn(link) || attribute(link, "ariaLabel") : wordsIn(entry, below));
    const address = link ? attribute(link, "href") : "";
    // An icon has no words. An entry that neither leads anywhere nor opens a list tells a visitor nothing.
    if (label === undefined || (address === "" && children.length === 0)) return children;
    return [{ label, address, children }];
  });
}

function itemOf(link: WebElement): MovedMenuItem[] {
  const label = titleLine(wordsIn(link) || attribute(link, "ariaLabel"));
  const address = attribute(link, "href");
  return label === undefined || address === "" ? [] : [{ label, address, children: [] }];
}
