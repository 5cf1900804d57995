/** The programs whose folders are understood, by what their folders have. A new one is an entry. */
import { dayOf } from "../../tree/dates.ts";
import type { Data } from "./frontMatter.ts";
import {
  bothSlashes,
  dayNames,
  firstText,
  type Generator,
  feedFiles,
  textsOf,
  nameAndDate,
  patternFilled,
  PLURALS,
  type Situated,
  textOf,
  urlized,
  withoutEnding,
} from "./generator.ts";
import { HUGO, listedBy } from "./hugo.ts";
import { record } from "./hugoLanguages.ts";
import { splitName } from "./languageNames.ts";
import { NOTION } from "./notion.ts";
import { PLAIN } from "./plain.ts";

const STYLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    date: "/:categories/:year/:month/:day/:title.html",
    pretty: "/:categories/:year/:month/:day/:title/",
    ordinal: "/:categories/:year/:y_day/:title.html",
    none: "/:categories/:title.html",
  }),
);

function jekyllAddress(pattern: string, name: string, data: Data, date: string | undefined): string {
  const slug = firstText(data["slug"]);
  return patternFilled(pattern, {
    ...dayNames(dayOf(data["date"]) ?? dayOf(date)),
    title: slug ?? name,
    slug: urlized(slug ?? name),
    categories: [...textsOf(data["categories"]), ...textsOf(data["category"])].map(urlized).join("/"),
    output_ext: ".html",
  });
}

const fileOf = (path: string): string => withoutEnding(path.split("/").at(-1) ?? "");

function jekyllPost(path: string, data: Data, settings: Data): Situated {
  const { name, date } = nameAndDate(fileOf(path));
  const style = firstText(data["permalink"], settings["permalink"]) ?? "date";
  return {
    address: jekyllAddress(STYLES.get(style) ?? style, name, data, date),
    isArticle: true,
    collection: "posts",
    date,
    held: /(?:^|\/)_drafts\//.test(path) ? "draft" : undefined,
  };
}

function jekyllPage(path: string, data: Data, settings: Data): Situated {
  const plain = withoutEnding(path).replace(/(?:^|\/)index$/, "/");
  const style = textOf(settings["permalink"]) ?? "date";
  const isFolder = plain.endsWith("/") || style === "pretty" || style.endsWith("/");
  const isHome = plain === "/" && textOf(data["layout"]) === "home";
  return {
    address: textOf(data["permalink"]) ?? (isFolder ? bothSlashes(plain) : `/${plain}.html`),
    isArticle: false,
    lists: isHome ? "" : undefined,
  };
}

/** The plugin Polyglot serves pages of one address in each of their languages, below a prefix. */
function inLanguages(
  address: string,
  data: Data,
  settings: Data,
): Pick<Situated, "address" | "language" | "translation"> {
  const languages = textsOf(settings["languages"]);
  const home = textOf(settings["default_lang"]) ?? languages[0];
  const language = languages.find((one) => one === textOf(data["lang"])) ?? home;
  if (languages.length < 2 || language === undefined) return { address };
  return {
    address: language === home ? address : `/${language}${bothSlashes(address).replace(/\/$/, "")}`,
    language,
    translation: firstText(data["page_id"]) ?? address.toLowerCase(),
  };
}

/** The plugin that makes feeds of Jekyll, and templates of feeds. */
const jekyllFeeds: NonNullable<Generator["feeds"]> = (settings, paths) => ({
  ofSite: [`/${(textOf(record(settings["feed"])["path"]) ?? "feed.xml").replace(/^\//, "")}`, ...feedFiles(paths)],
  ofTerms: [],
});

const JEKYLL: Generator = {
  name: "Jekyll",
  // Jekyll reads what stands between `$$`, also inside of a line.
  maths: "paired",
  knows: (paths) => paths.has("_config.yml") || [...paths].some((path) => /(?:^|\/)_posts\//.test(path)),
  settings: ["_config.yml", "_config.yaml", "_config.toml"],
  content: [""],
  statics: [""],
  feeds: jekyllFeeds,
  situated(path, data, settings) {
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path);
    if (!isPost && (/(?:^|\/)[_.]/.test(path) || Object.keys(data).length === 0)) return undefined;
    const found = isPost ? jekyllPost(path, data, settings) : jekyllPage(path, data, settings);
    return { ...found, ...inLanguages(found.address, data, settings) };
  },
};

/** The folders and the name of a file of Zola. A bundle has the name of its folder. */
function zolaName(path: string): { readonly folders: string[]; readonly file: string; readonly isSection: boolean } {
  const parts = path.split("/").slice(1);
  const isBundle = parts.at(-1) === "index";
  const named = isBundle ? parts.slice(0, -1) : parts;
  return { folders: named.slice(0, -1), file: named.at(-1) ?? "", isSection: parts.at(-1) === "_index" };
}

/** The date in an address, such as `2026/03/12`. */
const dateInPath = (path: string): string | undefined => /\b(\d{4})\/(\d\d)\/(\d\d)\b/.exec(path)?.slice(1).join("-");

/** The language of a file by the ending of its name, and its path without it. */
function zolaLanguage(path: string, settings: Data): { readonly language?: string | undefined; readonly bare: string } {
  const [at, languages] = [path.lastIndexOf("/") + 1, Object.keys(record(settings["languages"]))];
  const { name, suffix } = splitName(path.slice(at));
  const language = languages.find((one) => one === suffix);
  if (language !== undefined) return { language, bare: `${path.slice(0, at)}${name}` };
  const home = textOf(settings["default_language"]) ?? "en";
  return { language: languages.length === 0 ? undefined : home, bare: withoutEnding(path) };
}

/** A name in plain letters and hyphens, as Zola writes it unless its settings keep names as they are. */
function zolaSlug(name: string, of: "paths" | "taxonomies", settings: Data): string {
  const how = textOf(record(settings["slugify"])[of]) ?? "on";
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return how === "on" && /^[a-z0-9-]+$/.test(plain) ? plain : urlized(name);
}

const zolaPrefix = (language: string | undefined, settings: Data): string =>
  language === undefined || language === (textOf(settings["default_language"]) ?? "en") ? "" : `/${language}`;

function zolaSituated(path: string, data: Data, settings: Data): Situated {
  const { language, bare } = zolaLanguage(path, settings);
  const { folders, file, isSection } = zolaName(bare);
  const { name, date: named } = nameAndDate(file);
  const written = firstText(data["path"]);
  const made = isSection ? folders : [...folders, zolaSlug(firstText(data["slug"]) ?? name, "paths", settings)];
  const date = named ?? dateInPath(written ?? "");
  return {
    address:
      written === undefined ? zolaPrefix(language, settings) + bothSlashes(made.join("/")) : bothSlashes(written),
    isArticle: !isSection && (data["date"] ?? date) !== undefined,
    lists: listedBy({ isSection, folders }),
    collection: isSection ? undefined : (folders[0] ?? written?.split(/\/?\d{4}\//)[0]),
    date,
    language,
    translation: language === undefined ? undefined : bare.toLowerCase(),
  };
}

/** Zola makes the feeds that its settings ask for, with names of their own. */
const zolaFeeds: NonNullable<Generator["feeds"]> = (settings, _paths, folders) => {
  if (settings["generate_feeds"] !== true && settings["generate_feed"] !== true) return { ofSite: [], ofTerms: [] };
  const named = [...textsOf(settings["feed_filenames"]), ...textsOf(settings["feed_filename"])];
  const ends = (named.length === 0 ? ["atom.xml"] : named).map((name) => `/${name}`);
  const prefixes = ["", ...Object.keys(record(settings["languages"])).map((key) => zolaPrefix(key, settings))];
  const lists = folders.map(({ name, language }) => `${zolaPrefix(language, settings)}/${name}`);
  return {
    ofSite: [...new Set([...prefixes, ...lists])].flatMap((list) => ends.map((end) => list + end)),
    ofTerms: ends,
  };
};

const ZOLA: Generator = {
  name: "Zola",
  knows: (paths) =>
    paths.has("config.toml") &&
    paths.has("content/_index.md") &&
    [...paths].some((path) => path.startsWith("templates/")),
  settings: ["config.toml"],
  content: ["content"],
  statics: ["static"],
  situated: zolaSituated,
  feeds: zolaFeeds,
  termAddress: (kind, title, language, settings) =>
    `${zolaPrefix(language, settings)}/${PLURALS[kind]}/${zolaSlug(title, "taxonomies", settings)}/`,
};

/** The last knows every folder. */
const GENERATORS: readonly Generator[] = [NOTION, ZOLA, HUGO, JEKYLL, PLAIN];

export const generatorOf = (paths: readonly string[]): Generator => {
  const known = new Set(paths);
  return GENERATORS.find((one) => one.knows(known)) ?? PLAIN;
};
