import type { PagePaths } from "./links.ts";

/** Converts Markdown to another form; the writer for agents keeps it unchanged. */
export interface MarkdownWriter {
  block(text: string, place: MarkdownPlace): string;
  inline(text: string, place: MarkdownPlace): string;
}

export interface MarkdownPlace {
  readonly pathOf: PagePaths;
  readonly origin: string;
  /** The level of the highest heading that the text may have; `##` gets it. */
  readonly level: number;
}
