/** A visitor's search as a page shows it. */

/** A piece of text, and whether it is one of the words. */
export interface MarkedPiece {
  readonly text: string;
  readonly isHit: boolean;
}

export interface ShownResult {
  /** The path of the page. */
  readonly path: string;
  readonly title: readonly MarkedPiece[];
  readonly passage: readonly MarkedPiece[];
  /** The name of its content type. */
  readonly kind?: string | undefined;
  /** The date of the page, as it is stored. */
  readonly date?: string | undefined;
}

/** A type or a term by which a visitor may narrow the results. */
export interface ShownFilter {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** The parameters of a search in its address. */
export interface SearchAsked {
  /** The visitor's words, as typed. */
  readonly query: string;
  readonly type?: string | undefined;
  readonly term?: string | undefined;
  /** The page of results, from 1. */
  readonly page: number;
}

/** Results of a search. */
export interface SearchAnswer {
  readonly total: number;
  readonly pages: number;
  readonly results: readonly ShownResult[];
  /** `some` if no page has all words. */
  readonly match: "all" | "some";
  /** Words that no page has, with the words that were looked up instead. */
  readonly instead: readonly (readonly [word: string, others: readonly string[]])[];
  /** Other words that the visitor may have meant. */
  readonly meant?: string | undefined;
  readonly types: readonly ShownFilter[];
  readonly terms: readonly ShownFilter[];
  /** True if the index has not all words of all pages. */
  readonly isPartial: boolean;
  /** True if the words are in too many places to look at all. */
  readonly isCut: boolean;
}

/** The search that a page shows. Without an answer or a wait, the form alone. */
export interface ShownSearch extends SearchAsked {
  readonly answer?: SearchAnswer | undefined;
  /** Seconds until the visitor may search again. */
  readonly waitSeconds?: number | undefined;
}
