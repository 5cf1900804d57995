/** The programs whose folders are understood, by what their folders have. A new one is an entry. */
import { dayOf } from "../../tree/dates.ts";
import type { Data } from "./frontMatter.ts";
import {
  bothSlashes,
  dayNames,
  firstText,
  type Generator,
  textsOf,
  nameAndDate,
  patternFilled,
  type Situated,
  textOf,
  urlized,
  withoutEnding,
} from "./generator.ts";
import { HUGO } from "./hugo.ts";
import { NOTION } from "./notion.ts";

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

const JEKYLL: Generator = {
  name: "Jekyll",
  knows: (paths) => paths.has("_config.yml") || [...paths].some((path) => /(?:^|\/)_posts\//.test(path)),
  settings: ["_config.yml", "_config.yaml", "_config.toml"],
  content: [""],
  statics: [""],
  situated(path, data, settings) {
    if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return jekyllPost(path, data, settings);
    if (/(?:^|\/)[_.]/.test(path) || Object.keys(data).length === 0) return undefined;
    const plain = withoutEnding(path).replace(/(?:^|\/)index$/, "/");
    return {
      address: textOf(data["permalink"]) ?? (plain.endsWith("/") ? bothSlashes(plain) : `/${plain}.html`),
      isArticle: false,
    };
  },
};

/** The folders and the name of a file of Zola. A bundle has the name of its folder. */
function zolaName(path: string): { readonly folders: string[]; readonly file: string; readonly isSection: boolean } {
  const parts = withoutEnding(path).split("/").slice(1);
  const isBundle = parts.at(-1) === "index";
  const named = isBundle ? parts.slice(0, -1) : parts;
  return { folders: named.slice(0, -1), file: named.at(-1) ?? "", isSection: parts.at(-1) === "_index" };
}

/** The date in an address, such as `2026/03/12`. */
const dateInPath = (path: string): string | undefined => /\b(\d{4})\/(\d\d)\/(\d\d)\b/.exec(path)?.slice(1).join("-");

function zolaSituated(path: string, data: Data): Situated {
  const { folders, file, isSection } = zolaName(path);
  const { name, date: named } = nameAndDate(file);
  const written = firstText(data["path"]);
  const made = isSection ? folders : [...folders, urlized(firstText(data["slug"]) ?? name)];
  const date = named ?? dateInPath(written ?? "");
  return {
    address: bothSlashes(written ?? made.join("/")),
    isArticle: !isSection && (data["date"] ?? date) !== undefined,
    collection: isSection ? undefined : (folders[0] ?? written?.split(/\/?\d{4}\//)[0]),
    date,
  };
}

const PLURALS = { tag: "tags", category: "categories", author: "authors", series: "series" } as const;

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
  termAddress: (kind, slug) => `/${PLURALS[kind]}/${slug}/`,
};

/** Names of files that stand for their folder. */
const isIndex = (name: string, data: Data): boolean =>
  name === "index" || (name.toLowerCase() === "readme" && data["title"] !== undefined);

function plainSituated(path: string, data: Data): Situated {
  const inside = path.replace(/^(?:src\/)?(?:content|pages)\//, "").replace(/^src\//, "");
  const folders = inside.split("/").slice(0, -1);
  const { name, date } = nameAndDate(fileOf(inside));
  const made = isIndex(name, data) ? folders : [...folders, firstText(data["slug"]) ?? name];
  const isArticle = (data["date"] ?? data["pubdate"] ?? date) !== undefined;
  return {
    address: firstText(data["permalink"], data["url"]) ?? bothSlashes(made.map(urlized).join("/")),
    isArticle,
    collection: isArticle ? folders.at(-1) : undefined,
    date,
  };
}

/** Any folder of Markdown, as Astro, Eleventy and Obsidian have it. */
const PLAIN: Generator = {
  name: "Markdown",
  knows: () => true,
  settings: [],
  content: ["src/content", "src/pages", "src/posts", "content", "src", ""],
  statics: ["public", "static", "src", ""],
  situated: plainSituated,
};

/** The last knows every folder. */
const GENERATORS: readonly Generator[] = [NOTION, ZOLA, HUGO, JEKYLL, PLAIN];

export const generatorOf = (paths: readonly string[]): Generator => {
  const known = new Set(paths);
  return GENERATORS.find((one) => one.knows(known)) ?? PLAIN;
};
