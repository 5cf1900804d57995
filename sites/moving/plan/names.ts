/** Free ids and paths for new pages, the same ones at each import. */
import { DOCUMENT_ID_MAX_CHARS, PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { freeId, idOf } from "../../../runtime/editing/operations/newId.ts";
import { homeOf } from "../../../runtime/documents/content/languages.ts";
import type { PresentPage, PresentSite } from "./site.ts";

export interface Named {
  readonly id: string;
  readonly path: string;
  /** True if a page of the site had the wanted path already. */
  readonly moved: boolean;
}

type NamedSite = Pick<PresentSite, "pages" | "deleted" | "languages"> & Partial<Pick<PresentSite, "emptyHomes">>;

export class Names {
  readonly #bySource: ReadonlyMap<string, PresentPage>;
  readonly #ids: Set<string>;
  readonly #paths: Set<string>;
  /** The paths of home pages. Other names for one have to be below it. */
  readonly #homes: ReadonlySet<string>;
  /** The ids of home pages that an import may fill, by their paths. */
  readonly #emptyHomes: Map<string, string>;
  readonly #owners: ReadonlyMap<string, string>;

  /** `owners` are the pages that had a path in the source. No other page takes it. Home pages are free to all. */
  constructor(
    { pages, deleted, emptyHomes = [], languages }: NamedSite,
    sources: ReadonlySet<string>,
    owners: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#owners = owners;
    this.#homes = new Set(["/", ...(languages.languages ?? []).map(homeOf)]);
    this.#emptyHomes = new Map(emptyHomes.map(({ path, id }) => [path, id]));
    const ours = [...deleted, ...pages].filter(({ source }) => source !== null && sources.has(source));
    this.#bySource = new Map(ours.map((page) => [page.source ?? "", page]));
    this.#ids = new Set([...deleted, ...pages].map(({ id }) => id));
    // Paths of pages that this import writes again are its own to give.
    const kept = pages.filter(
      ({ source, path }) => (source === null || !sources.has(source)) && !this.#emptyHomes.has(path),
    );
    this.#paths = new Set(kept.map(({ path }) => path));
  }

  /** The id and the path of a page. A page that an earlier import made keeps its id. */
  take(source: string, wanted: string): Named {
    const path = this.#homes.has(wanted) && this.#paths.has(wanted) ? `${wanted === "/" ? "" : wanted}/home` : wanted;
    const free = freeId(path, (one) => this.#isTaken(one, source), PATH_MAX_CHARS);
    this.#paths.add(free);
    const id =
      this.#bySource.get(source)?.id ??
      this.#emptyHomes.get(free) ??
      freeId(idOf(free, "home"), (one) => this.#ids.has(one), DOCUMENT_ID_MAX_CHARS);
    this.#ids.add(id);
    return { id, path: free, moved: free !== wanted };
  }

  #isTaken = (path: string, source: string): boolean =>
    this.#paths.has(path) || (!this.#homes.has(path) && (this.#owners.get(path) ?? source) !== source);
}
