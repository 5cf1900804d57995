import type { PagePaths } from "./links.ts";

/** Writes Markdown as something else; who writes for agents leaves it as it is. */
export interface MarkdownWriter {
  block(text: string, place: MarkdownPlace): string;
  inline(text: string, place: MarkdownPlace): string;
}

export interface MarkdownPlace {
  readonly pathOf: PagePaths;
  readonly origin: string;
  /** Level of the highest heading the text may have; `##` gets it. */
  readonly level: number;
}
