import { FIELDS, type FieldWords } from "./fields.ts";
import { IMPORTING, type ImportingWords } from "./importing.ts";

export interface ImportPageWords {
  readonly importing: ImportingWords;
  readonly fields: FieldWords;
}

export const IMPORT_PAGE: ImportPageWords = { importing: IMPORTING, fields: FIELDS };
