import type { WordPart } from "./wordPart.ts";

/** The keys of a site's search index in the public store. */
export interface WordDirectory {
  readonly parts: readonly string[];
  /**
   * For a part, by its place in `parts`, the ids of pages that have left it. Its value still has their words. Absent if
   * no page has left a part.
   */
  readonly moved?: Readonly<Record<string, readonly string[]>>;
  /** Number of pages that are in no part, because the site is too large for its index. */
  readonly left: number;
  /** Number of pages with more different words than the index takes of a page. */
  readonly cut: number;
}

/** The search index of one publication. */
export interface WordIndex extends Pick<WordDirectory, "left" | "cut"> {
  /**
   * Calls `visit` with each part once, and with the pages whose words in it count no more. Only some parts are in
   * memory at a time.
   */
  each(visit: (part: WordPart, moved: ReadonlySet<string>) => void): Promise<void>;
}
