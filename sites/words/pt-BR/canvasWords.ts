/** The Brazilian Portuguese words of the canvas. */
import type { CanvasWords } from "../en/canvasWords.ts";
import { wordsInLanguage } from "../shape/translated.ts";
import { ACTIONS } from "./actions.ts";
import { ABOUT_PAGE } from "./pages/aboutPage.ts";
import { CANVAS } from "./canvas.ts";
import { FIELDS } from "./fields.ts";
import { SCRIPT } from "./script.ts";

export const CANVAS_WORDS: CanvasWords = wordsInLanguage<CanvasWords>("pt-BR", {
  actions: ACTIONS,
  canvas: CANVAS,
  fields: FIELDS,
  pages: ABOUT_PAGE,
  script: SCRIPT,
} as CanvasWords);
