/** The pages that a program makes of folders by itself, with lists of the articles in them. */
import { normalPath } from "../../../../manifests/shapes/normalPath.ts";
import type { MovedMenu, MovedMenuItem, MovedPage } from "../../tree/moved.ts";
import type { ArticleFolder } from "./generator.ts";

/** A folder of articles at the address of its list. */
export type ListedFolder = ArticleFolder & { readonly address: string };

/** A page for each folder at whose address no page of the source is. A menu often says its title. */
export function madeLists(
  folders: readonly ListedFolder[],
  pages: readonly MovedPage[],
  menus: readonly MovedMenu[],
): MovedPage[] {
  const taken = new Set(pages.map(({ address }) => normalPath(address)));
  const titles = new Map(menus.flatMap(({ items }) => items.flatMap(labelled)));
  return folders
    .filter(({ address }) => !taken.has(normalPath(address)))
    .map(({ address, name, language }) => ({
      source: `md:list:${address}`,
      place: `the list at ${address}`,
      address,
      aliases: [],
      isArticle: false,
      title: titles.get(normalPath(address)) ?? name.charAt(0).toUpperCase() + name.slice(1),
      language,
      translation: language === undefined ? undefined : `list ${name}`,
      terms: [],
      parts: [],
      lists: name,
    }));
}

const labelled = ({ address, label, children }: MovedMenuItem): [string, string][] => [
  ...children.flatMap(labelled),
  [normalPath(address), label],
];
