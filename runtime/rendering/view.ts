/** What the renderer is given and what it gives back. */
import type { Issue } from "../../manifests/refusal.ts";
import type { FormState } from "../forms/draw.ts";
import type { Navigation, Page, PageQuery, PageSummary, Settings, Theme } from "../content.ts";

/** The site around a page. Every page and every list of pages a rendering looks at, it asks for here. */
export interface SiteView {
  readonly settings: Settings;
  /** Scheme and host without a trailing slash. */
  readonly origin: string;
  readonly navigation: Navigation;
  readonly theme: Theme;
  /** Path of a page, or nothing when there is none of that id. */
  link(pageId: string): string | undefined;
  query(query: PageQuery): readonly PageSummary[];
  /** Address of the site's style sheet. */
  readonly stylesheet: string;
}

/** What a plugin's function computed for one section; null when there is nothing, or nobody could be asked. */
export interface SectionData {
  readonly value: Readonly<Record<string, unknown>> | null;
  /** Why it is not what it could be: for editors. */
  readonly problem?: string;
}

/** By id of the section. */
export type PageData = ReadonlyMap<string, SectionData>;

export type RenderMode = "published" | "edit";

/** What a page in edit mode says about itself to the editor that opens it. */
export interface EditorMetadata {
  /** Address of the editing interface. Not a secret: whoever calls it has to be logged in. */
  readonly endpoint: string;
  /** The draft's change counter: what a publication of exactly this draft names. */
  readonly change: number;
}

export interface PageInput {
  readonly id: string;
  readonly version: number;
  readonly page: Page;
  readonly site: SiteView;
  readonly mode: RenderMode;
  /** Computed before, because rendering waits for nobody. */
  readonly data?: PageData | undefined;
  /** Forms a visitor has sent, by id of their section; the others are as they are for everybody. */
  readonly forms?: ReadonlyMap<string, FormState> | undefined;
  /** In edit mode only. */
  readonly editor?: EditorMetadata | undefined;
}

/** A section that shows nothing, and why. It stays in the document as it is. */
export interface MissingSection {
  readonly section: string;
  readonly type: string;
  readonly reason: string;
}

export interface RenderedPage {
  readonly html: string;
  /** Origins the page's sections embed, sorted; the page's policy must name them. */
  readonly frames: string[];
  readonly missing: MissingSection[];
}

export interface RenderedFile {
  readonly type: string;
  readonly body: string;
}

export interface PageCheck {
  readonly issues: Issue[];
  readonly unknown: MissingSection[];
}

/** Something a plugin contributes that did not work. */
export interface PluginProblem {
  readonly plugin: string;
  readonly file: string;
  readonly problem: string;
}
