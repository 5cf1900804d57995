/** The pages, files and redirects that an import makes, and what gets lost. */
import type { Navigation, Page, Redirect } from "../../../runtime/documents/content/content.ts";
import type { MoveLoss, MovedFile } from "../tree/moved.ts";

/** A page, with `import-file:<number>` where the address of a file will stand. */
export interface PlannedPage {
  readonly source: string;
  readonly place: string;
  readonly id: string;
  readonly body: Page;
  /** The file that becomes the page's picture. */
  readonly image?: { readonly file: number; readonly alt: string; readonly caption?: string | undefined } | undefined;
}

export interface PlannedFile extends MovedFile {
  /** The address as texts of the source write it, which stays if the file does not come. */
  readonly address: string;
  /** The first place that needs the file. */
  readonly place: string;
  /** The path at which the source served it. Undefined for a file of another host. */
  readonly served?: string | undefined;
  /** The paths from which the site will lead to the file. */
  readonly formerPaths?: readonly string[];
}

/** The menus of the site, and those of further languages. A menu without entries is left as it is. */
export interface PlannedMenus {
  readonly menus: Navigation["menus"];
  readonly languages: Readonly<Record<string, Navigation["menus"]>>;
}

export interface MovePlan {
  /** Terms first, because articles name them. */
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  readonly redirects: readonly Redirect[];
  readonly menus: PlannedMenus;
  readonly losses: readonly MoveLoss[];
  /** Texts for the plan alone, by names of files. */
  readonly extras: ReadonlyMap<string, string>;
}

/** The text that stands for the address of a file until the file is stored. */
export const fileMark = (file: number): string => `import-file:${file}`;
export const FILE_MARK = /import-file:(\d+)/g;
