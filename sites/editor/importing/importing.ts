import type { FieldWords } from "../../words/en/fields.ts";
import type { ImportingWords } from "../../words/en/importing.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { ReadPowers } from "../../moving/rows/compared.ts";
import type { EditSending } from "../../moving/rows/sending.ts";

/** The parts of the page share this: the type, the words, and the way to the site. */
export interface Importing {
  /** The content type, as documents name it. */
  readonly type: string;
  /** The address of the list of its entries. */
  readonly list: string;
  /** The time zone of the site. */
  readonly timeZone: string;
  readonly words: ImportingWords;
  readonly fieldWords: FieldWords;
  readonly powers: ReadPowers & Omit<EditSending, "onProgress">;
  readonly explain: (failure: RequestFailure) => string;
}
