/** The part of a page that is its text, without what its site shows on every page. */
import { type WebElement, type WebRoot, allOf, attribute, elementsIn, firstOf, removeFrom, wordsIn } from "./tree.ts";

const ROLES_AROUND = new Set(["navigation", "banner", "contentinfo", "complementary", "search"]);
const TAGS_AROUND = new Set(["nav", "aside", "footer"]);

/** Menus, and what stands beside a text. The head of an article has its title and date, so it stays. */
const isAround = (element: WebElement): boolean =>
  TAGS_AROUND.has(element.tagName) ||
  ROLES_AROUND.has(attribute(element, "role")) ||
  element.properties["hidden"] === true;

export interface WebContent {
  readonly tree: WebRoot;
  /** The heading that names the page, removed from the text. */
  readonly heading: string | undefined;
}

/** Takes the text out of the tree, which it changes. */
export function webContent(root: WebRoot, address: string): WebContent {
  const body = firstOf(root, ({ tagName }) => tagName === "body") ?? root;
  const main = mainOf(body);
  if (main === body) removeFrom(main, ({ tagName }) => tagName === "header");
  removeFrom(main, isAround);
  const headings = allOf(main, "h1");
  const heading = headings.length === 1 ? wordsIn(headings[0] as WebElement) : "";
  if (heading !== "") removeFrom(main, (element) => element === headings[0]);
  makeAbsolute(main, baseOf(root, address));
  return { tree: { type: "root", children: main.children }, heading: heading === "" ? undefined : heading };
}

/** The one article of the main part, else the main part, else the whole body. */
function mainOf(body: WebRoot | WebElement): WebRoot | WebElement {
  const main = firstOf(body, (element) => element.tagName === "main" || attribute(element, "role") === "main") ?? body;
  const [first, ...others] = allOf(main, "article");
  const inner = new Set(first ? elementsIn(first) : []);
  return first !== undefined && others.every((one) => inner.has(one)) ? first : main;
}

function baseOf(root: WebRoot, address: string): string {
  const base = firstOf(root, ({ tagName }) => tagName === "base");
  return (base && URL.parse(attribute(base, "href"), address)?.href) ?? address;
}

/** Attributes by which scripts load pictures late. */
const LATE = ["dataSrc", "dataLazySrc", "dataOriginal"];

function makeAbsolute(parent: WebRoot | WebElement, base: string): void {
  for (const { tagName, properties } of elementsIn(parent)) {
    const late = LATE.map((name) => properties[name]).find(
      (value): value is string => typeof value === "string" && value !== "",
    );
    const { src, href } = properties;
    if (tagName === "img" && late && (typeof src !== "string" || src === "" || src.startsWith("data:")))
      properties["src"] = late;
    for (const name of ["src", "href", "poster"]) properties[name] = absolute(properties[name], base);
    if (typeof href === "string" && href.startsWith("#")) properties["href"] = href;
  }
}

const absolute = (value: WebElement["properties"][string], base: string): WebElement["properties"][string] =>
  typeof value === "string" && value !== "" ? (URL.parse(value, base)?.href ?? value) : value;
