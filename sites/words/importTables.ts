import { IMPORT_PAGE as EN, type ImportPageWords } from "./en/importPage.ts";
import { IMPORT_PAGE as DE } from "./de/importPage.ts";
import type { Language } from "./shape/languages.ts";

/** The words of the page that brings entries in. They are few, so its script has every language. */
export const IMPORT_TABLES: Readonly<Record<Language, ImportPageWords>> = {
  en: EN,
  de: DE,
};
