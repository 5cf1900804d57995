import type { ImportRow } from "../tree/imports.ts";
import type { LanguageSettings } from "../../../runtime/documents/content/languages.ts";

/** The facts that a plan needs of the site that it is for. */
export interface PresentPage {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly source: string | null;
  readonly imported: string | null;
}

export interface PresentSite {
  readonly pages: readonly PresentPage[];
  /** Imported pages that members have deleted since. */
  readonly deleted: readonly PresentPage[];
  /** Home pages without a section, which nobody has filled. An imported home page takes the place of one. */
  readonly emptyHomes: readonly PresentPage[];
  readonly languages: LanguageSettings;
  /** Content types of active plugins. */
  readonly contentTypes: ReadonlySet<string>;
  /** Section types of active plugins. */
  readonly sections: ReadonlySet<string>;
  /** Rows of active plugins for shortcodes, tags and blocks. */
  readonly rows: readonly ImportRow[];
  /** Files that active plugins serve. `{page}` stands for the path of a list. */
  readonly files: readonly { readonly path: string; readonly type: string }[];
}
