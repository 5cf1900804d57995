import { EN, type Words } from "./en/index.ts";
import { type Language, FIRST_LANGUAGE } from "./shape/languages.ts";
import { wordsInLanguage } from "./shape/translated.ts";

/** A language and its words. */
export interface Speech {
  readonly language: Language;
  readonly words: Words;
}

export const FIRST_SPEECH: Speech = { language: FIRST_LANGUAGE, words: wordsInLanguage<Words>(FIRST_LANGUAGE, EN) };
