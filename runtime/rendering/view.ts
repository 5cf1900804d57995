/** The renderer's input and output. */
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { PublicPlace } from "../documents/content/languageHosts.ts";
import type { PictureSize } from "../templates/image.ts";
import type { FormState } from "../forms/draw.ts";
import type { PlacedPart } from "../../manifests/shapes/furtherAddress.ts";
import type {
  MonthCount,
  Navigation,
  Page,
  PageQuery,
  PageSummary,
  RegionName,
  Theme,
} from "../documents/content/content.ts";
import type { StoredReader } from "./stored/storedPages.ts";
import type { PlacedEntry } from "../documents/content/placing.ts";
import type { SearchDrawing } from "./searching/draw.ts";
import type { Settings } from "../documents/content/settings.ts";

/** The site around a page, which rendering asks for pages and lists of pages. */
export interface SiteView {
  readonly settings: Settings;
  /** Scheme and host without a trailing slash. */
  readonly origin: string;
  /** The hostnames of languages that are in use. Absent on a site without. */
  readonly hosts?: PublicPlace["hosts"];
  /** The origin that the site began with, for ids that stay when the site moves. */
  readonly firstOrigin: string;
  readonly navigation: Navigation;
  readonly theme: Theme;
  /** The path of a page. Undefined if there is no such page. */
  link(pageId: string): string | undefined;
  query(query: PageQuery): readonly PageSummary[];
  /** The number of pages in a list. */
  count(query: PageQuery): number;
  /** The months of an indexed date in a list, the latest first. */
  months(query: PageQuery, field: string): readonly MonthCount[];
  /** The listed pages with a part of one of these types. */
  holding(types: readonly string[]): readonly HoldingPage[];
  /** The entries that stand on every page, in a language. Absent where there are none. */
  region?(name: RegionName, language: string): readonly PlacedEntry[];
  /** A page with the entries that its sections show. Absent where no entries are known. */
  placed?(page: Page): Page;
  /** The size of an uploaded picture of the site, by its path. Absent where no files are known. */
  pictureSize?(path: string): PictureSize | undefined;
  /** Reads what plugins have stored at the site. Absent where no storage is known. */
  readonly stored?: StoredReader | undefined;
  /** URL of the site's style sheet. */
  readonly stylesheet: string;
  /** The pages of a page's group that visitors see, itself among them. Absent without languages. */
  translations?(pageId: string): readonly TranslatedPage[];
  /** Tells that a page shows a title of a page of its group. Absent where nobody asks what a page depends on. */
  showsTitlesOf?(pageId: string): void;
  /** The pages of every group with several, by the id of each of its pages. */
  allTranslations?(): ReadonlyMap<string, readonly TranslatedPage[]>;
  /** The page that visitors see at a path. Absent without languages. */
  pageAt?(path: string): { readonly id: string } | undefined;
  /** The page to which a link to a page leads, in the language of the reader. */
  target?(pageId: string): ReachedPage | undefined;
  /** The menus of a language. Undefined if they are those of the site. */
  navigationIn?(tag: string): Navigation | undefined;
  /** The paths of the languages' home pages that visitors see, by tag. */
  readonly homes?: ReadonlyMap<string, string> | undefined;
  /** The site without the view of one language. Present in a view of one. */
  readonly allLanguages?: SiteView | undefined;
}

/** The page to which a link to another page leads. `language` is present if it is not the reader's. */
export interface ReachedPage {
  readonly id: string;
  readonly path: string;
  readonly language?: string | undefined;
}

/** A page of a group. */
export interface TranslatedPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly language: string;
  /** True if lists, sitemaps and search engines may show it. */
  readonly isListed: boolean;
  /** True if they may only from its date on. */
  readonly isToCome: boolean;
}

export interface HoldingPage {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
}

/** A view for files, which may show whole pages. */
export interface FileView extends SiteView {
  /** A page as Markdown. Undefined if the site does not show it. */
  textOf?(id: string): string | undefined;
  /** The time at which the shown version of a page was written (RFC 3339). */
  changedAt?(id: string): string | undefined;
}

/** The data that a plugin function computed for one section. Null if it gave none or could not be called. */
export interface SectionData {
  readonly value: Readonly<Record<string, unknown>> | null;
  /** The reason why data is missing or old, for editors. */
  readonly problem?: string;
}

/** The data of each section, by its id. */
export type PageData = ReadonlyMap<string, SectionData>;

export type RenderMode = "published" | "edit";

/** Data for the editor in a page in edit mode. */
export interface EditorMetadata {
  /** The draft's change counter. A publication of exactly this draft names it. */
  readonly change: number;
}

/** A page with all input of its rendering. */
export interface PageInput {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
  readonly site: SiteView;
  readonly mode: RenderMode;
  /** True if visitors have the page at another hostname of the site, too, so that its links name theirs. */
  readonly isAnywhere?: boolean;
  /** The part of the page's list to show instead of its first page. */
  readonly part?: PlacedPart | undefined;
  /** Data computed in advance, because rendering is synchronous. */
  readonly data?: PageData | undefined;
  /** Forms that the visitor has sent, by section id. All others are shown in their initial state. */
  readonly forms?: ReadonlyMap<string, FormState> | undefined;
  /** Draws the search of a section. By default, its form alone. */
  readonly search?: ((drawing: SearchDrawing) => string) | undefined;
  /** Finds a section's HTML in the previous release, for a section whose content no longer fits its type. */
  readonly shownBefore?: ((section: string) => string | undefined) | undefined;
  /** The kernel's own HTML after the page's, such as the banner of a shared draft. A page's first link leads to its content. */
  readonly banner?: string | undefined;
  /** Present in edit mode only. */
  readonly editor?: EditorMetadata | undefined;
}

/** A page with the file that belongs to it. */
export interface FilePageInput extends PageInput {
  readonly site: FileView;
}

/** A section that is not rendered, with the reason. The document keeps it. */
export interface MissingSection {
  readonly section: string;
  readonly type: string;
  readonly reason: string;
}

export interface RenderedPage {
  readonly html: string;
  /** Origins that the page's sections embed, sorted. The page's policy must allow them. */
  readonly frames: string[];
  /** The HTML of each section within `html`, by id. */
  readonly sections: ReadonlyMap<string, string>;
  readonly missing: MissingSection[];
  /** The plugins of the directives in the page's texts, drawn or not. */
  readonly directivePlugins: readonly string[];
}

export interface RenderedFile {
  readonly type: string;
  readonly body: string;
}

/** A section whose content was written for another version of its type. */
export interface ChangedSection {
  readonly section: string;
  readonly type: string;
  /** JSON pointer to the section in the page's body. */
  readonly pointer: string;
  /** Names of fields that its type no longer has. */
  readonly kept: readonly string[];
  /** Faults that keep the section from being rendered. Empty if it can be. */
  readonly issues: readonly Issue[];
  /** True if fields were moved to their new places. */
  readonly moved: boolean;
}

export interface PageCheck {
  /** Faults of the page as written, including those of sections in `changed`. */
  readonly issues: Issue[];
  /** Faults of sections of inactive plugins. These are not rendered, so their faults block only edits. */
  readonly idleIssues: Issue[];
  /** Sections whose content does not fit their type unchanged. */
  readonly changed: readonly ChangedSection[];
  readonly unknown: MissingSection[];
}

/** A template failure of a plugin. */
export interface PluginProblem {
  readonly plugin: string;
  readonly file: string;
  readonly problem: string;
}
