/** Finds the page that a cell names: by its path, its id, or its title. */
import { fold } from "../../../runtime/search/words.ts";

export interface NamedPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

/** The page, or why there is none. `several` pages have the title. */
export type Found = { readonly id: string } | { readonly fault: "unknownPage" | "severalPages" };

export class PageTitles {
  readonly #named = new Map<string, string>();
  readonly #titled = new Map<string, string[]>();

  constructor(pages: readonly NamedPage[]) {
    for (const { id, path, title } of pages) {
      this.#named.set(id, id);
      this.#named.set(path, id);
      const key = fold(title).trim();
      this.#titled.set(key, [...(this.#titled.get(key) ?? []), id]);
    }
  }

  find(text: string): Found {
    const titled = this.#titled.get(fold(text).trim()) ?? [];
    const id = this.#named.get(text) ?? (titled.length === 1 ? titled[0] : undefined);
    if (id !== undefined) return { id };
    return { fault: titled.length > 1 ? "severalPages" : "unknownPage" };
  }
}
