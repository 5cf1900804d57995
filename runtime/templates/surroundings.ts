import type { PublicPlace } from "../documents/content/languageHosts.ts";
import type { FieldMarker } from "./marks/fieldMarker.ts";
import type { Budget } from "./budget.ts";
import type { PictureSize } from "./image.ts";
import type { PagePaths } from "./links.ts";
import type { OwnParts } from "./ownParts.ts";
import type { CodePainter, DirectivePainter, MarkdownWriter, MathsPainter, PageIds } from "./markdownWriter.ts";

/** The context of a template's filters. */
export interface Surroundings {
  readonly pathOf: PagePaths;
  /** The language of the page that a link leads to, if it is not the reader's. Absent where nobody reads it. */
  readonly languageOf?: ((link: string) => string | undefined) | undefined;
  /** The pages with these ids, in their order. Leaves out pages that the site does not have. */
  readonly pagesOf: (ids: readonly string[]) => readonly object[];
  /** The content of a page as HTML, with absolute addresses. Present in files only. */
  readonly contentOf?: ((id: string) => string | undefined) | undefined;
  /** Writes a value as its field says. `field` names one of the section's own. Absent outside of sections. */
  readonly shown?: ((value: unknown, field: string, budget: Budget) => unknown) | undefined;
  readonly origin: string;
  /** The hostnames of languages. Absent on a site without. */
  readonly hosts?: PublicPlace["hosts"];
  /** An address of the site as the page links it. Absent where it is the path. */
  readonly hrefOf?: ((href: string) => string) | undefined;
  /** BCP 47 tag of the site's language. */
  readonly language: string;
  /** The site's time zone (IANA). */
  readonly timeZone: string;
  /** Level of the section's own heading, from 1 to 6. */
  readonly level: number;
  /** The ids of the page. Absent in files. */
  readonly ids?: PageIds | undefined;
  /** Gives the page's code colours. Absent in files. */
  readonly code?: CodePainter | undefined;
  /** Draws the page's maths. Absent in files. */
  readonly maths?: MathsPainter | undefined;
  /** Draws the directives of texts. Absent in files, and in the templates of directives. */
  readonly directives?: DirectivePainter | undefined;
  /** The Markdown writer for this place. */
  readonly markdown: MarkdownWriter;
  /** The path of a route of the template's own plugin. Undefined if there is no such route. */
  readonly routeOf: (name: string) => string | undefined;
  /** Widths of served pictures in pixels, by ending such as `jpg`, narrowest first. */
  readonly widths: ReadonlyMap<string, readonly number[]>;
  /** The size of an uploaded picture of the site, by its path. Absent where no files are known. */
  readonly pictureSize?: ((path: string) => PictureSize | undefined) | undefined;
  /** Parts of the template's own package. Absent for the kernel's templates. */
  readonly ownParts?: OwnParts | undefined;
  /** Present in drafts only. */
  readonly marks?: FieldMarker | undefined;
}
