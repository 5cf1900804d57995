/** A small cut of a whole site, written for these tests, with what has to become of it. */
export interface Cut {
  readonly files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
  /** The languages of the site that it moves to, the first without a prefix. Default: English alone. */
  readonly languages?: readonly string[];
  /** The pictures of other hosts. */
  readonly remote?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /** The texts of public pages as their authors wrote them, by the titles of their pages. */
  readonly texts: Readonly<Record<string, string>>;
  /** The pictures in those texts, all together. */
  readonly pictures: number;
  /** All addresses at which the source answered, each with where it leads now. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Addresses at which nobody may see anything, because the source showed nothing either. */
  readonly hidden: readonly string[];
  /** The whole receipt. */
  readonly receipt: readonly string[];
}
