/**
 * Reads a site on the web by its pages, as its visitors get them. This is the last resort: an export of the software
 * knows drafts, fields and categories, which no page shows.
 */
import { fromHtml } from "hast-util-from-html";
import { Marks } from "../../html/marks.ts";
import { markdownOfHtml, markdownOfTree } from "../../html/markdownOfHtml.ts";
import type { Folder } from "../../tree/folder.ts";
import type { MoveLoss, MovedFile, MovedMenu, MovedPage, MovedSite, Term } from "../../tree/moved.ts";
import { titleLine, withoutControls } from "../../tree/words.ts";
import { webContent } from "./content.ts";
import { webFacts } from "./facts.ts";
import { webMenus } from "./menus.ts";
import { type WebRoot, allOf, attribute } from "./tree.ts";

/** Pages that are asked for at the same time. A site is a guest's host. */
const AT_ONCE = 4;

export const knowsWeb = ({ paths }: Folder): boolean =>
  paths.length > 0 && paths.every((path) => /^https?:\/\//.test(path));

interface Making {
  readonly origin: string;
  readonly pages: ReadPage[];
  readonly terms: Map<string, Term>;
  readonly files: Map<string, MovedFile>;
  readonly losses: MoveLoss[];
  menus: readonly MovedMenu[];
  readonly feeds: Set<string>;
}

/** A page and the address at which it was read. */
interface ReadPage {
  readonly page: MovedPage;
  readonly at: string;
}

export async function readWeb(folder: Folder): Promise<MovedSite> {
  const [first = ""] = folder.paths;
  const { origin } = new URL(first);
  const making: Making = {
    origin,
    pages: [],
    terms: new Map(),
    files: new Map(),
    losses: [],
    menus: [],
    feeds: new Set(),
  };
  for (let at = 0; at < folder.paths.length; at += AT_ONCE) {
    const some = folder.paths.slice(at, at + AT_ONCE);
    const texts = await Promise.all(some.map((address) => textOr(folder, address, making)));
    texts.forEach((text, index) => {
      const at = some[index] ?? "";
      if (text !== undefined) making.pages.push({ page: pageOr(text, at, making), at });
    });
  }
  const { terms, files, losses, menus } = making;
  const pages = placed(making);
  if (menus.length === 0) losses.push({ place: origin, what: "its menus, which its home page does not name" });
  losses.push(...(folder.missing ?? []), {
    place: origin,
    what: "drafts, fields, menus inside of texts and the looks of its pages, which only its software knows",
  });
  const feeds = { ofSite: [...making.feeds], ofTerms: [] };
  return { origins: [origin], pages, terms: [...terms.values()], files, redirects: [], menus, feeds, losses };
}

async function textOr(folder: Folder, address: string, { losses }: Making): Promise<string | undefined> {
  try {
    const text = await folder.text(address);
    if (/<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return text;
    losses.push({ place: address, what: "an address of the sitemap, which is no page of HTML" });
  } catch (error) {
    losses.push({
      place: address,
      what: `the page, because ${error instanceof Error ? error.message : String(error)}`,
      kind: "a page",
    });
  }
  return undefined;
}

/**
 * The pages at their places. Addresses that show one page, and name it, are one. Pages that differ keep their own
 * addresses: sites by mistake name their home page on all of them.
 */
function placed({ pages, losses }: Making): MovedPage[] {
  const at = new Map<string, MovedPage>();
  for (const [address, group] of Map.groupBy(pages, ({ page }) => page.address)) {
    const [first] = group;
    if (first && group.every(({ page }) => isSame(page, first.page))) {
      const aliases = group.flatMap((one) => pathOf(one.at)).filter((path) => path !== address);
      at.set(address, { ...first.page, aliases });
      continue;
    }
    for (const { page, at: own } of group) {
      const path = pathOf(own);
      if (path !== address)
        losses.push({
          place: own,
          what: `the address ${address}, which it calls its own`,
          kind: "an address that several pages call their own",
        });
      at.set(path, { ...page, source: `web:${path}`, address: path, collection: collectionOf(path), aliases: [] });
    }
  }
  return [...at.values()];
}

const isSame = (one: MovedPage, other: MovedPage): boolean =>
  one.title === other.title && JSON.stringify(one.parts) === JSON.stringify(other.parts);

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** A document may be too deep, or too broad for a parser. Its words stay. */
function pageOr(html: string, address: string, making: Making): MovedPage {
  try {
    return pageOf(html, address, making);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return flatPage(withoutControls(html).text, address, (what) => void making.losses.push({ place: address, what }));
  }
}

function pageOf(html: string, address: string, making: Making): MovedPage {
  const { text, lines } = withoutControls(html);
  const lose = (what: string): void => void making.losses.push({ place: address, what });
  for (const line of lines) lose(`a control character in line ${line}, removed`);
  const root = fromHtml(text);
  const facts = webFacts(root);
  const canonical = ownAddress(facts.canonical, address);
  if (pathOf(address) === "/") making.menus = webMenus(root, address);
  noteFiles(root, address, making);
  for (const feed of facts.feeds) noteFeed(feed, address, making);
  const { tree, heading, leftOut } = webContent(root, address);
  for (const words of leftOut) lose(`a part beside its text, as no element says which is: ${words}`);
  const marks = new Marks(text);
  const { markdown, lost } = markdownOfTree(tree, marks);
  lost.forEach(lose);
  return {
    source: `web:${canonical}`,
    place: address,
    address: canonical,
    aliases: [],
    isArticle: facts.isArticle,
    title: titleLine(heading) ?? facts.title ?? lastWord(canonical),
    description: facts.description,
    date: facts.date,
    updated: facts.updated,
    noindex: facts.isHidden || undefined,
    collection: collectionOf(canonical),
    language: facts.language,
    translation: groupOf(facts.translations, address),
    terms: [
      ...facts.tags.map((title) => termOf(making, "topic", title)),
      ...facts.authors.map((title) => termOf(making, "author", title)),
    ],
    image: facts.image && { ...facts.image, address: URL.parse(facts.image.address, address)?.href ?? "" },
    parts: marks.split(markdown),
  };
}

function flatPage(html: string, address: string, lose: (what: string) => void): MovedPage {
  const marks = new Marks(html);
  const { markdown, lost } = markdownOfHtml(html, marks);
  lost.forEach(lose);
  const path = pathOf(address);
  return {
    source: `web:${path}`,
    place: address,
    address: path,
    aliases: [],
    isArticle: false,
    title: titleLine(/<title\b[^<>]*>([^<]*)/i.exec(html)?.[1]) ?? lastWord(path),
    terms: [],
    parts: marks.split(markdown),
  };
}

/** The path of a page's canonical address, if that is one of its own host. */
function ownAddress(canonical: string | undefined, address: string): string {
  const url = canonical === undefined ? null : URL.parse(canonical, address);
  return url?.host === new URL(address).host ? url.pathname + url.search : pathOf(address);
}

const lastWord = (path: string): string => path.split("/").findLast((part) => part !== "") ?? "Home";

const collectionOf = (path: string): string | undefined => {
  const [folder, ...rest] = path.split("/").filter((part) => part !== "");
  return rest.length > 0 ? folder : undefined;
};

/** One text for all pages of a group: the addresses that each of them names. */
function groupOf(translations: readonly string[], address: string): string | undefined {
  const all = new Set(translations.flatMap((one) => URL.parse(one, address)?.href ?? []));
  return all.size < 2 ? undefined : [...all].toSorted().join(" ");
}

function termOf({ terms }: Making, kind: Term["kind"], title: string): string {
  const source = `web:${kind}:${title.toLowerCase()}`;
  if (!terms.has(source)) terms.set(source, { kind, source, title });
  return source;
}

/** A feed of the site's own host. */
function noteFeed(feed: string, address: string, { origin, feeds }: Making): void {
  const url = URL.parse(feed, address);
  if (url?.origin === origin) feeds.add(url.pathname + url.search);
}

/** Files that pages of the site offer. Without them, a link would lead to nothing. */
const OFFERED = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|zip|epub|csv|mp3|m4a|mp4)$/i;

function noteFiles(root: WebRoot, address: string, { origin, files }: Making): void {
  for (const link of allOf(root, "a")) {
    const url = URL.parse(attribute(link, "href"), address);
    const name = url?.pathname.split("/").at(-1);
    if (url && name && url.origin === origin && OFFERED.test(url.pathname))
      files.set(url.pathname, { name, url: url.href });
  }
}
