/** The part of a page that is its text, without what its site shows on every page. */
import {
  type WebElement,
  type WebRoot,
  allOf,
  attribute,
  elementsIn,
  firstOf,
  outermost,
  removeFrom,
  wordsIn,
} from "./tree.ts";

type Part = WebRoot | WebElement;

export interface WebContent {
  readonly tree: WebRoot;
  /** The heading that names the page, removed from the text. */
  readonly heading: string | undefined;
  /** The first words of each part that was taken for the site's and not for the page's, where no element says so. */
  readonly leftOut: readonly string[];
}

/** Takes the text out of the tree, which it changes. */
export function webContent(root: WebRoot, address: string): WebContent {
  const body = firstOf(root, ({ tagName }) => tagName === "body") ?? root;
  const main = mainOf(body);
  const headings = allOf(main, "h1");
  const heading = headings.length === 1 ? wordsIn(headings[0] as WebElement) : "";
  const around = main === body ? removeFrom(main, among(partsAround(main))) : [];
  removeFrom(main, isMenu);
  if (heading !== "") removeFrom(main, (element) => element === headings[0]);
  makeAbsolute(main, baseOf(root, address));
  return {
    tree: { type: "root", children: main.children },
    heading: heading === "" ? undefined : heading,
    leftOut: around.map((part) => wordsIn(part).slice(0, 60)).filter((words) => words !== ""),
  };
}

const isMenu = (element: WebElement): boolean =>
  element.tagName === "nav" || ["navigation", "search"].includes(attribute(element, "role"));

const among = (elements: readonly WebElement[]): ((element: WebElement) => boolean) => {
  const all = new Set(elements);
  return (element) => all.has(element);
};

/** Elements in which a head, a foot or an aside belongs to a text and not to the site. */
const OF_TEXTS = new Set(["article", "section", "blockquote", "main"]);
const AROUND = new Set(["header", "footer", "aside"]);
const ROLES_AROUND = new Set(["banner", "contentinfo", "complementary"]);

/** The head, the foot and the asides of a site whose pages name no main part. A head with the page's title stays. */
const partsAround = (body: Part): WebElement[] =>
  outermost(body, (element) => OF_TEXTS.has(element.tagName) || isAround(element)).filter(
    (element) =>
      isAround(element) && !(element.tagName === "header" && allOf(element, "h1").length > 0 && !hasMenu(element)),
  );

const isAround = (element: WebElement): boolean =>
  AROUND.has(element.tagName) || ROLES_AROUND.has(attribute(element, "role"));

const hasMenu = (element: WebElement): boolean => firstOf(element, isMenu) !== undefined;

/** The share of the main part's words from which its one article is taken for the text. */
const MOST_WORDS = 0.6;

/** The one article of the main part if it holds the text, else the main part, else the whole body. */
function mainOf(body: Part): Part {
  const main = firstOf(body, (element) => element.tagName === "main" || attribute(element, "role") === "main") ?? body;
  const [article, ...others] = outermost(main, ({ tagName }) => tagName === "article");
  // A comment, a teaser or a product is an article, too.
  if (!article || others.length > 0) return main;
  const [all, ofArticle] = [allOf(main, "h1"), allOf(article, "h1")];
  const hasText = all.length > 0 ? ofArticle.length === all.length : false;
  return hasText || wordsIn(article).length >= MOST_WORDS * wordsIn(main).length ? article : main;
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
