/** The words of the canvas in the language of its page. Its document preloads the one file. */
import type { CanvasWords } from "../shared/editor/words/en/canvasWords.ts";
import type { Language } from "../shared/editor/words/languages.ts";
import { FIRST_LANGUAGE, isLanguage } from "../shared/editor/words/languages.ts";

const LOADED: Readonly<Record<Language, () => Promise<{ readonly CANVAS_WORDS: CanvasWords }>>> = {
  en: () => import("../shared/editor/words/en/canvasWords.ts"),
  de: () => import("../shared/editor/words/de/canvasWords.ts"),
};

const said = globalThis.document?.documentElement.lang ?? "";
const { CANVAS_WORDS } = await LOADED[isLanguage(said) ? said : FIRST_LANGUAGE]();

export const { canvas: CANVAS, fields: FIELDS, pages: PAGES, script: SCRIPT } = CANVAS_WORDS;
