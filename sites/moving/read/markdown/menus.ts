/** Menus of Hugo, in its settings and in the pages, and the lists of links that themes of Jekyll read. */
import type { Folder } from "../../tree/folder.ts";
import { type FlatMenuItem, menuTree, placedMenus } from "../../tree/menus.ts";
import type { MovedMenu, MovedMenuItem } from "../../tree/moved.ts";
import { titleLine } from "../../tree/words.ts";
import { type Data, settingsIn } from "./frontMatter.ts";
import { firstText, textOf } from "./generator.ts";
import { hugoLanguages, record } from "./hugoLanguages.ts";

/** A page with the menus that its front matter names. */
export interface MenuPage {
  readonly data: Data;
  readonly address: string;
  readonly language?: string | undefined;
}

/** Entries of one menu in one language. */
interface Entries {
  readonly name: string;
  readonly language: string | undefined;
  readonly items: FlatMenuItem[];
}

const rows = (value: unknown): Data[] => (Array.isArray(value) ? value : [value]).map(record);

const LINKS_FILE = /^_data\/(?:navigation|menus?|nav)\.(?:ya?ml|json|toml)$/i;

export async function folderMenus(
  folder: Folder,
  settings: Data,
  place: string,
  pages: readonly MenuPage[],
): Promise<MovedMenu[]> {
  const all = new Map<string, Entries>();
  readMenus(all, { ...record(settings["menu"]), ...record(settings["menus"]) }, undefined);
  const languages = hugoLanguages(settings);
  for (const { tag, settings: own } of languages)
    readMenus(all, { ...record(own["menu"]), ...record(own["menus"]) }, tag);
  for (const page of pages) readPage(all, page);
  const home = languages.find(({ isHome }) => isHome)?.tag;
  const made = [...all.values()].map(({ name, language, items }) => ({
    place: `${place || "the pages"}, menu ${name}`,
    name,
    language: language === home ? undefined : language,
    items: menuTree(items),
  }));
  return placedMenus([...merged(made), ...(await linkLists(folder))]);
}

/** The menu of the settings and the menu of their language are one. The language's own counts. */
const merged = <T extends { readonly name: string; readonly language: string | undefined }>(
  menus: readonly T[],
): T[] => [...new Map(menus.map((menu) => [`${menu.language ?? ""} ${menu.name}`, menu])).values()];

function entriesOf(all: Map<string, Entries>, name: string, language: string | undefined): FlatMenuItem[] {
  const key = `${language ?? ""} ${name}`;
  const found = all.get(key) ?? { name, language, items: [] };
  all.set(key, found);
  return found.items;
}

function readMenus(all: Map<string, Entries>, menus: unknown, language: string | undefined): void {
  for (const [name, entries] of Object.entries(record(menus))) {
    if (!Array.isArray(entries)) continue;
    const items = entriesOf(all, name, language);
    for (const entry of rows(entries)) items.push(...flat(entry, items.length));
  }
}

function flat(given: Data, place: number, address?: string): FlatMenuItem[] {
  const entry = Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]));
  const label = titleLine(firstText(entry["name"], entry["title"], entry["identifier"]));
  if (label === undefined) return [];
  return [
    {
      id: firstText(entry["identifier"], entry["name"]) ?? label,
      parent: textOf(entry["parent"]),
      // Entries of one weight stay in the order of the file.
      order: (Number(entry["weight"]) || 0) * 1_000 + place,
      label: label.replaceAll(/<[^>]*>/g, "").trim() || label,
      address: firstText(entry["pageref"], entry["url"]) ?? address ?? "",
    },
  ];
}

/** A page stands in a menu by its name, by a list of names, or with the members of an entry. */
function readPage(all: Map<string, Entries>, { data, address, language }: MenuPage): void {
  const given = data["menu"] ?? data["menus"];
  const named: [string, Data][] =
    typeof given === "string"
      ? [[given, {}]]
      : Array.isArray(given)
        ? given.flatMap((name): [string, Data][] => (typeof name === "string" ? [[name, {}]] : []))
        : Object.entries(record(given)).map(([name, entry]) => [name, record(entry)]);
  for (const [name, entry] of named) {
    const items = entriesOf(all, name, language);
    const title = firstText(data["linktitle"], data["title"]);
    items.push(...flat({ name: title, ...entry, weight: entry["weight"] ?? data["weight"] }, items.length, address));
  }
}

/** Lists of links of Jekyll: `main: [{ title, url, children }]`. */
async function linkLists(folder: Folder): Promise<Omit<MovedMenu, "at">[]> {
  const found: Omit<MovedMenu, "at">[] = [];
  for (const path of folder.paths.filter((one) => LINKS_FILE.test(one))) {
    const menus = Object.entries(settingsIn(path, await folder.text(path)));
    for (const [name, entries] of menus)
      if (Array.isArray(entries)) found.push({ place: `${path}, ${name}`, name, items: linksIn(entries) });
  }
  return found;
}

const linksIn = (entries: unknown): MovedMenuItem[] =>
  rows(entries).flatMap((entry) => {
    const label = titleLine(firstText(entry["title"], entry["name"], entry["label"]));
    const below = entry["children"] ?? entry["sublinks"] ?? entry["dropdown"];
    const address = firstText(entry["url"], entry["link"]) ?? "";
    return label === undefined ? [] : [{ label, address, children: Array.isArray(below) ? linksIn(below) : [] }];
  });
