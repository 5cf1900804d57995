/** The description of the canvas's built files. The build writes it, and the worker that serves them reads it. */

import type { Language } from "../../words/shape/languages.ts";

export interface CanvasFile {
  readonly name: string;
  readonly integrity: string;
}

/** A script that loads others, such as words in the member's language, or a reader of one kind of files. */
interface LoadingScript extends CanvasFile {
  /** Names of the scripts that it may load. */
  readonly parts: readonly string[];
}

export interface CanvasFiles {
  readonly script: CanvasFile;
  readonly style: CanvasFile;
  /** Scripts that the entry imports statically. */
  readonly preloaded: readonly string[];
  /** The file with each language's words. The page loads one of them at once. */
  readonly languages: Readonly<Record<Language, string>>;
  /** The script of the page that brings entries in from a file. */
  readonly importing: CanvasFile;
  /** The script of the page that moves a site in. */
  readonly moving: LoadingScript;
  /** The script of the page that crops a picture. */
  readonly cropping: CanvasFile;
  /** The script of the page that exchanges texts with translators. */
  readonly xliff: CanvasFile;
  /** The script of the page that replaces words in the draft. */
  readonly replacing: CanvasFile;
  /** The script of the pages that list remarks. */
  readonly remarks: LoadingScript;
  /** All scripts and style sheets, with those that load on demand. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The file with this description. Workers do not serve it. */
export const CANVAS_INDEX = "canvas.json";
