/** The texts of actions in the page's language. They load with the actions' script, not with the canvas. */
import { ACTIONS as DE } from "../../../shared/editor/words/de/actions.ts";
import { ACTIONS as EN } from "../../../shared/editor/words/en/actions.ts";
import type { Language } from "../../../shared/editor/words/languages.ts";
import { FIRST_LANGUAGE, isLanguage } from "../../../shared/editor/words/languages.ts";
import type { Words } from "../../../shared/editor/words/en/index.ts";

const TABLES: Readonly<Record<Language, Words["actions"]>> = { en: EN, de: DE };
const { lang } = document.documentElement;

export const WORDS = TABLES[isLanguage(lang) ? lang : FIRST_LANGUAGE];
