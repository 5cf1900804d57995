/** The keys of a site's search index in the public store. */
export interface WordDirectory {
  readonly parts: readonly string[];
  /** Number of pages that are in no part, because the site is too large for its index. */
  readonly left: number;
  /** Number of pages with more different words than the index takes of a page. */
  readonly cut: number;
}

/** The search index of one publication. */
export interface WordIndex extends Pick<WordDirectory, "left" | "cut"> {
  /** Calls `visit` with each part once. Only some parts are in memory at a time. */
  each(visit: (part: string) => void): Promise<void>;
}
