/** The finds of the palette at the site: pages and entries by a part of their titles, and the lists of content types. */
import type { CatalogueView, PagesView } from "../../../runtime/editing/views.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { type PaletteChoice, type FoundChoices, matching } from "./choice.ts";

export interface SiteAsked {
  readonly client: { read<T>(path: string, asked?: { readonly query?: Query }): Promise<ApiAnswer<T>> };
  /** False for a member who may not open the lists of content types. */
  readonly hasLists?: boolean;
  /** The address at which this member opens a page. */
  readonly addressOf: (page: { readonly id: string; readonly path: string }) => string;
  readonly go: (address: string) => void;
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** Pages in one answer. */
const PAGES = 20;

/** Finds pages and lists. The lists are read once. */
export function siteChoices({
  client,
  addressOf,
  go,
  hasLists = true,
}: SiteAsked): (text: string) => Promise<FoundChoices | null> {
  let lists: Promise<readonly PaletteChoice[] | null> | undefined;
  const readLists = async (): Promise<readonly PaletteChoice[] | null> => {
    const answer = await client.read<CatalogueView>("/api/catalogue", {
      query: { language: document.documentElement.lang },
    });
    if (!answer.ok) return null;
    return answer.value.body.contentTypes.map(({ type, plural }) => ({
      kind: "list",
      title: plural,
      run: () => go(`/_editor/entries?${new URLSearchParams({ type })}`),
    }));
  };
  const findPages = async (text: string, cursor?: string): Promise<FoundChoices | null> => {
    const pages = await client.read<PagesView>("/api/pages", { query: { text, order: "title", limit: PAGES, cursor } });
    if (!pages.ok) return null;
    const { items, next } = pages.value.body;
    const choices = items.map((page): PaletteChoice => {
      const { title, path } = page;
      return { kind: "page", title, note: path, run: () => go(addressOf(page)) };
    });
    return { choices, more: next === null ? null : () => findPages(text, next) };
  };
  return async (text) => {
    lists ??= hasLists ? readLists() : Promise.resolve([]);
    const [types, pages] = await Promise.all([lists, findPages(text)]);
    if (types === null) lists = undefined;
    return pages && { ...pages, choices: [...matching(types ?? [], text), ...pages.choices] };
  };
}
