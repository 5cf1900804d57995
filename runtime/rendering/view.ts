/** The renderer's input and output. */
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { FormState } from "../forms/draw.ts";
import type { Navigation, Page, PageQuery, PageSummary, Settings, Theme } from "../documents/content.ts";

/** The site around a page. A rendering asks this object for every page and every list of pages. */
export interface SiteView {
  readonly settings: Settings;
  /** Scheme and host without a trailing slash. */
  readonly origin: string;
  readonly navigation: Navigation;
  readonly theme: Theme;
  /** Finds the path of a page; undefined if no page has that id. */
  link(pageId: string): string | undefined;
  query(query: PageQuery): readonly PageSummary[];
  /** Address of the site's style sheet. */
  readonly stylesheet: string;
}

/**
 * The data that a plugin's function computed for one section. Null: the function gave none, or the kernel could not
 * call it.
 */
export interface SectionData {
  readonly value: Readonly<Record<string, unknown>> | null;
  /** The reason for missing or old data, for editors. */
  readonly problem?: string;
}

/** The data of each section, by its id. */
export type PageData = ReadonlyMap<string, SectionData>;

export type RenderMode = "published" | "edit";

/** The metadata that a page in edit mode gives to its editor. */
export interface EditorMetadata {
  /** The draft's change counter. A publication of exactly this draft names it. */
  readonly change: number;
}

/** A page with everything that its template may show. */
export interface PageInput {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
  readonly site: SiteView;
  readonly mode: RenderMode;
  /** Data computed beforehand, because rendering never waits. */
  readonly data?: PageData | undefined;
  /**
   * Forms that the visitor has sent, by the id of their section. The page shows every other form in its initial state.
   */
  readonly forms?: ReadonlyMap<string, FormState> | undefined;
  /** Finds what a section showed in the release before. A section whose content no longer fits shows that again. */
  readonly shownBefore?: ((section: string) => string | undefined) | undefined;
  /** Present in edit mode only. */
  readonly editor?: EditorMetadata | undefined;
}

/** A section that shows nothing, with the reason. The document keeps it unchanged. */
export interface MissingSection {
  readonly section: string;
  readonly type: string;
  readonly reason: string;
}

export interface RenderedPage {
  readonly html: string;
  /** Origins the page's sections embed, sorted; the page's policy must name them. */
  readonly frames: string[];
  /** The HTML of each section, as it is in `html`, by its id. */
  readonly sections: ReadonlyMap<string, string>;
  readonly missing: MissingSection[];
}

export interface RenderedFile {
  readonly type: string;
  readonly body: string;
}

/** A section whose content was written for another version of its type. */
export interface ChangedSection {
  readonly section: string;
  readonly type: string;
  /** Pointer to the section in the page's body. */
  readonly pointer: string;
  /** Names of fields that its type no longer knows. */
  readonly kept: readonly string[];
  /** The faults that keep the section from being shown; empty if it can be shown. */
  readonly issues: readonly Issue[];
  /** Tells whether fields were moved to their present places. */
  readonly moved: boolean;
}

export interface PageCheck {
  /** Faults of the page as it is written, those of sections of `changed` included. */
  readonly issues: Issue[];
  /** Faults of sections whose plugin is there and inactive. Nothing shows them, so they stop nothing but an edit. */
  readonly idleIssues: Issue[];
  /** Sections that do not fit their type as they are. */
  readonly changed: readonly ChangedSection[];
  readonly unknown: MissingSection[];
}

/** A contribution of a plugin that failed. */
export interface PluginProblem {
  readonly plugin: string;
  readonly file: string;
  readonly problem: string;
}
