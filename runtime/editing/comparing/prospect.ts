import type { DirectiveContribution } from "../../../manifests/manifest/directive.ts";
import type { DrawnType } from "../../../manifests/manifest/contentType.ts";
import { PUBLICATION_READ_CHARS } from "../../../manifests/bounds/publishing.ts";
import type { Page } from "../../documents/content/content.ts";
import type { DocumentRef, Documents } from "../../documents/documents.ts";
import type { DirectiveTrial } from "../../rendering/directives/trial.ts";
import type { PageCheck } from "../../rendering/view.ts";
import type { LeftEntries } from "./leftEntries.ts";
import type { LinkCheck } from "./linkCheck.ts";

/** The section types of a site. */
export interface SectionTypes {
  checkPage(page: Page): PageCheck;
  sectionType(type: string): DrawnType | undefined;
  directive(name: string): DirectiveContribution | undefined;
  directiveTrial(page: Page): DirectiveTrial;
}

/** A possible publication: its documents, and whether each is in it or stays as visitors see it. */
export interface Prospect {
  readonly documents: Documents;
  readonly site: string;
  /** The moment of the draft that visitors see. */
  readonly shown: number;
  /** The content types whose entries would have no page. */
  readonly pageless: ReadonlySet<string>;
  /** The pages that visitors have now at some paths, by path. */
  hadAt(paths: readonly string[]): ReadonlyMap<string, string>;
  readonly types: SectionTypes;
  readonly links: LinkCheck;
  readonly left: LeftEntries;
  readonly reading: TextReading;
  isChosen(ref: DocumentRef): boolean;
  /** The content type of a page of the draft. Null for a page without one, undefined if there is no such page. */
  typeOf(id: string): string | null | undefined;
  /** Tells whether a picture or file is in the media. */
  isKept(src: string): boolean;
  /** Tells whether everybody gets a file of the media, by its digest. */
  isOpen(digest: string): boolean;
}

/** Reads the formatted texts of pages until their characters are used up. */
export class TextReading {
  #left = PUBLICATION_READ_CHARS;
  #unread = 0;

  /** Pages whose texts were not read. */
  get unread(): number {
    return this.#unread;
  }

  /** Decides whether the texts of a page are read, all or none. */
  takes(texts: readonly string[]): boolean {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const takes = length <= this.#left;
    if (takes) this.#left -= length;
    else this.#unread += 1;
    return takes;
  }
}
