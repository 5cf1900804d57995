import type { FieldWords } from "../../words/en/fields.ts";
import type { ImportingWords } from "../../words/en/importing.ts";

/** The words that the page for bringing entries in gives its script. */
export interface ImportPageWords {
  readonly importing: ImportingWords;
  readonly fields: FieldWords;
}
