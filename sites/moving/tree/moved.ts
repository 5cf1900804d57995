/** A site that moves in, in one neutral form. Every source is read into it, and every plan is made from it. */

import type { Redirect } from "../../../runtime/documents/content/content.ts";

/** The reasons for which visitors did not see a page. It stays held. */
export type HeldBecause = "draft" | "private" | "future" | "password" | "members";

/** A part of a page: Markdown, a section of a plugin, or something that nobody here understands. */
export type PagePart =
  | { readonly kind: "text"; readonly markdown: string }
  | { readonly kind: "section"; readonly type: string; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "unknown"; readonly what: string; readonly text: string };

/** Something of the source that does not arrive, or arrives changed, with its place. */
export interface MoveLoss {
  readonly place: string;
  readonly line?: number | undefined;
  readonly what: string;
  /** The text under which a receipt counts losses that differ in a name or an address. Default: `what`. */
  readonly kind?: string;
  /** The count of the same loss at the place. Default: 1. */
  readonly times?: number;
}

/** The kinds of terms by which articles are sorted. */
export type TermKind = "topic" | "author" | "series";

export interface Term {
  readonly kind: TermKind;
  /** Unique among all terms of the import, such as `md:tag:timber`. */
  readonly source: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The address of its page in the source. Undefined if it had none. */
  readonly address?: string | undefined;
  /** The addresses of its pages in further languages, by the languages as pages of the source name them. */
  readonly addresses?: ReadonlyMap<string, string> | undefined;
}

export interface MovedPage {
  /** Unique in the import and stable, such as `wp:1234`. */
  readonly source: string;
  /** The file, or the item in it. */
  readonly place: string;
  /** The path at which the source served it. */
  readonly address: string;
  /** Further addresses that led to it, with or without a query. */
  readonly aliases: readonly string[];
  readonly isArticle: boolean;
  readonly title: string;
  readonly description?: string | undefined;
  readonly date?: string | undefined;
  readonly updated?: string | undefined;
  readonly held?: HeldBecause | undefined;
  readonly noindex?: boolean | undefined;
  readonly collection?: string | undefined;
  readonly language?: string | undefined;
  /** The path below which the source has this language, such as `/de`. Default: its tag. */
  readonly languagePath?: string | undefined;
  /** Pages of the source with the same text here are one page in several languages. */
  readonly translation?: string | undefined;
  /** Sources of terms. */
  readonly terms: readonly string[];
  /** The picture of the page, as its source writes the address. */
  readonly image?:
    | { readonly address: string; readonly alt: string; readonly caption?: string | undefined }
    | undefined;
  readonly parts: readonly PagePart[];
  /** The collection whose articles the source listed on the page. Empty for those of all. */
  readonly lists?: string | undefined;
}

/** A file of the source, by the addresses at which texts name it. */
export interface MovedFile {
  readonly name: string;
  /** The id in the source, such as `wp:12`. Default: its address. */
  readonly source?: string | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  /** Undefined for a file that only its address names, such as a picture on another host. */
  readonly bytes?: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly url?: string | undefined;
  /** Paths at which the source served the picture in other sizes. */
  readonly copies?: readonly string[];
  /** Paths of pages that showed nothing but the file. */
  readonly pages?: readonly string[];
}

export interface MovedMenuItem {
  readonly label: string;
  /** The address as the source serves it. Empty for an entry that only has others below it. */
  readonly address: string;
  readonly children: readonly MovedMenuItem[];
}

export interface MovedMenu {
  readonly place: string;
  /** The name in the source. */
  readonly name: string;
  /** Undefined for a menu of which nobody knows where it stood. */
  readonly at: "header" | "footer" | undefined;
  readonly language?: string | undefined;
  readonly items: readonly MovedMenuItem[];
}

export interface MovedRedirect {
  readonly from: string;
  /** Empty for an address that is gone. */
  readonly to: string;
  readonly status: Redirect["status"];
  readonly place: string;
}

/** The feeds that a source had. */
export interface MovedFeeds {
  /** Addresses of feeds of the whole site, or of one of its languages or folders. */
  readonly ofSite: readonly string[];
  /** Ends that the address of a term's page has for its feed, such as `/feed/`. */
  readonly ofTerms: readonly string[];
}

export interface MovedSite {
  /** The origins under which texts name pages of the source, such as `https://blog.example`. */
  readonly origins: readonly string[];
  readonly pages: readonly MovedPage[];
  readonly terms: readonly Term[];
  /** Files by the path at which the source served them. */
  readonly files: ReadonlyMap<string, MovedFile>;
  readonly redirects: readonly MovedRedirect[];
  readonly menus?: readonly MovedMenu[];
  readonly feeds?: MovedFeeds;
  readonly losses: readonly MoveLoss[];
  /** Further texts of the source that no site has a place for, by names of files. */
  readonly extras?: ReadonlyMap<string, string>;
}
