/** The facts that the head of a page tells machines: Open Graph, JSON-LD of articles, and HTML's own. */
import { movedDate } from "../../tree/dates.ts";
import { textLine, titleLine } from "../../tree/words.ts";
import { type WebElement, type WebRoot, allOf, attribute, elementsIn, firstOf, wordsIn } from "./tree.ts";

export interface WebFacts {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly date: string | undefined;
  readonly updated: string | undefined;
  readonly isArticle: boolean;
  readonly isHidden: boolean;
  readonly language: string | undefined;
  /** The address that the page calls its own. */
  readonly canonical: string | undefined;
  /** The addresses of the page in all languages, its own among them. */
  readonly translations: readonly string[];
  /** The addresses of feeds of articles. */
  readonly feeds: readonly string[];
  readonly image: { readonly address: string; readonly alt: string } | undefined;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
}

export function webFacts(root: WebRoot): WebFacts {
  const metas = metasOf(root);
  const article = articleIn(root);
  const meta = (...names: string[]): string | undefined => names.map((name) => metas.get(name)?.[0]).find(Boolean);
  const date = movedDate(meta("article:published_time") ?? article["datePublished"]);
  const image = meta("og:image", "twitter:image");
  const html = firstOf(root, ({ tagName }) => tagName === "html");
  return {
    title: titleLine(meta("og:title") ?? withoutSiteName(titleOf(root), meta("og:site_name"))),
    description: textLine(meta("description", "og:description")),
    date,
    updated: movedDate(meta("article:modified_time") ?? article["dateModified"]),
    isArticle: date !== undefined || meta("og:type") === "article",
    isHidden: directivesIn(meta("robots")).some((one) => one === "noindex" || one === "none"),
    language: tagOf(html && attribute(html, "lang")),
    canonical: linksOf(root, "canonical").map((link) => attribute(link, "href"))[0],
    translations: linksOf(root, "alternate").flatMap((link) => translationOf(link)),
    feeds: linksOf(root, "alternate").flatMap((link) => feedOf(link)),
    image: image === undefined ? undefined : { address: image, alt: textLine(meta("og:image:alt")) ?? "" },
    tags: (metas.get("article:tag") ?? []).flatMap((tag) => titleLine(tag) ?? []),
    authors: authorsIn(metas, article),
  };
}

/** The contents of all `meta` elements, by their name or property. */
function metasOf(root: WebRoot): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const element of allOf(root, "meta")) {
    const name = (attribute(element, "property") || attribute(element, "name")).toLowerCase();
    const content = attribute(element, "content").trim();
    if (name === "" || content === "") continue;
    const known = found.get(name);
    if (known) known.push(content);
    else found.set(name, [content]);
  }
  return found;
}

const directivesIn = (robots = ""): string[] => robots.split(",").map((one) => one.trim().toLowerCase());

const titleOf = (root: WebRoot): string | undefined => {
  const title = firstOf(root, ({ tagName }) => tagName === "title");
  return title && wordsIn(title);
};

/** A title such as `Boats | Yard`, without the name of the site. */
function withoutSiteName(title: string | undefined, site: string | undefined): string | undefined {
  if (title === undefined || site === undefined || !title.endsWith(site)) return title;
  const rest = title.slice(0, -site.length);
  const cut = rest.replace(/\s*[|·•:–—-]\s*$/, "");
  return cut === "" || cut === rest ? title : cut;
}

const linksOf = (root: WebRoot, rel: string): WebElement[] =>
  allOf(root, "link").filter((link) => attribute(link, "rel").toLowerCase().split(" ").includes(rel));

const translationOf = (link: WebElement): string[] => {
  const language = attribute(link, "hrefLang");
  return language === "" || language.toLowerCase() === "x-default" ? [] : [attribute(link, "href")];
};

/** A feed of comments tells of no article. */
const feedOf = (link: WebElement): string[] => {
  const [type, href] = [attribute(link, "type").toLowerCase(), attribute(link, "href")];
  const isOfComments = /comments?\b/i.test(`${attribute(link, "title")} ${href}`);
  return /^application\/(?:rss|atom)\+xml\b/.test(type) && href !== "" && !isOfComments ? [href] : [];
};

const tagOf = (lang: string | undefined): string | undefined =>
  lang !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(lang) ? lang : undefined;

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);

/** The first article of the page's JSON-LD (schema.org). Empty if there is none. */
function articleIn(root: WebRoot): Data {
  for (const element of elementsIn(root)) {
    if (element.tagName !== "script" || attribute(element, "type") !== "application/ld+json") continue;
    const found = graphOf(parsedOr(scriptText(element))).find(
      ({ "@type": type }) => typeof type === "string" && /^(?:News|Tech)?Article$|^BlogPosting$/.test(type),
    );
    if (found) return found;
  }
  return {};
}

const scriptText = ({ children }: WebElement): string =>
  children.map((child) => (child.type === "text" ? child.value : "")).join("");

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function graphOf(value: unknown): Data[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter(isData).flatMap((one) => {
    const graph = one["@graph"];
    return [one, ...(Array.isArray(graph) ? graph.filter(isData) : [])];
  });
}

function authorsIn(metas: ReadonlyMap<string, readonly string[]>, article: Data): string[] {
  const named = metas.get("author") ?? [];
  const { author } = article;
  const given = (Array.isArray(author) ? author : [author]).filter(isData).map(({ name }) => name);
  const names = (named.length > 0 ? named : given).flatMap((name) => titleLine(name) ?? []);
  // An address, as some programs write it, is no name.
  return [...new Set(names)].filter((name) => !/^https?:\/\//i.test(name));
}
