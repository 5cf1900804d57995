/** The canvas's texts in the page's language. The document preloads their file. */
import { CANVAS_LOADERS } from "../../words/canvasLoaders.ts";
import { FIRST_LANGUAGE, isLanguage } from "../../words/shape/languages.ts";

const language = globalThis.document?.documentElement.lang ?? "";
const { CANVAS_WORDS } = await CANVAS_LOADERS[isLanguage(language) ? language : FIRST_LANGUAGE]();

export const { actions: ACTIONS, canvas: CANVAS, fields: FIELDS, pages: PAGES, script: SCRIPT } = CANVAS_WORDS;
