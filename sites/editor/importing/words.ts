/** The texts of the page in its language. Both languages are small, so one file has them. */
import { FIELDS as DE_FIELDS } from "../../words/de/fields.ts";
import { IMPORTING as DE } from "../../words/de/importing.ts";
import { FIELDS as EN_FIELDS, type FieldWords } from "../../words/en/fields.ts";
import { IMPORTING as EN, type ImportingWords } from "../../words/en/importing.ts";
import { FIRST_LANGUAGE, isLanguage, type Language } from "../../words/shape/languages.ts";

interface Spoken {
  readonly importing: ImportingWords;
  readonly fields: FieldWords;
}

const TABLES: Readonly<Record<Language, Spoken>> = {
  en: { importing: EN, fields: EN_FIELDS },
  de: { importing: DE, fields: DE_FIELDS },
};

export const wordsIn = (language: string): Spoken => TABLES[isLanguage(language) ? language : FIRST_LANGUAGE];
