/** Reads a folder of Markdown files, as Hugo, Zola, Jekyll, Astro, Eleventy and Obsidian have it. */
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import type {
  HeldBecause,
  MoveLoss,
  MovedFile,
  MovedPage,
  MovedSite,
  PagePart,
  Term,
  TermKind,
} from "../../tree/moved.ts";
import { type ImportRow, SHORTCODES } from "../../tree/imports.ts";
import { movedDate } from "../../tree/dates.ts";
import { homeList } from "../../tree/homeList.ts";
import { textLine, titleLine } from "../../tree/words.ts";
import { Marks } from "../../html/marks.ts";
import { markdownOfHtml } from "../../html/markdownOfHtml.ts";
import { textBody } from "../../text/body.ts";
import { type MathsSigns, withMaths } from "../../text/maths.ts";
import type { Folder } from "../../tree/folder.ts";
import type { ReadingHow } from "../../tree/reading.ts";
import { type Data, type FrontMatter, frontMatter, settingsIn } from "./frontMatter.ts";
import {
  type ArticleFolder,
  firstText,
  type Generator,
  textsOf,
  type Situated,
  textOf,
  urlizedByHugo,
} from "./generator.ts";
import { generatorOf } from "./generators.ts";
import { namesLanguage, splitName } from "./languageNames.ts";
import { madeLists } from "./madeLists.ts";
import { folderMenus } from "./menus.ts";
import { record } from "./hugoLanguages.ts";
import { hostRedirects } from "./hostRedirects.ts";
import { PageReferences, withWikiLinks } from "./references.ts";

const TEXTS = /\.(?:md|markdown|mdown|mdx|html?)$/i;
/** Files that no visitor of the site got. */
const HIDDEN =
  /(?:^|\/)(?:\.[^/]+|node_modules|themes|layouts|templates|archetypes|vendor|_site|public\/index\.html)(?:\/|$)/;

/** Members of a page that have a meaning here. Others are told together. */
const KNOWN = new Set(
  "title description summary excerpt subtitle date publishdate pubdate lastmod updated modified draft published publish slug url path permalink aliases alias redirect_from redirects tags tag keywords topics categories category author authors image images cover featured_image thumbnail hero layout type weight menu menus linktitle taxonomies extra series lang language locale translationkey translation_key translationid translation_id page_id ref private sitemap robots noindex template lastmodified math maths mathjax katex latex usemath use_math".split(
    " ",
  ),
);

/** A file of the source with the page that it becomes. */
interface Read {
  readonly path: string;
  readonly data: Data;
  readonly matter: FrontMatter;
  readonly place: Situated;
}

export async function readFolder(folder: Folder, reading: ReadingHow): Promise<MovedSite> {
  const generator = generatorOf(folder.paths);
  const { settings, settingsPath } = await readSettings(folder, generator);
  const losses: MoveLoss[] = [];
  const files = new Map<string, MovedFile>();
  const texts: Read[] = [];
  for (const path of folder.paths) {
    if (HIDDEN.test(path)) continue;
    const read = isText(path, generator) ? await readText(folder, path, generator, settings, losses) : undefined;
    if (read) texts.push(read);
    else if (!TEXTS.test(path)) keepFile(folder, path, generator, files);
  }
  const terms = new Map<string, ReadTerm>();
  const bundles = bundleAddresses(texts, files);
  const rows = [...reading.rows, ...tableRows(folder.paths)];
  const references = new PageReferences(texts.map(({ path, place }) => ({ path, ...place })));
  const pages = texts.map((read) => pageOf(read, { generator, settings, terms, losses, rows, references, reading }));
  losses.push(...(generator.leftOut?.(folder.paths) ?? []), ...unknownMembers(texts));
  const folders = articleFolders(texts);
  const menuPages = texts.map(({ data, place }) => ({ data, address: place.address, language: place.language }));
  const menus = await folderMenus(folder, settings, settingsPath, menuPages);
  const lists = folders.flatMap((one) => {
    const address = generator.listAddress?.(one, settings);
    return address === undefined ? [] : [{ ...one, address }];
  });
  const homes = (generator.homes?.(settings) ?? []).flatMap((home) => homeList(home, pages));
  return {
    origins: originsOf(settings),
    pages: [...pages, ...madeLists(lists, pages, menus), ...homes],
    terms: [...terms.values()],
    files: bundles,
    redirects: await hostRedirects(folder, generator.statics, losses),
    ...(generator.feeds && { feeds: generator.feeds(settings, folder.paths, folders) }),
    menus,
    losses,
  };
}

async function readSettings(
  folder: Folder,
  generator: Generator,
): Promise<{ readonly settings: Data; readonly settingsPath: string }> {
  const settingsPath = generator.settings.find((path) => folder.paths.includes(path));
  const first = settingsPath === undefined ? {} : settingsIn(settingsPath, await folder.text(settingsPath));
  const settings = (await generator.settingsOf?.(folder, first)) ?? first;
  return { settings, settingsPath: settingsPath ?? "" };
}

/** The folders that have articles, each once in a language. */
const articleFolders = (texts: readonly Read[]): ArticleFolder[] => [
  ...new Map(
    texts.flatMap(({ place: { isArticle, collection: name, language } }): [string, ArticleFolder][] =>
      isArticle && name !== undefined ? [[`${language} ${name}`, { name, language }]] : [],
    ),
  ).values(),
];

/** Templates of shortcodes, as Hugo and Zola have them. */
const TEMPLATE = /(?:^|\/)(?:layouts\/_?shortcodes|templates\/shortcodes)\/(.+)\.\w+$/;

/** The rows of the table. A shortcode with code is no such one if the source has a template of its own for it. */
function tableRows(paths: readonly string[]): readonly ImportRow[] {
  const templates = new Set(paths.flatMap((path) => TEMPLATE.exec(path)?.[1] ?? []));
  return SHORTCODES.filter(({ name, markdown }) => !markdown?.startsWith("```") || !templates.has(name));
}

const isText = (path: string, { content }: Generator): boolean =>
  TEXTS.test(path) && content.some((root) => root === "" || path.startsWith(`${root}/`));

async function readText(
  folder: Folder,
  path: string,
  generator: Generator,
  settings: Data,
  losses: MoveLoss[],
): Promise<Read | undefined> {
  const written = frontMatter(await folder.text(path));
  const matter = generator.read?.(written) ?? written;
  if (matter.problem !== undefined) losses.push({ place: path, line: 1, what: matter.problem });
  const data = lowered(matter.data);
  if (/\.html?$/i.test(path) && Object.keys(data).length === 0) return undefined;
  const place = generator.situated(path, data, settings);
  return place && { path, data, matter, place };
}

/** Members by their names in lower case, as Hugo reads them; those of `extra` and `taxonomies` count, too. */
function lowered(data: Data): Data {
  const inner = [data["extra"], data["taxonomies"]].filter((one) => typeof one === "object" && one !== null) as Data[];
  const all = [...inner, data].flatMap((one) => Object.entries(one));
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
}

function keepFile(folder: Folder, path: string, generator: Generator, files: Map<string, MovedFile>): void {
  const name = path.split("/").at(-1) ?? path;
  const file: MovedFile = { name, bytes: () => folder.bytes(path) };
  for (const root of generator.statics) {
    const inside = root === "" ? path : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
    if (inside !== undefined) files.set(`/${inside}`, file);
  }
  files.set(`/${path}`, file);
}

/** Files in the folder of a page are named by the page's own address. */
function bundleAddresses(texts: readonly Read[], files: ReadonlyMap<string, MovedFile>): Map<string, MovedFile> {
  const all = new Map(files);
  const inBundles = texts.filter(({ path }) => /(?:^|\/)_?index(?:\.[a-z-]+)?\.[a-z]+$/i.test(path));
  const bundles = Map.groupBy(inBundles, ({ path }) => `/${folderOf(path)}`);
  for (const [path, file] of files) {
    let folder = folderOf(path);
    while (folder !== "/" && !bundles.has(folder)) folder = folderOf(folder.slice(0, -1));
    for (const { place } of bundles.get(folder) ?? [])
      for (const name of namesIn(place, path.slice(folder.length)))
        all.set(`${place.address.replace(/\/?$/, "/")}${name}`, file);
  }
  return all;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The names of a file in a bundle. In its own language, a file such as `chart.de.png` is `chart.png`. */
function namesIn({ language, languagePath }: Situated, inside: string): string[] {
  const at = folderOf(inside).length;
  const { name, suffix } = splitName(inside.slice(at));
  const isOwn = suffix !== undefined && [language, languagePath?.slice(1)].includes(suffix);
  return isOwn ? [inside, inside.slice(0, at) + name + inside.slice(inside.lastIndexOf("."))] : [inside];
}

interface Making {
  readonly generator: Generator;
  readonly settings: Data;
  readonly terms: Map<string, ReadTerm>;
  readonly losses: MoveLoss[];
  readonly reading: ReadingHow;
  readonly rows: readonly ImportRow[];
  readonly references: PageReferences;
}

function pageOf(read: Read, making: Making): MovedPage {
  const { path, data, place } = read;
  const parts = partsOf(read, making);
  const date = firstDate(data, ["date", "publishdate", "pubdate"]) ?? movedDate(place.date);
  return {
    source: making.generator.sourceOf?.(path) ?? `md:${path}`,
    place: path,
    address: place.address,
    aliases: [...aliasesOf(data, place.address, making.generator), ...(place.aliases ?? [])],
    isArticle: place.isArticle,
    title: titleLine(data["title"]) ?? headingOf(parts) ?? titleLine(path.split("/").at(-1)) ?? path,
    description: textLine(firstText(data["description"], data["summary"], data["excerpt"], data["subtitle"])),
    date,
    updated: firstDate(data, ["updated", "lastmod", "modified"]),
    held: place.held ?? heldOf(data, date, making.reading.now),
    noindex: isHiddenFromRobots(data) ? true : undefined,
    collection: place.collection,
    language: place.language ?? languageOf(data),
    languagePath: place.languagePath,
    translation: firstText(...TRANSLATIONS.map((name) => data[name])) ?? place.translation,
    terms: termsOf(data, place.language, making),
    image: imageOf(data),
    parts,
    lists: place.lists,
  };
}

/** The names under which programs and themes write what pages in several languages share. */
const TRANSLATIONS = ["translationkey", "translation_key", "translationid", "translation_id", "ref"];

const LANGUAGES = ["lang", "language", "locale"];

/** A page about a programming language has such a member, too. */
const languageOf = (data: Data): string | undefined =>
  LANGUAGES.flatMap((name) => textOf(data[name]) ?? []).find((text) => namesLanguage(text));

const isHiddenFromRobots = (data: Data): boolean =>
  data["noindex"] === true || /noindex/.test(textOf(data["robots"]) ?? "");

/** Names under which programs and themes switch maths on, in a page and in the settings. */
const MATHS = "math maths mathjax katex latex usemath use_math".split(" ");

const switchesMaths = (data: Data): boolean =>
  MATHS.some((name) => data[name] !== undefined && data[name] !== false && data[name] !== "");

/** The signs between which the program of a page looked for maths. */
function mathsOf(data: Data, { generator, settings }: Making): MathsSigns | undefined {
  if (MATHS.some((name) => data[name] === false)) return undefined;
  const passed = record(record(record(record(settings["markup"])["goldmark"])["extensions"])["passthrough"])["enable"];
  const places = [data, settings, record(settings["params"]), record(settings["extra"]), record(settings["markdown"])];
  return passed === true || places.some((one) => switchesMaths(lowered(one))) ? "all" : generator.maths;
}

function partsOf({ path, data, matter, place }: Read, making: Making): readonly PagePart[] {
  const { losses, rows, references } = making;
  const ref = (name: string): string | undefined => references.addressOf(name, place);
  const { parts, losses: lost } = /\.html?$/i.test(path)
    ? htmlBody(matter, path)
    : textBody(withMaths(withWikiLinks(matter.body, ref), mathsOf(data, making)), path, matter.line, { rows, ref });
  losses.push(...lost);
  return parts;
}

function htmlBody(matter: FrontMatter, place: string): { parts: readonly PagePart[]; losses: readonly MoveLoss[] } {
  const marks = new Marks(matter.body);
  const { markdown, lost } = markdownOfHtml(matter.body, marks);
  return { parts: marks.split(markdown), losses: lost.map((what) => ({ place, line: matter.line, what })) };
}

const firstDate = (data: Data, names: readonly string[]): string | undefined =>
  names.map((name) => movedDate(data[name])).find((date) => date !== undefined);

function heldOf(data: Data, date: string | undefined, now: number): HeldBecause | undefined {
  if (data["draft"] === true || data["draft"] === "true" || data["published"] === false || data["publish"] === false)
    return "draft";
  if (data["private"] === true) return "private";
  return date !== undefined && Date.parse(date) > now ? "future" : undefined;
}

const headingOf = (parts: readonly PagePart[]): string | undefined => {
  const [first] = parts;
  return first?.kind === "text" ? titleLine(/^\s*#\s+(.+)$/m.exec(first.markdown.slice(0, 2_000))?.[1]) : undefined;
};

const aliasesOf = (data: Data, address: string, { aliasAddress }: Generator): string[] =>
  ["aliases", "alias", "redirect_from", "redirects"]
    .flatMap((name) => textsOf(data[name]))
    .map((alias) => aliasAddress?.(alias, address) ?? `/${alias.replace(/^\//, "")}`);

const TERMS: readonly (readonly [
  names: readonly string[],
  kind: TermKind,
  as: "tag" | "category" | "author" | "series",
])[] = [
  [["categories", "category"], "topic", "category"],
  [["tags", "tag", "topics"], "topic", "tag"],
  [["authors", "author"], "author", "author"],
  [["series"], "series", "series"],
];

interface ReadTerm extends Term {
  readonly addresses: Map<string, string>;
}

function termsOf(data: Data, language: string | undefined, { terms, generator, settings }: Making): string[] {
  return TERMS.flatMap(([names, kind, as]) =>
    [...new Set(names.flatMap((name) => textsOf(data[name])))].flatMap((name) => {
      const title = titleLine(name);
      if (title === undefined) return [];
      const source = `md:${as}:${urlizedByHugo(title)}`.slice(0, 400);
      const address = generator.termAddress?.(as, title, language, settings);
      const term = terms.get(source) ?? { kind, source, title, address, addresses: new Map() };
      if (language !== undefined && address !== undefined) term.addresses.set(language, address);
      terms.set(source, term);
      return [source];
    }),
  );
}

function imageOf(data: Data): MovedPage["image"] {
  for (const name of ["image", "cover", "featured_image", "thumbnail", "hero", "images"]) {
    const value: unknown = Array.isArray(data[name]) ? data[name][0] : data[name];
    const record: Data = typeof value === "object" && value !== null ? (value as Data) : { src: value };
    const address = textOf(record["src"] ?? record["image"] ?? record["path"] ?? record["url"] ?? record["feature"]);
    if (address !== undefined) return { address: address.replace(/^\.\//, ""), alt: textLine(record["alt"]) ?? "" };
  }
  return undefined;
}

/** One loss for each member that nothing here has a place for. */
function unknownMembers(texts: readonly Read[]): MoveLoss[] {
  const counts = new Map<string, { place: string; count: number }>();
  for (const { path, data } of texts)
    for (const name of Object.keys(data)) {
      if (KNOWN.has(name) && !isOtherLanguage(name, data)) continue;
      const known = counts.get(name);
      counts.set(name, { place: known?.place ?? path, count: (known?.count ?? 0) + 1 });
    }
  return [...counts].map(([name, { place, count }]) => ({
    place,
    what: `the member ${name} of ${countOf(count, "page")}, which has no place here`,
    kind: "a member of the front matter that has no place here",
  }));
}

/** True for the member of a programming language, or of another thing that is no language of people. */
const isOtherLanguage = (name: string, data: Data): boolean =>
  LANGUAGES.includes(name) && !namesLanguage(textOf(data[name]) ?? "en");

const originsOf = (settings: Data): string[] =>
  ["baseurl", "baseURL", "base_url", "url"].flatMap((name) => {
    const url = URL.parse(textOf(settings[name]) ?? "");
    return url ? [url.origin] : [];
  });
