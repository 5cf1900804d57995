/** A program that makes sites of Markdown. It says the address, the kind and the date of a file. */
import type { dayOf } from "../../tree/dates.ts";
import type { HeldBecause, MovedFeeds, MoveLoss } from "../../tree/moved.ts";
import type { MathsSigns } from "../../text/maths.ts";
import type { Folder } from "../../tree/folder.ts";
import type { Home } from "../../tree/homeList.ts";
import type { Data, FrontMatter } from "./frontMatter.ts";

export interface Situated {
  readonly address: string;
  /** Further addresses at which the program may serve it. */
  readonly aliases?: readonly string[] | undefined;
  readonly isArticle: boolean;
  readonly collection?: string | undefined;
  /** A date that the name of the file has. */
  readonly date?: string | undefined;
  readonly held?: HeldBecause | undefined;
  readonly language?: string | undefined;
  readonly languagePath?: string | undefined;
  /** The same for one page in several languages. */
  readonly translation?: string | undefined;
  /** The collection whose articles the page lists. Empty for those of all. */
  readonly lists?: string | undefined;
}

/** A folder with articles in one language of the source. */
export interface ArticleFolder {
  readonly name: string;
  readonly language: string | undefined;
}

export interface Generator {
  readonly name: string;
  /** Tells whether a folder with these files is of this program. */
  knows(paths: ReadonlySet<string>): boolean;
  /** Settings files, the first that exists. */
  readonly settings: readonly string[];
  /** The whole settings, where more files than one hold them. */
  settingsOf?(folder: Folder, settings: Data): Promise<Data>;
  /** The folders whose files are content. */
  readonly content: readonly string[];
  /** The folders whose files are served as they are. */
  readonly statics: readonly string[];
  /** The folders with content of the program, whose own names are no part of an address. */
  situated(path: string, data: Data, settings: Data): Situated | undefined;
  /** The maths that the program always looks for. */
  readonly maths?: MathsSigns;
  /** The address of an alias of a page. Default: one from the root of the site. */
  aliasAddress?(alias: string, address: string): string;
  /** Finds data of the program in a text. */
  read?(matter: FrontMatter): FrontMatter;
  /** The name by which a further import finds the page again. Default: its path. */
  sourceOf?(path: string): string;
  /** Files that are neither texts nor pictures, with what becomes of them. */
  leftOut?(paths: readonly string[]): MoveLoss[];
  /** The feeds that the program made of a site with these files and folders of articles. */
  feeds?(settings: Data, paths: readonly string[], folders: readonly ArticleFolder[]): MovedFeeds;
  /** The address at which the program lists the articles of a folder, if no file says otherwise. */
  listAddress?(folder: ArticleFolder, settings: Data): string;
  /** The home pages that the program makes, one for each language. */
  homes?(settings: Data): readonly Home[];
  /** The address of a term's page in a language of the source. */
  termAddress?(kind: TermName, title: string, language: string | undefined, settings: Data): string;
}

/** The folders of terms' pages, by the kinds of terms. */
export const PLURALS = { tag: "tags", category: "categories", author: "authors", series: "series" } as const;
export type TermName = keyof typeof PLURALS;

export const textOf = (value: unknown): string | undefined =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one) => textOf(one) ?? nameIn(one) ?? [])
    : typeof value === "string"
      ? value.split(/\s*,\s*/).filter((one) => one !== "")
      : (nameIn(value) ?? []);

/** The name of an author who is written as a record. */
function nameIn(value: unknown): string[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const name = textOf((value as Data)["name"]) ?? textOf((value as Data)["title"]);
  return name === undefined ? undefined : [name];
}

/** A part of an address as these programs make it from a title: in lower case, with hyphens. */
export const urlized = (text: string): string => withoutSigns(text, /[^\p{L}\p{N}\p{M}/._~-]+/gu);

/** The same with the signs that Hugo keeps, so that C, C++ and C# are three. */
export const urlizedByHugo = (text: string): string => withoutSigns(text, /[^\p{L}\p{N}\p{M}/._~+#@-]+/gu);

const withoutSigns = (text: string, signs: RegExp): string =>
  text.normalize("NFC").trim().toLowerCase().replaceAll(/[\s]+/g, "-").replaceAll(signs, "").replaceAll(/-{2,}/g, "-");

/** A template of a feed, as it stands among the pages. */
const FEED_FILE = /^(?:src\/)?(?:(?:pages|content)\/)?((?:[\w-]+\/)?(?:feed|rss|atom|index)\.xml)(?:\.\w+)?$/;

/** The addresses of feeds whose templates stand among the pages. */
export const feedFiles = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const file = FEED_FILE.exec(path)?.[1];
    return file === undefined ? [] : [`/${file}`];
  });

/** The name of a file with a date in front, as Jekyll and Zola take it. */
const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T[\d:]+Z?)?[-_](.+)$/;

export const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, "");

export const bothSlashes = (path: string): string => `/${path}/`.replaceAll(/\/{2,}/g, "/");

/** The numbers of a day in an address. Each is empty without a date. */
export const dayNames = (day: ReturnType<typeof dayOf>): Readonly<Record<string, string>> =>
  day
    ? {
        ...day,
        i_month: String(Number(day.month)),
        i_day: String(Number(day.day)),
        short_year: day.year.slice(2),
      }
    : { year: "", month: "", day: "", i_month: "", i_day: "", short_year: "" };

/** A pattern of addresses, in which `:name` stands for a value. */
export const patternFilled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern
    .replaceAll(/:(\w+)/g, (all, word: string) => (Object.hasOwn(values, word) ? (values[word] ?? all) : all))
    .replaceAll(/\/{2,}/g, "/");

/** The name of a file, and the date in front of it. */
export function nameAndDate(file: string): { readonly name: string; readonly date?: string | undefined } {
  const [, year, month = "", day = "", name = file] = DATED.exec(file) ?? [];
  return { name, date: year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` };
}

/** The first text among values. */
export const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(textOf).find((text) => text !== undefined);
