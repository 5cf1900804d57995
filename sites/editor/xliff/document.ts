/** The parts of XLIFF 2.1 that this site writes and reads: files of units, each with one text and its translation. */

/** A piece of a text: words, or a code that translators move and never change. */
export type UnitPiece = string | { readonly code: string };

/** `initial` is not translated yet. Programs of translators set the others. */
export const UNIT_STATES = ["initial", "translated", "reviewed", "final"] as const;
export type UnitState = (typeof UNIT_STATES)[number];

export interface Unit {
  readonly id: string;
  /** Words for people, such as the name of the field. */
  readonly name: string;
  readonly source: readonly UnitPiece[];
  /** The text that each code of the source stands for. */
  readonly codes: Readonly<Record<string, string>>;
  /** Null if there is no translation. */
  readonly target: readonly UnitPiece[] | null;
  readonly state: UnitState;
}

/** The texts of one page. */
export interface XliffFile {
  /** The id of the page that is translated. */
  readonly id: string;
  /** The address of the page, for people. */
  readonly original: string;
  /** The version of the page whose texts these are. Null if the file does not say it any more. */
  readonly version: number | null;
  readonly units: readonly Unit[];
}

export interface Xliff {
  readonly source: string;
  readonly target: string;
  readonly files: readonly XliffFile[];
}

/** The category of the note that keeps a page's version. */
export const VERSION_NOTE = "drawbridge-version";

export const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";
