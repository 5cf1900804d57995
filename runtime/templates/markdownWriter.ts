import type { PictureSize } from "./image.ts";
import type { PagePaths } from "./links.ts";

/** Converts Markdown to the output's form. The writer for agents keeps it unchanged. */
export interface MarkdownWriter {
  block(text: string, place: MarkdownPlace): string;
  inline(text: string, place: MarkdownPlace): string;
}

/** A directive of a text: a part that a plugin draws. */
export interface WrittenDirective {
  /** The plugin's id and the name of its directive. */
  readonly name: string;
  readonly as: "mark" | "block";
  readonly values: Readonly<Record<string, string>>;
}

export interface DrawnDirective {
  readonly html: string;
  /** True if the drawing stands behind the text, under a number. */
  readonly isNote: boolean;
}

/**
 * Draws a directive around the HTML of its text, below headings of a level. Undefined if it shows its text alone.
 */
export type DirectivePainter = (
  directive: WrittenDirective,
  inside: string,
  level: number,
) => DrawnDirective | undefined;

export interface MarkdownPlace {
  readonly pathOf: PagePaths;
  /** The language of the page that a link leads to, if it is not the reader's. */
  readonly languageOf?: ((link: string) => string | undefined) | undefined;
  readonly origin: string;
  /** An address of the site as the page links it. Absent where it is the path. */
  readonly hrefOf?: ((href: string) => string) | undefined;
  /** The level that the highest heading, `##`, gets. */
  readonly level: number;
  /** Widths of served pictures in pixels, by ending, narrowest first. Without them, each has its own width only. */
  readonly widths?: ReadonlyMap<string, readonly number[]> | undefined;
  /** The size of an uploaded picture of the site, by its path. */
  readonly pictureSize?: ((path: string) => PictureSize | undefined) | undefined;
  /** The ids of the page, of which each text takes its own. Without it, a text is alone. */
  readonly ids?: PageIds | undefined;
  /** Gives the page's code colours. Without it, code is plain. */
  readonly code?: CodePainter | undefined;
  /** Draws the page's maths. Without it, its TeX is shown. */
  readonly maths?: MathsPainter | undefined;
  /** Draws directives. Without it, they show their text. */
  readonly directives?: DirectivePainter | undefined;
}

/** Gives code of one page colours, as HTML with classes. */
export interface CodePainter {
  /** `words` are those behind the fence. Undefined if the code stays plain. */
  html(code: string, words: string): string | undefined;
}

/** Draws the maths of one page. */
export interface MathsPainter {
  /** Undefined for TeX that is shown as it is written. */
  html(tex: string, isBlock: boolean): string | undefined;
}

/** Gives out the ids of a page, each once. */
export interface PageIds {
  take(wanted: string): string;
}
