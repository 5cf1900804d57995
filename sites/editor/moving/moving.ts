import type { ImportingWords } from "../../words/en/importing.ts";
import type { Importing } from "../importing/importing.ts";

/** The parts of the page share this: the words, the way to the site, and what the import of rows needs. */
export interface Moving {
  readonly words: ImportingWords["site"];
  /** The way to send a request that names the member. */
  readonly member: string;
  /** The page's parts for the rows of a CSV file, for a type and the list of its entries. */
  readonly importing: (type: string) => Importing;
  /** The address of the list of all pages. */
  readonly list: string;
}
