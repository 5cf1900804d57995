import type { CanvasWords } from "./en/canvasWords.ts";
import type { Language } from "./shape/languages.ts";

/** Loads the canvas's words. A browser loads only those of its member's language. */
export const CANVAS_LOADERS: Readonly<Record<Language, () => Promise<{ readonly CANVAS_WORDS: CanvasWords }>>> = {
  en: () => import("./en/canvasWords.ts"),
  de: () => import("./de/canvasWords.ts"),
  fr: () => import("./fr/canvasWords.ts"),
  es: () => import("./es/canvasWords.ts"),
  "pt-BR": () => import("./pt-BR/canvasWords.ts"),
  ar: () => import("./ar/canvasWords.ts"),
  ja: () => import("./ja/canvasWords.ts"),
};
