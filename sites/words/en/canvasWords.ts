/** The English words of the canvas. Each language is a separate file, so that a browser loads only one. */
import { wordsInLanguage, type Translated } from "../shape/translated.ts";
import { ACTIONS } from "./actions.ts";
import { ABOUT_PAGE } from "./pages/aboutPage.ts";
import { CANVAS } from "./canvas.ts";
import { FIELDS } from "./fields.ts";
import { SCRIPT } from "./script.ts";

const words = { actions: ACTIONS, canvas: CANVAS, fields: FIELDS, pages: ABOUT_PAGE, script: SCRIPT };

export type CanvasWords = Translated<typeof words>;

export const CANVAS_WORDS: CanvasWords = wordsInLanguage<CanvasWords>("en", words);
