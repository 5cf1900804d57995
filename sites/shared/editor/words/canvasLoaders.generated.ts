/* Generated from sites/shared/editor/words/languages.ts by `node sites/cli/generate.ts`. Edit that file, then run the command. */
import type { CanvasWords } from "./en/canvasWords.ts";
import type { Language } from "./languages.ts";

/** Loads the words of the canvas in a language. */
export const CANVAS_LOADERS: Readonly<Record<Language, () => Promise<{ readonly CANVAS_WORDS: CanvasWords }>>> = {
  en: () => import("./en/canvasWords.ts"),
  de: () => import("./de/canvasWords.ts"),
};
