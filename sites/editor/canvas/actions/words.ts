/** The texts of actions in the page's language. They load with the actions' script, not with the canvas. */
import { ACTIONS as DE } from "../../../words/de/actions.ts";
import { ACTIONS as EN } from "../../../words/en/actions.ts";
import { type Language, FIRST_LANGUAGE, isLanguage } from "../../../words/shape/languages.ts";
import type { Words } from "../../../words/en/index.ts";

const TABLES: Readonly<Record<Language, Words["actions"]>> = { en: EN, de: DE };
const { lang } = document.documentElement;

export const WORDS = TABLES[isLanguage(lang) ? lang : FIRST_LANGUAGE];
