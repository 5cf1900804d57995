import { dayOf } from "../../tree/dates.ts";
import type { Data } from "./frontMatter.ts";
import { type HugoLanguage, hugoLanguages, record, setting } from "./hugoLanguages.ts";
import { hugoSettings } from "./hugoSettings.ts";
import { splitName } from "./languageNames.ts";
import type { Home } from "../../tree/homeList.ts";
import type { MovedFeeds } from "../../tree/moved.ts";
import {
  type ArticleFolder,
  bothSlashes,
  dayNames,
  firstText,
  type Generator,
  nameAndDate,
  patternFilled,
  PLURALS,
  type Situated,
  type TermName,
  textOf,
  urlizedByHugo,
  withoutEnding,
} from "./generator.ts";

interface Named {
  readonly folders: readonly string[];
  /** The name of the file without ending and language. A bundle has the name of its folder. */
  readonly name: string;
  readonly isSection: boolean;
  /** Undefined for a site in one language. */
  readonly language: HugoLanguage | undefined;
  /** The path below the content folder, without the language. */
  readonly bare: string;
}

/** The language of a file, by its own content folder or by the ending of its name, and the path without it. */
function located(path: string, languages: readonly HugoLanguage[]): { language?: HugoLanguage; rest: string[] } {
  const home = languages.find(({ isHome }) => isHome);
  // Two languages may share a folder. The home language has it then.
  for (const language of languages.toSorted((one, other) => Number(other.isHome) - Number(one.isHome)))
    if (language.folder !== undefined && path.startsWith(`${language.folder}/`))
      return { language, rest: path.slice(language.folder.length + 1).split("/") };
  const rest = path.split("/").slice(1);
  const { name, suffix } = splitName(rest.at(-1) ?? "");
  const language = languages.find(({ key }) => key === suffix?.toLowerCase());
  if (language) return { language, rest: [...rest.slice(0, -1), `${name}.md`] };
  return { ...(home ? { language: home } : {}), rest };
}

function named(path: string, settings: Data): Named {
  const { language, rest } = located(path, hugoLanguages(settings));
  const name = withoutEnding(rest.at(-1) ?? "");
  const folders = rest.slice(0, -1);
  const isBundle = name === "index" && folders.length > 0;
  return {
    folders: isBundle ? folders.slice(0, -1) : folders,
    name: isBundle ? (folders.at(-1) ?? "") : name,
    isSection: name === "_index" || (name === "index" && folders.length === 0),
    language,
    bare: rest.join("/"),
  };
}

/** A pattern of Hugo's `permalinks`, such as `/:sections/:year/:month/:slug/`. */
function patterned(pattern: string, { folders, name }: Named, data: Data): string {
  const [slug, title] = [firstText(data["slug"]), firstText(data["title"]) ?? name];
  const file = urlizedByHugo(name);
  const named = urlizedByHugo(slug ?? name);
  return bothSlashes(
    patternFilled(pattern, {
      ...dayNames(dayOf(data["date"] ?? data["publishdate"])),
      section: folders[0] ?? "",
      sections: folders.join("/"),
      title: urlizedByHugo(title),
      slug: urlizedByHugo(slug ?? title),
      slugorfilename: named,
      slugorcontentbasename: named,
      filename: file,
      contentbasename: file,
    }),
  );
}

function permalinkOf(settings: Data, { folders: [section], language, isSection }: Named): string | undefined {
  if (section === undefined || isSection) return undefined;
  return [language?.settings ?? {}, settings]
    .map((one) => record(setting(one, "permalinks")))
    .map((all) => textOf(all[section]) ?? textOf(record(all["page"])[section]))
    .find((pattern) => pattern !== undefined);
}

/** Pages may be files instead of folders, all of them or those of some sections. */
function isFile({ isSection, folders: [section = ""] }: Named, settings: Data): boolean {
  const ugly = setting(settings, "uglyURLs");
  return !isSection && (ugly === true || setting(record(ugly), section) === true);
}

function madeAddress(name: Named, data: Data, settings: Data): string {
  const address = folderAddress(name, data, settings);
  return isFile(name, settings) ? address.replace(/\/$/, ".html") : address;
}

function folderAddress(name: Named, data: Data, settings: Data): string {
  const pattern = permalinkOf(settings, name);
  if (pattern !== undefined) return patterned(pattern, name, data);
  const tail = name.isSection ? [] : [urlizedByHugo(firstText(data["slug"]) ?? name.name)];
  return bothSlashes([...name.folders.map(urlizedByHugo), ...tail].join("/"));
}

/** An address that the page itself has begins at the root or below the prefix of its language. */
function addressIn(prefix: string, name: Named, data: Data, settings: Data): string {
  const written = firstText(data["url"]);
  if (written === undefined) return `${prefix}${madeAddress(name, data, settings)}`;
  return /^(?:\/|[a-z]+:)/i.test(written) ? written : `${prefix}/${written}`;
}

function situated(path: string, data: Data, settings: Data): Situated | undefined {
  const name = named(path, settings);
  const { language } = name;
  const section = name.isSection ? undefined : name.folders[0];
  const { date } = nameAndDate(name.name);
  const languages = hugoLanguages(settings);
  const twins = languages.filter((one) => one.folder !== undefined && one.folder === language?.folder);
  const [address = "/", ...aliases] = [...new Set([language, ...twins])].map((one) =>
    addressIn(one?.prefix ?? "", name, data, settings),
  );
  return {
    address,
    aliases,
    isArticle: section !== undefined && (data["date"] ?? date) !== undefined,
    collection: section,
    date,
    language: language?.tag,
    languagePath: language && `/${language.key}`,
    lists: listedBy(name),
    translation: languages.length < 2 ? undefined : (firstText(data["translationkey"]) ?? name.bare.toLowerCase()),
  };
}

/** The home page lists all articles, and the page of a first folder those in it. */
export const listedBy = ({ isSection, folders }: Pick<Named, "isSection" | "folders">): string | undefined =>
  isSection && folders.length < 2 ? (folders[0] ?? "") : undefined;

/** Each list of Hugo has a feed, whose name the settings may change. */
function feeds(settings: Data, _paths: readonly string[], folders: readonly ArticleFolder[]): MovedFeeds {
  const named = setting(record(setting(record(setting(settings, "outputFormats")), "RSS")), "baseName");
  const end = `/${textOf(named) ?? "index"}.xml`;
  const languages = hugoLanguages(settings);
  const prefixes = languages.length === 0 ? [""] : languages.map(({ prefix }) => prefix);
  const lists = folders.map((folder) => listAddress(folder, settings).replace(/\/$/, ""));
  return { ofSite: [...prefixes, ...lists].map((list) => list + end), ofTerms: [end] };
}

function listAddress({ name, language }: ArticleFolder, settings: Data): string {
  const { prefix = "" } = hugoLanguages(settings).find(({ tag }) => tag === language) ?? {};
  return `${prefix}/${urlizedByHugo(name)}/`;
}

/** The address of a term's page in a language of the site. */
function termAddress(kind: TermName, title: string, language: string | undefined, settings: Data): string {
  const prefix = hugoLanguages(settings).find(({ tag }) => tag === language)?.prefix ?? "";
  return `${prefix}/${PLURALS[kind]}/${urlizedByHugo(title).replaceAll("#", "%23")}/`;
}

/** Hugo lists all articles at the root, and those of a language below its prefix. */
function homes(settings: Data): readonly Home[] {
  const title = (about: Data): string | undefined => textOf(setting(about, "title"));
  const languages = hugoLanguages(settings);
  if (languages.length === 0) return [{ source: "md:list:/", address: "/", title: title(settings) }];
  return languages.map(({ key, tag, prefix, settings: own }) => ({
    source: `md:list:${prefix}/`,
    address: `${prefix}/`,
    title: title(own) ?? title(settings),
    language: tag,
    languagePath: `/${key}`,
    translation: "_index.md",
  }));
}

/** An alias without a slash in front begins in the folder in which the page is. */
const aliasAddress = (alias: string, address: string): string =>
  new URL(alias, `http://x${address.replace(/[^/]*\/?$/, "")}`).pathname;

export const HUGO: Generator = {
  name: "Hugo",
  knows: (paths) =>
    [...HUGO.settings].some((path) => paths.has(path)) && [...paths].some((path) => path.startsWith("content/")),
  settings: [
    ...["hugo", "config"].flatMap((name) => ["toml", "yaml", "yml", "json"].map((ending) => `${name}.${ending}`)),
    ...["toml", "yaml", "yml", "json"].map((ending) => `config/_default/hugo.${ending}`),
    ...["toml", "yaml", "yml", "json"].map((ending) => `config/_default/config.${ending}`),
  ],
  settingsOf: hugoSettings,
  content: ["content"],
  statics: ["static", "assets"],
  situated,
  feeds,
  listAddress,
  homes,
  termAddress,
  aliasAddress,
};
