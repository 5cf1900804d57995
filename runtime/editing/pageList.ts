/** Filters, orders and paginates the draft's pages. */
import { normalPath } from "../../manifests/shapes/normalPath.ts";
import type { Deletion, ListedPage, PageEntry, PageIndex, PageState } from "../documents/pageIndex.ts";
import { fold } from "../search/words.ts";

export const PAGE_STATES = ["published", "changed", "new", "deleted"] as const satisfies readonly PageState[];

/**
 * `tree` orders each page before all pages below it. Plain order of paths does not: `/a-b` comes between `/a` and
 * `/a/c`.
 */
export const PAGE_ORDERS = ["path", "tree", "title", "recent"] as const;
export type PageOrder = (typeof PAGE_ORDERS)[number];

/** The filters of a list. Without a filter, all pages are listed. */
export interface PagesWanted {
  /** Text in title or path. */
  readonly text?: string | undefined;
  readonly state?: PageState | undefined;
  readonly collection?: string | undefined;
  /** Only pages in this language. The read turns it into `only`. */
  readonly language?: string | undefined;
  /** Path of the page whose children are listed; `/` lists pages without a parent. */
  readonly parent?: string | undefined;
  readonly order?: PageOrder | undefined;
  /** Path of a single page. Other filters are then ignored. */
  readonly path?: string | undefined;
}

export interface Question extends PagesWanted {
  readonly site: string;
  /** The moment of the draft that visitors see. */
  readonly published: number;
  /** Ids of the pages to choose from. Undefined for all pages. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Ids of pages to leave out. */
  readonly without?: ReadonlySet<string> | undefined;
}

export interface PagePortion {
  readonly items: readonly ListedPage[];
  readonly next: string | null;
  /** The number of all matching pages, at the beginning of a list that counts them. */
  readonly total?: number;
}

/** The sort key of each order, which also serves as cursor. A key ends in the page's unique path. */
const KEYS: Readonly<Record<PageOrder, (entry: PageEntry) => string>> = {
  path: ({ path }) => path,
  tree: ({ path }) => path.replaceAll("/", " "),
  title: ({ title, path }) => `${fold(title).slice(0, KEY_CHARS)} ${path}`,
  recent: ({ change, path }) => `${String(Number.MAX_SAFE_INTEGER - change).padStart(16, "0")} ${path}`,
};

/** Characters of a title in its sort key. Titles with the same beginning are ordered by path. */
const KEY_CHARS = 200;

export function listPages(index: PageIndex, asked: Question, cursor: string, size: number): PagePortion {
  const { site, published } = asked;
  if (asked.path !== undefined) return { items: index.at(site, published, [normalPath(asked.path)]), next: null };
  if (asked.state === "deleted") return deletedPages(index, asked, cursor, size);
  if (isPlain(asked)) {
    const found = index.after(site, published, cursor, size + 1);
    return portion(found, size, found.at(size - 1)?.path);
  }
  const keyOf = KEYS[asked.order ?? "path"];
  const all = matchingPages(index, asked);
  const keyed = all
    .map((entry) => ({ path: entry.path, key: keyOf(entry) }))
    .filter(({ key }) => key > cursor)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const shown = keyed.slice(0, size);
  const items = index.at(
    site,
    published,
    shown.map(({ path }) => path),
  );
  const next = keyed.length > size ? (shown.at(-1)?.key ?? null) : null;
  return { items, next, ...(cursor === "" && { total: all.length }) };
}

/** True for all pages by path, which the database paginates itself. */
const isPlain = (asked: Question): boolean =>
  (asked.order ?? "path") === "path" && asked.only === undefined && !isFiltered(asked);

/** True if a list has fewer than all pages. */
export const isFiltered = ({ text, state, collection, parent }: PagesWanted): boolean =>
  (text ?? "") !== "" || state !== undefined || collection !== undefined || parent !== undefined;

const portion = (found: readonly ListedPage[], size: number, next: string | undefined): PagePortion => ({
  items: found.slice(0, size),
  next: found.length > size ? (next ?? null) : null,
});

function deletedPages(
  index: PageIndex,
  { site, published, text = "" }: Question,
  cursor: string,
  size: number,
): PagePortion {
  const found = index.deleted(site, published, deletionAt(cursor), text === "" ? size + 1 : DELETED_SEARCHED);
  const wanted = found.filter((page) => holds(page.listed, fold(text)));
  const items = wanted.slice(0, size).map((page) => page.listed);
  const last = wanted[size - 1];
  return { items, next: last && wanted.length > size ? `${last.change} ${last.listed.id}` : null };
}

/** Parses a cursor. An invalid cursor starts the list again. */
function deletionAt(cursor: string): Deletion {
  const [, change = String(Number.MAX_SAFE_INTEGER), id = ""] = /^(\d{1,16}) (.+)$/.exec(cursor) ?? [];
  return { change: Number(change), id };
}

/** Deleted pages that a search inspects, the last deleted first. */
const DELETED_SEARCHED = 2_000;

/** The pages that match the filters, by path. */
export function matchingPages(index: PageIndex, asked: Question): readonly PageEntry[] {
  const { only, without } = asked;
  const all = index.entries(asked.site);
  const text = fold(asked.text ?? "");
  const isChild = asked.parent === undefined ? () => true : childrenOf(asked.parent, all);
  const found = all.filter(
    (entry) =>
      (only === undefined || only.has(entry.id)) &&
      without?.has(entry.id) !== true &&
      (asked.collection === undefined || entry.collection === asked.collection) &&
      isChild(entry) &&
      holds(entry, text),
  );
  return asked.state === undefined ? found : inState(index, asked, asked.state, found);
}

const holds = ({ title, path }: Pick<PageEntry, "title" | "path">, folded: string): boolean =>
  folded === "" || fold(title).includes(folded) || fold(path).includes(folded);

/**
 * Matches the children of a page: pages whose nearest existing ancestor it is. Not every prefix of a path is a page.
 */
function childrenOf(parent: string, all: readonly PageEntry[]): (entry: PageEntry) => boolean {
  const paths = new Set(all.map(({ path }) => path));
  return ({ path }) => path.startsWith(parent === "/" ? "/" : `${parent}/`) && parentOf(path, paths) === parent;
}

function parentOf(path: string, paths: ReadonlySet<string>): string {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const above = path.slice(0, end);
    if (paths.has(above)) return above;
  }
  return "/";
}

function inState(
  index: PageIndex,
  { site, published }: Question,
  state: PageState,
  entries: readonly PageEntry[],
): readonly PageEntry[] {
  const states = index.statesOf(site, published, entries);
  return entries.filter(({ id }) => (states.get(id) ?? "published") === state);
}
