import { dayOf } from "../../tree/dates.ts";
import type { Data } from "./frontMatter.ts";
import { hugoSettings } from "./hugoSettings.ts";
import {
  bothSlashes,
  dayNames,
  firstText,
  type Generator,
  nameAndDate,
  patternFilled,
  type Situated,
  textOf,
  urlized,
  withoutEnding,
} from "./generator.ts";

const record = (value: unknown): Data => (typeof value === "object" && value !== null ? (value as Data) : {});

/** A settings value under any of the spellings that Hugo takes. */
const setting = (settings: Data, name: string): unknown =>
  Object.entries(settings).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

interface Named {
  readonly folders: readonly string[];
  /** The name of the file without ending and language. A bundle has the name of its folder. */
  readonly name: string;
  readonly isSection: boolean;
  readonly language?: string | undefined;
}

interface Located {
  readonly language?: string | undefined;
  /** The path below the content folder. */
  readonly rest: readonly string[];
}

/** The language of a file: by its own content folder, or by the ending of its name. */
function located(path: string, languages: Data): Located {
  const folder = languageFolder(path, languages);
  if (folder) return folder;
  const rest = path.split("/").slice(1);
  const file = withoutEnding(rest.at(-1) ?? "");
  const suffix = /\.([a-z]{2,3}(?:-[a-z0-9]+)*)$/i.exec(file)?.[1]?.toLowerCase();
  if (suffix === undefined || !Object.hasOwn(languages, suffix)) return { rest };
  return { language: suffix, rest: [...rest.slice(0, -1), `${file.slice(0, -suffix.length - 1)}.md`] };
}

/** The language without a prefix. */
const homeLanguage = (settings: Data, languages: Data): string =>
  textOf(setting(settings, "defaultContentLanguage")) ?? Object.keys(languages)[0] ?? "en";

function named(path: string, settings: Data): Named {
  const languages = record(setting(settings, "languages"));
  const { language, rest } = located(path, languages);
  const name = withoutEnding(rest.at(-1) ?? "");
  const folders = rest.slice(0, -1);
  const isBundle = name === "index" && folders.length > 0;
  return {
    folders: isBundle ? folders.slice(0, -1) : folders,
    name: isBundle ? (folders.at(-1) ?? "") : name,
    isSection: name === "_index" || (name === "index" && folders.length === 0),
    language: language === homeLanguage(settings, languages) ? undefined : language,
  };
}

/** The language whose own content folder a file is in. */
function languageFolder(
  path: string,
  languages: Data,
): { readonly language: string; readonly rest: string[] } | undefined {
  for (const [language, about] of Object.entries(languages)) {
    const folder = textOf(setting(record(about), "contentDir"))?.replace(/\/$/, "");
    if (folder !== undefined && path.startsWith(`${folder}/`))
      return { language, rest: path.slice(folder.length + 1).split("/") };
  }
  return undefined;
}

/** A pattern of Hugo's `permalinks`, such as `/:sections/:year/:month/:slug/`. */
function patterned(pattern: string, { folders, name }: Named, data: Data): string {
  const [slug, title] = [firstText(data["slug"]), firstText(data["title"]) ?? name];
  const file = urlized(name);
  const named = urlized(slug ?? name);
  return bothSlashes(
    patternFilled(pattern, {
      ...dayNames(dayOf(data["date"] ?? data["publishdate"])),
      section: folders[0] ?? "",
      sections: folders.join("/"),
      title: urlized(title),
      slug: urlized(slug ?? title),
      slugorfilename: named,
      slugorcontentbasename: named,
      filename: file,
      contentbasename: file,
    }),
  );
}

function permalinkOf(settings: Data, section: string): string | undefined {
  const all = record(setting(settings, "permalinks"));
  return textOf(all[section]) ?? textOf(record(all["page"])[section]);
}

function madeAddress(name: Named, data: Data, settings: Data): string {
  const [section] = name.folders;
  const pattern = section === undefined || name.isSection ? undefined : permalinkOf(settings, section);
  if (pattern !== undefined) return patterned(pattern, name, data);
  const tail = name.isSection ? [] : [urlized(firstText(data["slug"]) ?? name.name)];
  return bothSlashes([...name.folders.map(urlized), ...tail].join("/"));
}

function situated(path: string, data: Data, settings: Data): Situated | undefined {
  const name = named(path, settings);
  const section = name.isSection ? undefined : name.folders[0];
  const { date } = nameAndDate(name.name);
  const prefix = name.language === undefined ? "" : `/${name.language}`;
  return {
    address: firstText(data["url"]) ?? `${prefix}${madeAddress(name, data, settings)}`,
    isArticle: section !== undefined && (data["date"] ?? date) !== undefined,
    collection: section,
    date,
    ...translated(path, data, settings, name),
  };
}

/** The language of a page, and the name that it shares with its translations. A site in one language has neither. */
function translated(
  path: string,
  data: Data,
  settings: Data,
  { language }: Named,
): Pick<Situated, "language" | "translation"> {
  const languages = record(setting(settings, "languages"));
  if (Object.keys(languages).length < 2) return { language };
  const { rest } = located(path, languages);
  return {
    language: language ?? homeLanguage(settings, languages),
    translation: firstText(data["translationkey"]) ?? rest.join("/").toLowerCase(),
  };
}

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
  termAddress: (kind, slug) =>
    `/${{ tag: "tags", category: "categories", author: "authors", series: "series" }[kind]}/${slug}/`,
};
