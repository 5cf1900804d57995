/* Generated from sites/words/shape/languages.ts by `node sites/tools/generate.ts`. Edit that file, then run the command. */
import type { CanvasWords } from "./en/canvasWords.ts";
import type { Language } from "./shape/languages.ts";

/** Loads the words of the canvas in a language. */
export const CANVAS_LOADERS: Readonly<Record<Language, () => Promise<{ readonly CANVAS_WORDS: CanvasWords }>>> = {
  en: () => import("./en/canvasWords.ts"),
  de: () => import("./de/canvasWords.ts"),
};
