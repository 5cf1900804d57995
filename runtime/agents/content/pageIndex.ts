import { type PublicPlace, sitePathAt } from "../../documents/content/languageHosts.ts";
import type { ListOrder } from "../../../manifests/shapes/listOrder.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { PublicPage } from "../../search/publicIndex.ts";
import { fold } from "../../search/words.ts";

/**
 * The pages of one publication, indexed for lookup. It is built once and answers every query about that publication.
 */
export class PublicPageIndex {
  /** All pages, ordered by path. */
  readonly all: readonly PublicPage[];
  readonly #byId: ReadonlyMap<string, PublicPage>;
  readonly #byPath: ReadonlyMap<string, PublicPage>;
  readonly #orders = new Map<ListOrder, readonly PublicPage[]>();
  #searchable: readonly SearchablePage[] | undefined;

  constructor(pages: readonly PublicPage[]) {
    this.all = pages;
    this.#byId = new Map(pages.map((page) => [page.id, page]));
    this.#byPath = new Map(pages.map((page) => [page.path, page]));
  }

  /** The page for a path, a URL of this site, or an id. */
  find(reference: string, place: PublicPlace): PublicPage | undefined {
    const path = pathOf(reference, place);
    return path === undefined ? this.#byId.get(reference) : this.#byPath.get(normalPath(path));
  }

  atPath(path: string): PublicPage | undefined {
    return this.#byPath.get(normalPath(path));
  }

  ordered(order: ListOrder): readonly PublicPage[] {
    const known = this.#orders.get(order) ?? this.all.toSorted(ORDERS[order]);
    this.#orders.set(order, known);
    return known;
  }

  /** Names of collections with their numbers of pages, ordered by name. */
  collections(): { name: string; pages: number }[] {
    const groups = Map.groupBy(this.all, ({ collection }) => collection);
    return [...groups]
      .flatMap(([name, pages]) => (name === null ? [] : [{ name, pages: pages.length }]))
      .toSorted((a, b) => compare(a.name, b.name));
  }

  /** The number of entries of a content type. */
  entriesOf(type: string): number {
    return this.all.reduce((sum, page) => sum + Number(page.type === type), 0);
  }

  get searchable(): readonly SearchablePage[] {
    this.#searchable ??= this.all.map((page) => ({ page, words: foldedFields(page) }));
    return this.#searchable;
  }
}

/** A page with its searchable fields as one folded text. One search in this text excludes most pages. */
export interface SearchablePage {
  readonly page: PublicPage;
  readonly words: string;
}

/**
 * The searched fields. `text` is only the excerpt: the word index holds the rest, and older publications have no index.
 */
export const FIELDS = ["title", "headings", "description", "path", "text"] as const;

const BETWEEN = "\0";

const foldedFields = ({ title, headings, description, path, excerpt }: PublicPage): string =>
  fold(
    [title, headings.join("\n"), description ?? "", path, excerpt]
      .map((field) => field.replaceAll(BETWEEN, " "))
      .join(BETWEEN),
  );

/** The folded fields of a page, in the order of FIELDS. */
export const fieldsOf = ({ words }: SearchablePage): string[] => words.split(BETWEEN);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byPath = (a: PublicPage, b: PublicPage): number => compare(a.path, b.path);
/** Orders by date. Pages without a date come last in both directions, as in lists on the site. */
const dated =
  (sign: 1 | -1) =>
  (a: PublicPage, b: PublicPage): number => {
    if (a.date === null || b.date === null) return Number(a.date === null) - Number(b.date === null) || byPath(a, b);
    return sign * compare(a.date, b.date) || byPath(a, b);
  };

const ORDERS = {
  path: byPath,
  title: (a: PublicPage, b: PublicPage): number => compare(fold(a.title), fold(b.title)) || byPath(a, b),
  newest: dated(-1),
  oldest: dated(1),
} as const satisfies Record<ListOrder, (a: PublicPage, b: PublicPage) => number>;

/** The path in a URL of this site, or of a path. Undefined for anything else. */
export function pathOf(reference: string, { origin, hosts }: PublicPlace): string | undefined {
  const isPath = reference.startsWith("/") && !reference.startsWith("//");
  if (!isPath && !/^https?:\/\//i.test(reference)) return undefined;
  const url = URL.parse(reference, origin);
  if (!url) return undefined;
  const host = hosts?.find((one) => one.origin === url.origin);
  if (!host && url.host !== URL.parse(origin)?.host) return undefined;
  const asked = host ? sitePathAt(host, url.pathname) : url.pathname;
  const path = asked.replace(/\.md$/, "").replace(/(?<=.)\/+$/, "");
  return path === "/index" ? "/" : path;
}
