/** The keys of a site's index of texts in the public store. */
export interface WordDirectory {
  readonly parts: readonly string[];
  /** Pages whose text is in no part, because the site is larger than its index. */
  readonly left: number;
  /** Pages with more different words than are kept of one. */
  readonly cut: number;
}

/** The words of the texts of one publication. */
export interface WordIndex extends Pick<WordDirectory, "left" | "cut"> {
  /** Hands over each part once. Only some of them are held at a time. */
  each(visit: (part: string) => void): Promise<void>;
}
