/** The built files of the editor's canvas, as the build describes them to the worker that serves them. */

import type { Language } from "./words/languages.ts";

export interface CanvasFile {
  readonly name: string;
  readonly integrity: string;
}

export interface CanvasFiles {
  readonly script: CanvasFile;
  readonly style: CanvasFile;
  /** Scripts that the first one imports at once. */
  readonly preloaded: readonly string[];
  /** The file of words of each language, which the page loads at once, too. */
  readonly languages: Readonly<Record<Language, string>>;
  /** Every script and every style sheet, the ones that come later included. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The file with that description. Nobody outside may read it. */
export const CANVAS_INDEX = "canvas.json";
