/** Any folder of Markdown, as Astro, Eleventy and Obsidian have it. */
import type { Folder } from "../../tree/folder.ts";
import type { Data } from "./frontMatter.ts";
import {
  bothSlashes,
  feedFiles,
  firstText,
  type Generator,
  nameAndDate,
  type Situated,
  urlized,
  withoutEnding,
} from "./generator.ts";
import { type LanguageOfFile, languagesOfFiles } from "./languageNames.ts";

/** Names of files that stand for their folder. */
const isIndex = (name: string, data: Data): boolean =>
  name === "index" || (name.toLowerCase() === "readme" && data["title"] !== undefined);

type Languages = ReadonlyMap<string, LanguageOfFile>;

const LANGUAGES = new WeakMap<Data, Languages>();

/** Settings that know the languages of the folder's files. */
async function settingsOf({ paths }: Folder): Promise<Data> {
  const settings: Data = {};
  LANGUAGES.set(settings, languagesOfFiles(paths.filter((path) => /\.(?:md|markdown|mdown|mdx)$/i.test(path))));
  return settings;
}

/** The address of a file by its path. */
function addressAt(path: string, data: Data): string {
  const folders = insideOf(path).split("/").slice(0, -1);
  const { name } = nameAndDate(fileOf(path));
  const made = isIndex(name, data) ? folders : [...folders, firstText(data["slug"]) ?? name];
  return bothSlashes(made.map(urlized).join("/"));
}

const fileOf = (path: string): string => withoutEnding(path.split("/").at(-1) ?? "");
const insideOf = (path: string): string => path.replace(/^(?:src\/)?(?:content|pages)\//, "").replace(/^src\//, "");

function situated(path: string, data: Data, settings: Data): Situated {
  const languages: Languages = LANGUAGES.get(settings) ?? new Map();
  const { language, bare } = languages.get(path) ?? { language: undefined, bare: path };
  const { date } = nameAndDate(fileOf(bare));
  const isArticle = (data["date"] ?? data["pubdate"] ?? date) !== undefined;
  const made = `${language === undefined ? "" : `/${urlized(language)}`}${addressAt(bare, data)}`;
  const written = firstText(data["permalink"], data["url"]);
  return {
    address: written ?? made,
    // Programs put the language before the folder of the collection or after it.
    aliases: written === undefined && language !== undefined ? [addressAt(path, data)] : [],
    isArticle,
    collection: isArticle ? insideOf(bare).split("/").slice(0, -1).at(-1) : undefined,
    date,
    language,
    translation: languages.size === 0 ? undefined : withoutEnding(bare).toLowerCase(),
  };
}

export const PLAIN: Generator = {
  name: "Markdown",
  knows: () => true,
  settings: [],
  settingsOf,
  content: ["src/content", "src/pages", "src/posts", "content", "src", ""],
  statics: ["public", "static", "src", ""],
  situated,
  feeds: (_settings, paths) => ({ ofSite: feedFiles(paths), ofTerms: [] }),
};
